package view

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"combigo/goban"
	"combigo/liberties"
	"combigo/published"
)

// wrong is the line that is printed, loudly, where the formula fails.
func wrong(rows, cols int, c liberties.Column) string {
	return fmt.Sprintf("FORMULA WRONG on %dx%d: a group has %d liberties, the formula of the hypothesis says %d\n",
		rows, cols, c.Liberties, c.Formula)
}

// proofWords says what the proof of a number is.
func proofWords(p liberties.Proof) string {
	switch p {
	case liberties.ByPlain:
		return "proved: the dynamic program looked at all groups"
	case liberties.ByWindows:
		return "proved: no group has more; the formula is right on all wider boards, too"
	case liberties.BySymmetry:
		return "proved for the board with rows and columns exchanged"
	case liberties.ByException:
		return "found by the search: a lower bound"
	}
	return "NOT PROVED: this group has that number; whether another has more was not searched"
}

func proofWord(p liberties.Proof) string {
	if p == liberties.Unproved {
		return "NOT PROVED"
	}
	return string(p)
}

// groupText returns a group as a diagram.
func groupText(g *liberties.Group) (string, error) {
	if g == nil {
		return "", nil
	}
	var b bytes.Buffer
	err := writeGroups(&b, goban.WriteDiagram, g)
	return b.String(), err
}

func joinSteps(steps []int) string {
	var texts []string
	for _, step := range steps {
		texts = append(texts, fmt.Sprintf("%+d", step))
	}
	return strings.Join(texts, ",")
}

// orEmpty returns a number that is known, nothing for 0.
func orEmpty(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// printedRepeat returns the entry of a height in the column "repeat" of the table
// of Go::CountLiberties, nothing beyond it.
func printedRepeat(height int) string {
	row, _ := published.LibertyRowOf(height)
	return orEmpty(row.Repeat)
}

func writeGroups(w io.Writer, write any, groups ...*liberties.Group) error {
	var positions []*goban.Position
	for _, g := range groups {
		if g == nil {
			continue
		}
		p, err := g.Position()
		if err != nil {
			return err
		}
		positions = append(positions, p)
	}
	switch write := write.(type) {
	case func(io.Writer, ...*goban.Position) error:
		return write(w, positions...)
	case func(io.Writer, *goban.Position) error:
		for i, p := range positions {
			if i > 0 {
				fmt.Fprintln(w)
			}
			if err := write(w, p); err != nil {
				return err
			}
		}
	}
	return nil
}
