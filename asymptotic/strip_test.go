package asymptotic

import (
	"context"
	"fmt"
	"os"
	"testing"
)

func TestX(t *testing.T) {
	f, _ := os.Create("/tmp/ex/strips.tsv")
	defer f.Close()
	for m := 1; m <= 11; m++ {
		s, err := NewStrip(context.Background(), m, 24, StripOptions{})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(f, s.Row())
	}
}
