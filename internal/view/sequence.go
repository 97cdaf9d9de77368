package view

import (
	"io"

	"combigo/sequence"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Sequences lists the sequences that are known, for people.
func Sequences(w io.Writer) error {
	t := newTable()
	t.AppendHeader(table.Row{"id", "a(n)"})
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 2, WidthMax: 58, WidthMaxEnforcer: text.WrapSoft}})
	for _, s := range sequence.All() {
		t.AppendRow(table.Row{s.ID, s.Name})
	}
	return Lines(w, t.Render())
}

// SequenceIDs lists the ids of the sequences that are known.
func SequenceIDs(w io.Writer) error {
	for _, s := range sequence.All() {
		if err := Lines(w, s.ID); err != nil {
			return err
		}
	}
	return nil
}
