// Package sequence lists the integer sequences of the combinatorics of Go, those of the On-Line
// Encyclopedia of Integer Sequences (OEIS) and those that are not in it, and computes their terms.
//
// A [Sequence] has an id, A094777 or a name of this program's, says what a(n) is, which terms are
// in print, and in which second way a term is checked. [Sequence.Terms] yields one term after the
// other; a term in print that comes out differently is a [result.InternalError], unless the one in
// print is known to be wrong. [Sequence.Draft] writes what an editor of the OEIS would need.
//
// Files, in reading order: sequence.go (what a sequence is), terms.go (a function for each kind of
// term), catalog.go (the list, from catalog.txt).
package sequence

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strings"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
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
