// Package sequence lists the integer sequences of the combinatorics of Go, those of the On-Line
// Encyclopedia of Integer Sequences (OEIS) and those that are not in it, and computes their terms.
//
// A [Sequence] has an id, A094777 or a name of this program's, says what a(n) is, which terms are
// in print, and in which second way a term is checked. [Sequence.Terms] yields one term after the
// other; a term in print that comes out differently is a [result.InternalError], unless the one in
// print is known to be wrong. [Sequence.Draft] writes what an editor of the OEIS would need.
//
// The file says in this order what a sequence is, has a function for each kind of term, and reads
// the list of all, from catalog.txt.
package sequence

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strconv"
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

	term    termFunc
	fits    func(n int, o par.Options) error // nil if that is not known before a term is computed
	printed []*big.Int                       // the terms that the OEIS lists
	right   map[int]*big.Int                 // by index, what those should be that are known to be wrong
}

// A termFunc returns a(n).
type termFunc = func(ctx context.Context, n int, o par.Options) (*big.Int, error)

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
func (s *Sequence) TooLarge(count int, o par.Options) (n int, err error) {
	const few = 32
	if s.fits == nil {
		return 0, nil
	}
	for n := s.Offset; n < s.Offset+min(count, s.Quick+few); n++ {
		if err := s.fits(n, o); err != nil {
			return n, err
		}
	}
	return 0, nil
}

// at returns a(n), compared with the term in print if there is one.
func (s *Sequence) at(ctx context.Context, n int, o par.Options) (Term, error) {
	value, err := s.term(ctx, n, o)
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

// fewestLiberties is the least number of liberties that black has after n moves on 19x19, without
// passes, suicide and repetition.
//
// After a move of black's his last string has one. So from 5 moves on nothing is less than n modulo
// 2, and games in which black goes round the edge reach that. Before that black has one or two
// stones, with a neighbour more than stones at least, in a corner, and white may hold as many of
// the neighbours as she has stones. If she has captured one of two, in a corner, her stones there
// leave the other one two liberties or more.
func fewestLiberties(_ context.Context, n int, _ par.Options) (*big.Int, error) {
	if n < 5 {
		return big.NewInt(int64((n+1)/2 + 1 - n/2)), nil
	}
	return big.NewInt(int64(n % 2)), nil
}

// computations make what computes the terms of a sequence, by the first word of its field term, of
// the words after it.
var computations = map[string]func(words []string) termFunc{
	"legal":     legal,
	"symmetry":  upToSymmetry,
	"stones":    byStones,
	"liberties": ofString,
	"record":    record,
	"games":     games,
	"moves":     moves,
	"all-games": func([]string) termFunc { return allGames },
	"fewest":    func([]string) termFunc { return fewestOnGraphs() },
	"corner":    func([]string) termFunc { return fewestLiberties },
	"eye":       func([]string) termFunc { return bigEye },
}

// found returns a number of what was computed without an error.
func found[R any](r R, err error, number func(R) *big.Int) (*big.Int, error) {
	if err != nil {
		return nil, err
	}
	return number(r), nil
}

// must returns a value of the catalog, which is part of the program.
func must[T any](x T, err error) T {
	if err != nil {
		panic("sequence: catalog.txt: " + err.Error())
	}
	return x
}

// size returns a board that depends on n, by the words "square", "almost-square" (n x (n+1)),
// "antidiagonal" and "triangle" (the place that term n has if the boards are read by antidiagonals:
// (1,1), (1,2), (2,1), (1,3), ..., or those with at most as many columns as rows by rows), or
// "rows" and their number.
func size(words []string) func(n int) board.Size {
	switch words[0] {
	case "square":
		return func(n int) board.Size { return board.Size{Rows: n, Cols: n} }
	case "almost-square":
		return func(n int) board.Size { return board.Size{Rows: n, Cols: n + 1} }
	case "rows":
		rows := must(strconv.Atoi(words[1]))
		return func(n int) board.Size { return board.Size{Rows: rows, Cols: n} }
	}
	return func(n int) board.Size {
		k := 1
		for ; n > k; k++ {
			n -= k
		}
		if words[0] == "antidiagonal" {
			return board.Size{Rows: n, Cols: k + 1 - n}
		}
		return board.Size{Rows: k, Cols: n}
	}
}

// legal is the number of legal positions of a board, "lattice" and "colors" may follow on which.
func legal(words []string) termFunc {
	size, v := variant(words)
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		r, err := count.Legal(ctx, size(n), count.Options{Variant: v, Options: o})
		return found(r, err, func(r *result.Result) *big.Int { return r.Value })
	}
}

