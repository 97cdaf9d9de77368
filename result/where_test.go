package result

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
)

// A board that is not plain is named in every format.
func TestWhereIsShown(t *testing.T) {
	r := sample(t, "57", big.NewInt(81))
	r.Board, r.Where = board.Size{}, "the graph of 4 vertices and 4 edges"
	for want, write := range map[string]func(*bytes.Buffer) error{
		"\"symbol\": \"L(9,13)\",\n  \"graph\": \"the graph of 4 vertices and 4 edges\",\n  \"value\"": func(b *bytes.Buffer) error { return JSON(b, r) },
		"\nlegal positions on the graph of 4 vertices and 4 edges,0":                                   func(b *bytes.Buffer) error { return CSV(b, []*Result{r}) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in %s, %v", want, &b, err)
		}
	}
}
