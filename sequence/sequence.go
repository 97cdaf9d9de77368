// Package sequence lists the integer sequences of the combinatorics of Go, those of the On-Line
// Encyclopedia of Integer Sequences (OEIS) and those that are not in it, and computes their terms.
//
// A [Sequence] has an id, A094777 or a name of this program's, says what a(n) is, which terms are
// in print, and in which second way a term is checked. [Sequence.Terms] yields one term after the
// other; a term in print that comes out differently is a [result.InternalError], unless the one in
// print is known to be wrong. [Sequence.Draft] writes what an editor of the OEIS would need.
//
// The file says in this order what a sequence is, has a function for each kind of term, and reads
// the list of all, from catalog.json.
package sequence

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/count/fewest"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/length"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/records"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/symmetry"
)

// A Sequence is a sequence of integers a(Offset), a(Offset+1), ...
//
// Terms of one Sequence are not for several goroutines at once: some go on from those before.
type Sequence struct {
	ID      string `json:"id"`      // of the OEIS, such as A094777, or a name in lower case
	Name    string `json:"name"`    // what a(n) is
	Offset  int    `json:"offset"`  // index of the first term
	Quick   int    `json:"quick"`   // number of terms that take about a second together
	Last    int    `json:"-"`       // index of the last term that can be computed, 0 if time and memory alone decide
	Command string `json:"command"` // prints the term with its provenance, N standing for n
	Second  string `json:"second"`  // the second way in which terms are computed and compared

	// For a draft to an editor of the OEIS: what is new or wrong there, a formula, and sequences
	// that are related.
	Note    string   `json:"note,omitempty"`
	Formula string   `json:"formula,omitempty"`
	Related []string `json:"related,omitempty"`

	terms   terms
	search  fewest.Search    // goes on from one term to the next
	printed []*big.Int       // the terms that the OEIS lists
	right   map[int]*big.Int // by index, what those should be that are known to be wrong
}

// terms says what computes the terms.
type terms struct {
	Of       string `json:"of"`       // a key of computations
	Boards   string `json:"boards"`   // how they depend on n: see [terms.size]; empty for n columns
	Rows     int    `json:"rows"`     // of boards with n columns, or of the boards of games
	Lattice  string `json:"lattice"`  // empty for the square one
	Colors   int    `json:"colors"`   // 0 for two
	Quantity string `json:"quantity"` // of records
}

// A Term is a term of a sequence.
type Term struct {
	N       int      `json:"n"`
	Value   *big.Int `json:"value"`
	Printed bool     `json:"in_oeis"`                 // the OEIS has the term, and it is the same
	Wrong   *big.Int `json:"wrong_in_oeis,omitempty"` // the term that the OEIS has if that is known to be wrong, else nil
}

// InOEIS reports whether the sequence is in the OEIS.
func (s *Sequence) InOEIS() bool { return strings.HasPrefix(s.ID, "A") }

// Link returns the address of the sequence in the OEIS, empty if it is not there.
func (s *Sequence) Link() string {
	if !s.InOEIS() {
		return ""
	}
	return "https://oeis.org/" + s.ID
}

// Comments returns what stands above the terms in a b-file: the name, the address in the OEIS, and
// what is wrong there, if anything.
func (s *Sequence) Comments() []string {
	comments := []string{s.ID + ": " + s.Name}
	if s.InOEIS() {
		comments = append(comments, s.Link())
	}
	if len(s.right) > 0 {
		comments = append(comments, "for the editor: "+s.Note)
	}
	return comments
}

// Terms yields the first count terms, each as soon as it is computed. After an error there are no
// more: it is that of the package that computes the term, such as a refusal for want of memory, the
// cause of the context's end, or a [result.InternalError] if a term differs from the one in print,
// unless that is known to be wrong.
func (s *Sequence) Terms(ctx context.Context, count int, o par.Options) iter.Seq2[Term, error] {
	return func(yield func(Term, error) bool) {
		for n := s.Offset; n < s.Offset+count; n++ {
			t, err := s.at(ctx, n, o)
			if !yield(t, err) || err != nil {
				return
			}
		}
	}
}

// Check returns an error if the first count terms are more than can be computed.
func (s *Sequence) Check(count int) error {
	if s.Last > 0 && count > s.Last-s.Offset+1 {
		return fmt.Errorf("want at most %d: %s is computed up to n = %d", s.Last-s.Offset+1, s.ID, s.Last)
	}
	return nil
}

