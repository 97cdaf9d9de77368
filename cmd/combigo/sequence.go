package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/sequence"
)

func newSequenceCommand() *cobra.Command {
	c, terms, draft := newCommand("sequence"), int64(0), false
	c.ValidArgsFunction = completeIDs(func() (ids []string) {
		for _, s := range sequence.All() {
			ids = append(ids, s.ID+"\t"+s.Name)
		}
		return ids
	})
	numberVar(c.Flags(), &terms, "terms", 1, math.MaxInt64, "number of terms", "number N of terms (default: those that take about a second)")
	c.Flags().BoolVar(&draft, "draft", false, "print a draft for the OEIS")
	c.limited()
	c.writes("print the terms only, one a line, or the ids", "bfile", "csv", "json")
	return c.answers(func() (*view.Answer, error) {
		switch {
		case len(c.args) > 1:
			return nil, oneArgument("one id, such as A094777")(c.Command, c.args)
		case len(c.args) == 0 && terms > 0:
			return nil, errors.New("--terms goes with the id of a sequence, such as A094777")
		case len(c.args) == 0 && draft:
			return nil, errors.New("--draft goes with the id of a sequence, such as A007565")
		case len(c.args) == 0:
			if c.out.format == "bfile" || c.out.format == "csv" {
				c.out.format = "text"
			}
			return view.Sequences(), nil
		}
		s, err := sequence.Find(c.args[0])
		if err != nil {
			return nil, fmt.Errorf("%w (combigo sequence lists all)%s", err, didYouMean(c.args[0], sequence.IDs()...))
		}
		n := s.Quick
		if terms > 0 {
			n = int(min(terms, 1<<30))
		}
		if err := s.Check(n); err != nil {
			return nil, fmt.Errorf("--terms %d: %w", n, err)
		}
		if draft {
			if err := c.noneWith("draft", "format", "json", "quiet"); err != nil {
				return nil, err
			}
			c.out.format = "draft"
		}
		return nil, printTerms(c, s, n)
	})
}

// printTerms writes the terms of a sequence, in JSON all together, otherwise one by one as they are
// known.
func printTerms(c *command, s *sequence.Sequence, n int) (err error) {
	w, closeOutput, err := c.open()
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, closeOutput()) }()
	found := &view.SequenceTerms{Sequence: s}
	for t, err := range s.Terms(c.Context(), n, c.work("%s", s.ID)) {
		if err != nil {
			return fmt.Errorf("%s: %w", s.ID, err)
		}
		c.bar.hide()
		if err := found.Add(w, t, c.out.format); err != nil {
			return exitError{exitInternal, fmt.Errorf("standard output: %w", err)}
		}
	}
	switch c.out.format {
	case "json", "draft", "page":
		return found.Answer().Write(w, c.out.format, view.Style{})
	}
	return nil
}
