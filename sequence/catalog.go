package sequence

import (
	_ "embed"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

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