// TooLarge returns the index of the first of some terms that will be refused, and why, as far as
// that is known before the first one is computed; 0 and nil if no term will be. It looks at few
// terms behind those that take a second.
func (s *Sequence) TooLarge(terms int, o par.Options) (n int, err error) {
	const few = 32
	if s.terms.Of != "legal" {
		return 0, nil
	}
	for n := s.Offset; n < s.Offset+min(terms, s.Quick+few); n++ {
		if err := s.fits(n, o); err != nil {
			return n, err
		}
	}
	return 0, nil
}

// at returns a(n), compared with the term in print if there is one.
func (s *Sequence) at(ctx context.Context, n int, o par.Options) (Term, error) {
	value, err := computations[s.terms.Of](s, ctx, n, o)
	if err != nil {
		return Term{}, fmt.Errorf("term %d: %w", n, err)
	}
	t := Term{N: n, Value: value}
	i := n - s.Offset
	switch right, known := s.right[n]; {
	case i < 0 || i >= len(s.printed):
	case s.printed[i].Cmp(value) == 0 && !known:
		t.Printed = true
	case known && right.Cmp(value) == 0:
		t.Wrong = s.printed[i]
	default:
		return Term{}, result.InternalErrorf("a number", "term %d of %s is %v, in print %v", n, s.ID, value, s.printed[i])
	}
	return t, nil
}

// Printed returns the number of terms that the OEIS lists on the page of the sequence.
func (s *Sequence) Printed() int { return len(s.printed) }

// maxDraftTerms is about how many characters of terms the OEIS lists.
const maxDraftTerms = 260

// Draft returns what an editor of the OEIS needs: for a sequence that is not there an entry, and
// for one that is there what is to be added or put right, each in the lines of the OEIS's internal
// format. The terms are the first ones. It is an error if there is nothing to say.
func (s *Sequence) Draft(terms []Term) ([]string, error) {
	wrong, further := []string{}, len(terms) > s.Printed()
	for _, t := range terms {
		if t.Wrong != nil {
			wrong = append(wrong, fmt.Sprintf("a(%d) is %v, not %v", t.N, t.Value, t.Wrong))
		}
	}
	if s.InOEIS() && s.Note == "" {
		return nil, errors.New("there is nothing to add to " + s.ID + " or to put right")
	}
	lines := []string{}
	line := func(letter, text string) {
		if text != "" {
			lines = append(lines, fmt.Sprintf("%%%s %s", letter, text))
		}
	}
	if !s.InOEIS() {
		line("N", strings.ToUpper(s.Name[:1])+s.Name[1:]+".")
	} else {
		lines = append(lines, "# for "+s.Link())
	}
	line("S", draftTerms(terms))
	line("C", s.Note)
	line("F", s.Formula)
	program := fmt.Sprintf("combigo sequence %s --terms %d", s.ID, len(terms))
	line("o", "(combigo) "+program)
	if len(s.Related) > 0 {
		line("Y", "Cf. "+strings.Join(s.Related, ", ")+".")
	}
	if !s.InOEIS() {
		line("K", "nonn,more")
		line("O", fmt.Sprintf("%d,%d", s.Offset, firstAboveOne(terms)))
	}
	switch first := s.Offset + s.Printed(); {
	case len(wrong) > 0:
		line("E", strings.Join(wrong, "; "))
	case s.InOEIS() && further:
		line("E", fmt.Sprintf("a(%d)-a(%d) added", first, terms[len(terms)-1].N))
	}
	file := s.ID
	if s.InOEIS() {
		file = "b" + s.ID[1:]
	}
	return append(lines, "# checked by: "+s.Second, fmt.Sprintf("# b-file: %s --output %s.txt", program, file)), nil
}

// draftTerms returns as many terms as the OEIS lists, at least one.
func draftTerms(terms []Term) string {
	text := terms[0].Value.String()
	for _, t := range terms[1:] {
		next := text + "," + t.Value.String()
		if len(next) > maxDraftTerms {
			break
		}
		text = next
	}
	return text
}

// firstAboveOne returns the place of the first term that is above 1, counted from 1; 1 if there is
// none.
func firstAboveOne(terms []Term) int {
	one := big.NewInt(1)
	return 1 + max(0, slices.IndexFunc(terms, func(t Term) bool { return t.Value.Cmp(one) > 0 }))
}

