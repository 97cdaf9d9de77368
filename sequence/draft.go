package sequence

import (
	"errors"
	"fmt"
	"strings"
)

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
	for i, t := range terms {
		if t.Value.IsInt64() && t.Value.Int64() <= 1 {
			continue
		}
		return i + 1
	}
	return 1
}
