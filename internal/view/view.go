// Package view writes results for people and for programs: text and HTML, JSON, CSV and b-files.
//
// A command hands its result to one function of this package for each format. What pages of the
// explorer show, too, is a [Document], in parts that have a form for the command line and one for
// pages. Nothing here computes; what is derived for show, such as which digits are certain, is
// derived once, and the text and the JSON are both written from it. The one writer of JSON and of
// b-files is in package result, that of CSV and of tables here.
package view

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"time"
)

// writeCSV writes a line with the names of the columns and a line for each row. The names are those
// of the fields of the JSON.
func writeCSV(w io.Writer, rows [][]any, names ...string) error {
	lines := [][]string{names}
	for _, row := range rows {
		line := make([]string, len(row))
		for i, cell := range row {
			line[i] = fmt.Sprint(cell)
		}
		lines = append(lines, line)
	}
	return csv.NewWriter(w).WriteAll(lines)
}

// Lines writes a value a line.
func Lines[T any](w io.Writer, values ...T) error {
	for _, value := range values {
		if _, err := fmt.Fprintln(w, value); err != nil {
			return err
		}
	}
	return nil
}

// seconds writes a time for CSV.
func seconds(t time.Duration) string { return strconv.FormatFloat(t.Seconds(), 'f', 3, 64) }

// OneOf returns the only value of a list, or the list: what JSON has for one board, or for a table
// of them.
func OneOf[T any](list []T) any {
	if len(list) == 1 {
		return list[0]
	}
	return list
}