// computations return a(n).
var computations = map[string]func(s *Sequence, ctx context.Context, n int, o par.Options) (*big.Int, error){
	"legal":                     (*Sequence).legal,
	"up-to-motions":             (*Sequence).symmetric,
	"up-to-motions-and-colours": (*Sequence).symmetric,
	"equal-stones":              (*Sequence).balanced,
	"alternating-stones":        (*Sequence).balanced,
	"liberties":                 (*Sequence).liberties,
	"liberties-bound":           (*Sequence).libertiesBound,
	"record":                    (*Sequence).record,
	"games":                     (*Sequence).games,
	"summed-games":              (*Sequence).summedGames,
	"all-games":                 (*Sequence).allGames,
	"moves":                     (*Sequence).moves,
	"fewest":                    (*Sequence).fewest,
	"corner":                    (*Sequence).corner,
	"eye":                       (*Sequence).bigEye,
}

// size returns the board of a term: n x n ("square"), n x (n+1) ("almost-square"), that of the
// place n if boards are read by antidiagonals ("antidiagonal": (1,1), (1,2), (2,1), (1,3), ...) or
// those with at most as many columns as rows by rows ("triangle"), or n columns of some rows.
func (t *terms) size(n int) board.Size {
	switch t.Boards {
	case "square":
		return board.Size{Rows: n, Cols: n}
	case "almost-square":
		return board.Size{Rows: n, Cols: n + 1}
	case "":
		return board.Size{Rows: t.Rows, Cols: n}
	}
	k := 1
	for ; n > k; k++ {
		n -= k
	}
	if t.Boards == "antidiagonal" {
		return board.Size{Rows: n, Cols: k + 1 - n}
	}
	return board.Size{Rows: k, Cols: n}
}

// variant returns what is counted on the boards of legal positions.
func (t *terms) variant(o par.Options) (count.Options, error) {
	opt := count.Options{Variant: count.Variant{Colors: t.Colors}, Options: o}
	if t.Lattice == "" {
		return opt, nil
	}
	var err error
	opt.Variant.Lattice, err = lattice.ParseKind(t.Lattice)
	return opt, err
}

// legal is the number of legal positions of a board.
func (s *Sequence) legal(ctx context.Context, n int, o par.Options) (*big.Int, error) {
	opt, err := s.terms.variant(o)
	if err != nil {
		return nil, err
	}
	r, err := count.Legal(ctx, s.terms.size(n), opt)
	if err != nil {
		return nil, err
	}
	return r.Value, nil
}

// fits returns an error if a term of legal positions will be refused.
func (s *Sequence) fits(n int, o par.Options) error {
	opt, err := s.terms.variant(o)
	if err != nil {
		return err
	}
	return count.Check(s.terms.size(n), opt)
}

// fewest is the minimum number of legal positions of a connected graph with n vertices.
func (s *Sequence) fewest(ctx context.Context, n int, _ par.Options) (*big.Int, error) {
	positions, _, err := s.search.Positions(ctx, n)
	return positions, err
}

// symmetric is the number of legal positions of n x n up to the motions of the board, or up to the
// exchange of the colours, too.
func (s *Sequence) symmetric(ctx context.Context, n int, o par.Options) (*big.Int, error) {
	r, err := symmetry.Count(ctx, board.Size{Rows: n, Cols: n}, symmetry.Options{Options: o})
	switch {
	case err != nil:
		return nil, err
	case s.terms.Of == "up-to-motions":
		return r.Orbits, nil
	}
	return r.OrbitsColored, nil
}

// balanced is the number of legal positions of n x n with as many black stones as white ones, or
// also with one more.
func (s *Sequence) balanced(ctx context.Context, n int, o par.Options) (*big.Int, error) {
	t, err := count.Stones(ctx, board.Size{Rows: n, Cols: n}, count.Options{Options: o})
	switch {
	case err != nil:
		return nil, err
	case s.terms.Of == "equal-stones":
		return t.WithDifference(0), nil
	}
	return t.Alternating(), nil
}

// liberties is the maximum number of liberties of one string on n x n, proved.
func (s *Sequence) liberties(ctx context.Context, n int, o par.Options) (*big.Int, error) {
	b, err := liberties.OnBoard(ctx, n, n, liberties.Options{Options: o})
	if err != nil {
		return nil, err
	}
	if b.Proof == liberties.Unproved {
		return nil, fmt.Errorf("%d liberties are reached, but that there are no more is not proved", b.Liberties)
	}
	return big.NewInt(int64(b.Liberties)), nil
}

// libertiesBound is an upper bound of the same.
func (s *Sequence) libertiesBound(_ context.Context, n int, _ par.Options) (*big.Int, error) {
	return big.NewInt(int64(liberties.AtMost(n, n))), nil
}

// record is the maximum of a quantity on n x n.
func (s *Sequence) record(ctx context.Context, n int, o par.Options) (*big.Int, error) {
	of, err := records.ParseQuantity(s.terms.Quantity)
	if err != nil {
		return nil, err
	}
	r, err := records.Find(ctx, of, board.Size{Rows: n, Cols: n}, o)
	if err != nil {
		return nil, err
	}
	if r.Position == nil {
		return nil, fmt.Errorf("%d %s are quoted, not computed", r.Value, of)
	}
	return big.NewInt(int64(r.Value)), nil
}

