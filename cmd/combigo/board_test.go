package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"testing"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/par"
)

// testTable finds the squares of the sides, and then what then says.
func testTable(then func() error) *boardTable[board.Size] {
	return &boardTable[board.Size]{
		find: func(ctx context.Context, boards board.Range, _ par.Options, found func(board.Size)) error {
			for size := range boards.Sizes() {
				found(size)
			}
			return then()
		},
		board:  func(size board.Size) board.Size { return size },
		fewest: func(board.Size) int { return 1 },
		answer: func(sizes []board.Size) *view.Answer {
			a := &view.Answer{Formats: map[string]func(io.Writer) error{"text": func(w io.Writer) error {
				_, err := fmt.Fprintln(w, sizes)
				return err
			}}}
			for _, size := range sizes {
				a.Numbers = append(a.Numbers, big.NewInt(int64(size.Points())))
			}
			return a
		},
	}
}

// What is found is written at the end, after an error, and on Ctrl-C, even if the engine does not
// listen.
func TestTableIsWrittenInAnyCase(t *testing.T) {
	failure := errors.New("a failure")
	for format, want := range map[string]string{"quiet": "1\n4\n9\n", "bfile": "1 1\n2 4\n3 9\n", "text": "[1x1 2x2 3x3]\n"} {
		t.Run(format, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(context.Background())
			forever := make(chan struct{})
			defer close(forever)
			for end, then := range map[error]func() error{
				nil:     func() error { return nil },
				failure: func() error { return failure },
				context.Canceled: func() error {
					interrupt()
					<-forever
					return nil
				},
			} {
				var out bytes.Buffer
				boards, err := board.ParseRange("1-3")
				if err != nil {
					t.Fatal(err)
				}
				c := newCommand("count")
				c.Command = &cobra.Command{}
				c.out.format = format
				c.SetOut(&out)
				if c.SetContext(context.Background()); end == context.Canceled {
					c.SetContext(ctx)
				}
				run := c.answerWith(func() (*view.Answer, error) { return testTable(then).run(c, boards) })
				if err := run.RunE(run, nil); !errors.Is(err, end) || out.String() != want {
					t.Errorf("%q is written, %v; want %q, %v", &out, err, want, end)
				}
			}
		})
	}
}
