package goban_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"combigo.dev/combigo/goban"
)

// A stone without liberties is illegal as it stands, whatever move may have led there.
func ExamplePosition_Illegal() {
	p, err := goban.ParsePosition(`
.XO
.XX
...`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("legal:", p.Legal())
	for _, s := range p.Illegal() {
		fmt.Println(s.Color, p.Label(s.Points[0]))
	}
	// Output:
	// legal: false
	// white C3
}

// Capture comes before suicide: the black stone takes its last liberty from the white one, and
// lives.
func ExamplePosition_Play() {
	p, err := goban.ParsePosition(`
.XO.
XO.O
.XO.`)
	if err != nil {
		fmt.Println(err)
		return
	}
	outcome, err := p.Play(goban.Black, goban.Point{Row: 1, Col: 2}, goban.SuicideForbidden)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("captured:", p.Label(outcome.Captured[0]))
	fmt.Println(p)
	// Output:
	// captured: B2
	// .XO.
	// X.XO
	// .XO.
}

// The suicide of a single stone is a move that leaves the position as it was.
func ExampleOutcome() {
	p, err := goban.ParsePosition(".O\nO.")
	if err != nil {
		fmt.Println(err)
		return
	}
	corner := goban.Point{Row: 0, Col: 0}
	outcome, err := p.Play(goban.Black, corner, goban.SuicideAllowed)
	fmt.Println(len(outcome.Suicide), err)
	_, err = p.Play(goban.Black, corner, goban.SuicideForbidden)
	fmt.Println(errors.Is(err, goban.ErrSuicide), err)
	// Output:
	// 1 <nil>
	// true black at A2: the move is suicide, which the rule forbids
}

func ExamplePosition_Strings() {
	p, err := goban.ParsePosition("XX.O")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range p.Strings() {
		fmt.Printf("%v: %d stones, %d liberties\n", s.Color, len(s.Points), len(s.Liberties))
	}
	// Output:
	// black: 2 stones, 1 liberties
	// white: 1 stones, 1 liberties
}

// An SGF game is followed to the end of its main line, with captures.
func ExampleParse() {
	text := "(;SZ[3:2]AB[aa];W[ba];B[cb];W[ab])"
	for record, err := range goban.Parse("game.sgf", []byte(text)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("after", record.Moves, "moves:")
		fmt.Println(record.Position)
	}
	// Output:
	// after 3 moves:
	// .O.
	// O.X
}

func ExampleSyntaxError() {
	for _, err := range goban.Parse("ragged.txt", []byte("X.O\n..\n")) {
		fmt.Println(err)
	}
	// Output:
	// ragged.txt:2:3: ragged rows: found 2 points, expected 3 as on line 1
}

func ExampleWriteDiagram() {
	p, err := goban.ParsePosition("X..\n.O.")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := goban.WriteDiagram(os.Stdout, p); err != nil {
		fmt.Println(err)
	}
	// Output:
	//   A B C
	// 2 X . . 2
	// 1 . O . 1
	//   A B C
}

func ExampleWriteSGF() {
	p, err := goban.ParsePosition("X..\n.O.")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := goban.WriteSGF(os.Stdout, p); err != nil {
		fmt.Println(err)
	}
	// Output:
	// (;FF[4]GM[1]SZ[3:2]
	// AB[aa]
	// AW[bb])
}

// L(3,3), counted one by one.
func ExampleCountLegal() {
	n, err := goban.CountLegal(context.Background(), 3, 3)
	fmt.Println(n, err)
	// Output:
	// 12675 <nil>
}

// The five legal positions of two points side by side.
func ExampleAll() {
	all, err := goban.All(1, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	for p := range all {
		fmt.Println(p)
	}
	// Output:
	// ..
	// X.
	// O.
	// .X
	// .O
}

func ExampleColumnLabel() {
	fmt.Println(goban.ColumnLabel(0), goban.ColumnLabel(8), goban.ColumnLabel(24), goban.ColumnLabel(25), goban.ColumnLabel(26))
	// Output:
	// A J Z AA BB
}

// A ko on 3x3: white may not take back at once.
func ExampleReplay() {
	start, _ := goban.New(3, 3)
	game, _ := goban.NewReplay(start, goban.Black, goban.Rules{FreeTurns: true})
	for _, move := range []struct {
		color    goban.Color
		row, col int
	}{{goban.Black, 1, 0}, {goban.White, 2, 2}, {goban.White, 1, 1}, {goban.White, 2, 0}, {goban.Black, 2, 1}, {goban.White, 2, 0}} {
		if err := game.Play(goban.Stone(move.color, goban.Point{Row: move.row, Col: move.col})); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(game.Counts().Captured, "captured,", game.Counts().ImpliedPasses, "passes left out")
	// Output: white at A1: the move brings back an earlier position, which superko forbids (positional superko; it was there after move 4)
	// 1 captured, 2 passes left out
}
