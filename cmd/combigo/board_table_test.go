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
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
)

// testTable finds the squares of the sides, and then what then says.
func testTable(then func(context.Context) error) *boardTable[board.Size] {
	return &boardTable[board.Size]{
		command: "test", machine: &machineFlags{}, out: &output{format: "text"},
		find: func(ctx context.Context, _ io.Writer, boards board.Range, _ par.Options, found func(board.Size)) error {
			for size := range boards.Sizes() {
				found(size)
			}
			return then(ctx)
		},
		number: func(size board.Size) *big.Int { return big.NewInt(int64(size.Points())) },
		board:  func(size board.Size) board.Size { return size },
		fewest: func(board.Size) int { return 1 },
		csv: func(w io.Writer, sizes []board.Size) error {
			fmt.Fprintln(w, "rows,cols")
			for _, size := range sizes {
				fmt.Fprintf(w, "%d,%d\n", size.Rows, size.Cols)
			}
			return nil
		},
		several: func(sizes []board.Size) *view.Document { // any document that says what it is given
			return (&view.NoCycle{Rows: len(sizes), Reason: fmt.Sprint("all ", sizes)}).Document()
		},
	}
}

var tableTests = []struct {
	format string
	rows   string // what is written row by row
	all    string // what is written at the end
}{
	{"quiet", "1\n4\n9\n", ""},
	{"bfile", "1 1\n2 4\n3 9\n", ""},
	{"csv", "rows,cols\n1,1\n2,2\n3,3\n", ""},
	{"json", "", "[\n  {\n    \"schema\": \"combigo 1\",\n    \"Rows\": 1,\n    \"Cols\": 1\n  },\n  {\n    \"schema\": \"combigo 1\",\n    \"Rows\": 2,\n    \"Cols\": 2\n  },\n  {\n    \"schema\": \"combigo 1\",\n    \"Rows\": 3,\n    \"Cols\": 3\n  }\n]\n"},
	{"text", "", "3x0: all [1x1 2x2 3x3]\n--all tells whether there is a Hamiltonian game\n"},
}

func (t *boardTable[R]) setFormat(format string) {
	t.out.format = format
}

// Each format is written as numbers are found, or when all are there, or on Ctrl-C; what is found
// after an error of the engine is not asked for.
func TestTableIsWrittenAsFound(t *testing.T) {
	failure := errors.New("a failure")
	for _, test := range tableTests {
		t.Run(test.format, func(t *testing.T) {
			var out bytes.Buffer
			command := &cobra.Command{}
			command.SetOut(&out)
			boards, err := board.ParseRange("1-3")
			if err != nil {
				t.Fatal(err)
			}
			run := func(then func(context.Context) error) (string, error) {
				out.Reset()
				table := testTable(then)
				table.setFormat(test.format)
				err := table.run(command, boards)
				return out.String(), err
			}
			command.SetContext(context.Background())
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
			ctx, interrupt := context.WithCancel(context.Background())
			command.SetContext(ctx)
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
	command := &cobra.Command{}
	command.SetOut(fullDisk{})
	command.SetContext(context.Background())
	boards, err := board.ParseRange("1-3")
	if err != nil {
		t.Fatal(err)
	}
	table := testTable(func(ctx context.Context) error {
		<-ctx.Done()
		return context.Cause(ctx)
	})
	table.setFormat("quiet")
	var exit exitError
	if err := table.run(command, boards); !errors.As(err, &exit) || exit.code != exitInternal {
		t.Errorf("the end is %v", err)
	}
}
