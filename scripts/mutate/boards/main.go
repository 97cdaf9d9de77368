// Boards counts the legal positions of some boards by package count and compares the numbers with
// known ones. The exit status is 0 if all are right, 1 if package count stops with an error, 3 if
// it returns a wrong number, which it has checked.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/lattice"
)

// A known board is counted and has the given number. Most of them are in no paper, so that package
// count cannot look them up. The test counts each in another way.
type known struct {
	rows, cols int
	opt        count.Options
	number     string
}

var boards = []known{
	{1, 40, count.Options{}, "343707458702001889"},
	{2, 30, count.Options{}, "6667200127148566420161892297"},
	{4, 11, count.Options{Modular: true}, "346509357705064881665"},
	{5, 9, count.Options{}, "1067209721257393078309"},
	{6, 10, count.Options{}, "12638077320385421622369537121"},
	{6, 7, count.Options{Variant: count.Variant{Colors: 3}}, "825327357765469768439803"},
	{7, 9, count.Options{Modular: true}, "333015747614613137707179139735"},
	{8, 11, count.Options{}, "207311104441429909372420835795083252630341"},
	{8, 9, count.Options{Variant: count.Variant{Lattice: lattice.Triangular}}, "12686788042450901160793093753993353"},
	{9, 9, count.Options{}, "103919148791293834318983090438798793469"},
	{9, 12, count.Options{}, "572850599805454151547400354521021692342750066455229"},
	{10, 12, count.Options{Modular: true}, "266648435649536135848492911325835015522478839105234863729"},
	{10, 13, count.Options{}, "14016785905459667304891803188347636532773276281561262609007417"},
}

var errWrong = errors.New("a wrong number was returned as checked")

// count returns errWrong for a wrong number, and otherwise the error of package count.
func (b known) count(ctx context.Context) error {
	r, err := count.Legal(ctx, board.Size{Rows: b.rows, Cols: b.cols}, b.opt)
	if err == nil && r.Value.String() != b.number {
		err = errWrong
	}
	return err
}

func main() {
	for _, b := range boards {
		if err := b.count(context.Background()); err != nil {
			fmt.Fprintf(os.Stderr, "boards: %dx%d: %v\n", b.rows, b.cols, err)
			if err == errWrong {
				os.Exit(3)
			}
			os.Exit(1)
		}
	}
}