// games is the number of games of n moves on a square board, by the rules of A048289.
func (s *Sequence) games(ctx context.Context, n int, o par.Options) (*big.Int, error) {
	r, err := length.Count(ctx, s.terms.Rows, s.terms.Rows, n, length.Options{
		Rules: length.Published, Options: par.Options{Threads: o.Threads, Progress: o.Progress},
	})
	if err != nil {
		return nil, err
	}
	return r.Value, nil
}

// summedGames is the number of those of at most n moves.
func (s *Sequence) summedGames(ctx context.Context, n int, o par.Options) (*big.Int, error) {
	sum := new(big.Int)
	for k := range n + 1 {
		games, err := s.games(ctx, k, o)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, games)
	}
	return sum, nil
}

// moves is the number of edges of the game graph of a board.
func (s *Sequence) moves(ctx context.Context, n int, o par.Options) (*big.Int, error) {
	size := s.terms.size(n)
	g, err := lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
	if err != nil {
		return nil, err
	}
	summary, err := game.Summarize(ctx, g, game.Rules{}, game.Effort{}, o)
	if err != nil {
		return nil, err
	}
	return big.NewInt(summary.Degrees.Edges), nil
}

// allGames is the number of games on n x n, with suicide and positional superko. On a board without
// points there is one: two passes.
func (s *Sequence) allGames(ctx context.Context, n int, o par.Options) (*big.Int, error) {
	if n == 0 {
		return big.NewInt(1), nil
	}
	g, err := lattice.New(lattice.Square, n, n, lattice.Options{})
	if err != nil {
		return nil, err
	}
	r, err := game.Count(ctx, g, game.Rules{}, o)
	if err != nil {
		return nil, err
	}
	return r.Value, nil
}

// corner is the least number of liberties that black has after n moves on 19x19, without passes,
// suicide and repetition.
//
// After a move of black's his last string has one. So from 5 moves on nothing is less than n modulo
// 2, and games in which black goes round the edge reach that. Before that black has one or two
// stones, with a neighbour more than stones at least, in a corner, and white may hold as many of
// the neighbours as she has stones. If she has captured one of two, in a corner, her stones there
// leave the other one two liberties or more.
func (s *Sequence) corner(_ context.Context, n int, _ par.Options) (*big.Int, error) {
	if n < 5 {
		return big.NewInt(int64((n+1)/2 + 1 - n/2)), nil
	}
	return big.NewInt(int64(n % 2)), nil
}

// bigEye is by how many moves the opponent of a string must be ahead to capture it if its only
// liberties are the n points of one eye. Nothing in it captures the string before the eye is full
// but for a point. Then the string may capture what is in the eye, for a move, and has an eye of a
// point less.
func (s *Sequence) bigEye(_ context.Context, n int, _ par.Options) (*big.Int, error) {
	ahead := int64(1)
	for k := int64(2); k <= int64(n); k++ {
		ahead = max(k, k-1-1+ahead)
	}
	return big.NewInt(ahead), nil
}

// catalog has the fields of [Sequence]; terms in print are of the OEIS's own files on GitHub, of
// 2026, or where these do not say when, of 2024 or later.
//
//go:embed catalog.json
var catalog []byte

// All returns the sequences: first those of the OEIS, in the order of their numbers, then the
// others.
func All() (all []*Sequence) {
	var records []struct {
		*Sequence
		Last    int              `json:"last"`
		Term    terms            `json:"term"`
		Printed []*big.Int       `json:"printed"`
		Right   map[int]*big.Int `json:"right"`
	}
	if err := json.Unmarshal(catalog, &records); err != nil {
		panic("sequence: catalog.json: " + err.Error()) // it is part of the program
	}
	for _, r := range records {
		r.Sequence.Last, r.terms, r.printed, r.right = r.Last, r.Term, r.Printed, r.Right
		all = append(all, r.Sequence)
	}
	return all
}

// IDs returns the ids of all sequences.
func IDs() (ids []string) {
	for _, s := range All() {
		ids = append(ids, s.ID)
	}
	return ids
}

// Find returns the sequence with an id.
func Find(id string) (*Sequence, error) {
	for _, s := range All() {
		if strings.EqualFold(s.ID, id) {
			return s, nil
		}
	}
	return nil, fmt.Errorf("%q is not a sequence: want an id such as A094777 or torus", id)
}