// legalFits tells whether a term of [legal] will be refused.
func legalFits(words []string) func(n int, o par.Options) error {
	size, v := variant(words)
	return func(n int, o par.Options) error { return count.Check(size(n), count.Options{Variant: v, Options: o}) }
}

// variant is the boards of a sequence, and what is counted on them.
func variant(words []string) (of func(n int) board.Size, v count.Variant) {
	for i, word := range words {
		switch word {
		case "lattice":
			v.Lattice = must(lattice.ParseKind(words[i+1]))
		case "colors":
			v.Colors = must(strconv.Atoi(words[i+1]))
		}
	}
	return size(words), v
}

// fewestOnGraphs is the minimum number of legal positions of a connected graph with n vertices.
// Terms go on from those before.
func fewestOnGraphs() termFunc {
	var s fewest.Search
	return func(ctx context.Context, n int, _ par.Options) (*big.Int, error) {
		positions, _, err := s.Positions(ctx, n)
		return positions, err
	}
}

// upToSymmetry is the number of legal positions of n x n up to the "motions" of the board, or the
// "motions-and-colours".
func upToSymmetry(words []string) termFunc {
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		r, err := symmetry.Count(ctx, board.Size{Rows: n, Cols: n}, symmetry.Options{Options: o})
		return found(r, err, func(r *symmetry.Result) *big.Int {
			if words[0] == "motions" {
				return r.Orbits
			}
			return r.OrbitsColored
		})
	}
}

// byStones is the number of legal positions of n x n with "equal" numbers of stones, or
// "alternating" ones.
func byStones(words []string) termFunc {
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		t, err := count.Stones(ctx, board.Size{Rows: n, Cols: n}, count.Options{Options: o})
		return found(t, err, func(t *count.StoneTable) *big.Int {
			if words[0] == "equal" {
				return t.WithDifference(0)
			}
			return t.Alternating()
		})
	}
}

// ofString is the "maximum" number of liberties of one string on n x n, proved, or an upper
// "bound".
func ofString(words []string) termFunc {
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		if words[0] == "bound" {
			return big.NewInt(int64(liberties.AtMost(n, n))), nil
		}
		b, err := liberties.OnBoard(ctx, n, n, liberties.Options{Options: o})
		if err == nil && b.Proof == liberties.Unproved {
			err = fmt.Errorf("%d liberties are reached, but that there are no more is not proved", b.Liberties)
		}
		return found(b, err, func(b *liberties.Board) *big.Int { return big.NewInt(int64(b.Liberties)) })
	}
}

// record is the maximum of a quantity on n x n.
func record(words []string) termFunc {
	of := must(records.ParseQuantity(words[0]))
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		r, err := records.Find(ctx, of, board.Size{Rows: n, Cols: n}, o)
		if err == nil && r.Position == nil {
			err = fmt.Errorf("%d %s are quoted, not computed", r.Value, of)
		}
		return found(r, err, func(r *records.Record) *big.Int { return big.NewInt(int64(r.Value)) })
	}
}

// games is the number of games of n moves on a square board, by the rules of A048289; "summed", of
// at most n moves.
func games(words []string) termFunc {
	side := must(strconv.Atoi(words[0]))
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		sum, k := new(big.Int), n
		if words[1] == "summed" {
			k = 0
		}
		for ; k <= n; k++ {
			r, err := length.Count(ctx, side, side, k, length.Options{Rules: length.Published, Options: par.Options{Threads: o.Threads, Progress: o.Progress}})
			if err != nil {
				return nil, err
			}
			sum.Add(sum, r.Value)
		}
		return sum, nil
	}
}

