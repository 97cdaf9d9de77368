package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
)

// testTable finds the squares of the sides, and then what then says.
func testTable(then func(context.Context) error) *boardTable[board.Size] {
	forms := func(what string, sizes ...board.Size) *view.Answer {
		write := func(head string) func(w io.Writer) error {
			return func(w io.Writer) error {
				_, err := fmt.Fprintln(w, head, sizes)
				return err
			}
		}
		return &view.Answer{
			Numbers: []any{big.NewInt(int64(sizes[0].Points()))},
			Formats: map[string]func(io.Writer) error{"text": write(what), "json": write(what), "csv": write("sizes\n")},
		}
	}
	return &boardTable[board.Size]{
		find: func(ctx context.Context, boards board.Range, _ par.Options, found func(board.Size)) error {
			for size := range boards.Sizes() {
				found(size)
			}
			return then(ctx)
		},
		board:  func(size board.Size) board.Size { return size },
		fewest: func(board.Size) int { return 1 },
		one:    func(size board.Size) *view.Answer { return forms("one", size) },
		all:    func(sizes []board.Size) *view.Answer { return forms("all", sizes...) },
	}
}

var tableTests = []struct {
	format string
	rows   string // what is written row by row
	all    string // what is written at the end
}{
	{"quiet", "1\n4\n9\n", ""},
	{"bfile", "1 1\n2 4\n3 9\n", ""},
	{"csv", "sizes\n [1x1]\n [2x2]\n [3x3]\n", ""},
	{"json", "", "all [1x1 2x2 3x3]\n"},
	{"text", "", "all [1x1 2x2 3x3]\n"},
}

// tableCommand is a command that writes a format to a writer, in a context.
func tableCommand(ctx context.Context, out io.Writer, format string) *command {
	c := newCommand("count")
	c.out.format = format
	c.SetOut(out)
	c.SetContext(ctx)
	return c
}

// Each format is written as numbers are found, or when all are there, or on Ctrl-C; what is found
// after an error of the engine is not asked for.
func TestTableIsWrittenAsFound(t *testing.T) {
	failure := errors.New("a failure")
	for _, test := range tableTests {
		t.Run(test.format, func(t *testing.T) {
			var out bytes.Buffer
			boards, err := board.ParseRange("1-3")
			if err != nil {
				t.Fatal(err)
			}
			ctx := context.Background()
			run := func(then func(context.Context) error) (string, error) {
				out.Reset()
				err := testTable(then).run(tableCommand(ctx, &out, test.format), boards)
				return out.String(), err
			}
			got, err := run(func(context.Context) error {
				if out.String() != test.rows {
					t.Errorf("before the end %q is written, want %q", &out, test.rows)
				}
				return nil
			})
			if err != nil || got != test.rows+test.all {
				t.Errorf("%q is written, %v; want %q", got, err, test.rows+test.all)
			}
			if got, err := run(func(context.Context) error { return failure }); !errors.Is(err, failure) || got != test.rows {
				t.Errorf("after a failure %q is written, %v; want %q", got, err, test.rows)
			}
			var interrupt func()
			ctx, interrupt = context.WithCancel(context.Background())
			forever := make(chan struct{})
			defer close(forever)
			got, err = run(func(context.Context) error {
				interrupt()
				<-forever // an engine that does not listen
				return nil
			})
			if !errors.Is(err, context.Canceled) || got != test.rows+test.all {
				t.Errorf("after Ctrl-C %q is written, %v; want %q", got, err, test.rows+test.all)
			}
		})
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// Where the rows cannot be written the search is stopped.
func TestTableThatCannotBeWritten(t *testing.T) {
	boards, err := board.ParseRange("1-3")
	if err != nil {
		t.Fatal(err)
	}
	table := testTable(func(ctx context.Context) error {
		<-ctx.Done()
		return context.Cause(ctx)
	})
	var exit exitError
	if err := table.run(tableCommand(context.Background(), fullDisk{}, "quiet"), boards); !errors.As(err, &exit) || exit.code != exitInternal {
		t.Errorf("the end is %v", err)
	}
}