func graph(s board.Size) (*lattice.Graph, error) {
	return lattice.New(lattice.Square, s.Rows, s.Cols, lattice.Options{})
}

// moves is the number of edges of the game graph of a board.
func moves(words []string) termFunc {
	size := size(words)
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		g, err := graph(size(n))
		if err != nil {
			return nil, err
		}
		s, err := game.Summarize(ctx, g, game.Rules{}, game.Effort{}, o)
		return found(s, err, func(s *game.Summary) *big.Int { return big.NewInt(s.Degrees.Edges) })
	}
}

// allGames is the number of games on n x n, with suicide and positional superko. On a board without
// points there is one: two passes.
func allGames(ctx context.Context, n int, o par.Options) (*big.Int, error) {
	if n == 0 {
		return big.NewInt(1), nil
	}
	g, err := graph(board.Size{Rows: n, Cols: n})
	if err != nil {
		return nil, err
	}
	r, err := game.Count(ctx, g, game.Rules{}, o)
	return found(r, err, func(r *game.Games) *big.Int { return r.Value })
}

// bigEye is by how many moves the opponent of a string must be ahead to capture it if its only
// liberties are the n points of one eye. Nothing in it captures the string before the eye is full
// but for a point. Then the string may capture what is in the eye, for a move, and has an eye of a
// point less.
func bigEye(_ context.Context, n int, _ par.Options) (*big.Int, error) {
	ahead := int64(1)
	for k := int64(2); k <= int64(n); k++ {
		ahead = max(k, k-1-1+ahead)
	}
	return big.NewInt(ahead), nil
}

// catalog says of its form itself.
//
//go:embed catalog.txt
var catalog string

// All returns the sequences: first those of the OEIS, in the order of their numbers, then the
// others.
func All() (all []*Sequence) {
	_, records, _ := strings.Cut(catalog, "\n\n")
	for record := range strings.SplitSeq(records, "\n\n") {
		fields := map[string]string{}
		for line := range strings.Lines(record) {
			field, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			fields[field] = strings.TrimSpace(value)
		}
		all = append(all, newSequence(fields))
	}
	return all
}

// newSequence makes a sequence of the fields of its record.
func newSequence(fields map[string]string) *Sequence {
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil && text != "" {
			panic(fmt.Sprintf("sequence: catalog.txt: %s: %q is not a number", fields["id"], text)) // the file is part of the program
		}
		return n
	}
	integer := func(text string) *big.Int {
		n, ok := new(big.Int).SetString(text, 10)
		if !ok {
			panic(fmt.Sprintf("sequence: catalog.txt: %s: %q is not a number", fields["id"], text))
		}
		return n
	}
	s := &Sequence{
		ID: fields["id"], Name: fields["name"], Offset: number(fields["offset"]), Quick: number(fields["quick"]), Last: number(fields["last"]),
		Command: fields["command"], Second: fields["second"], Note: fields["note"], Formula: fields["formula"],
		Related: strings.Fields(fields["related"]), right: map[int]*big.Int{},
	}
	for word := range strings.FieldsSeq(fields["printed"]) {
		s.printed = append(s.printed, integer(word))
	}
	for word := range strings.FieldsSeq(fields["right"]) {
		n, right, _ := strings.Cut(word, "=")
		s.right[number(n)] = integer(right)
	}
	words := append(strings.Fields(fields["term"]), "", "", "", "")
	compute, known := computations[words[0]]
	if !known {
		panic(fmt.Sprintf("sequence: catalog.txt: %s: no computation %q", s.ID, words[0]))
	}
	s.term = compute(words[1:])
	if words[0] == "legal" {
		s.fits = legalFits(words[1:])
	}
	return s
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
