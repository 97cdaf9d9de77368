package ranking

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// newTable returns the table of a board.
func newTable(t testing.TB, size board.Size, opt par.Options) *Table {
	t.Helper()
	table, err := New(context.Background(), size, opt)
	if err != nil {
		t.Fatalf("%s: %v", size, err)
	}
	return table
}

// wordOf writes a position in the order of the package comment, with letters that sort as . X O do.
func wordOf(p *goban.Position) string {
	var b strings.Builder
	put := func(row, col int) { b.WriteByte("abc"[p.At(row, col)]) }
	if p.Cols() <= p.Rows() {
		for row := range p.Rows() {
			for col := range p.Cols() {
				put(row, col)
			}
		}
		return b.String()
	}
	for col := range p.Cols() {
		for row := range p.Rows() {
			put(row, col)
		}
	}
	return b.String()
}

// sorted returns all legal positions of a board in the order of the package comment, by enumeration
// and sorting.
func sorted(t *testing.T, size board.Size) []*goban.Position {
	t.Helper()
	all, err := goban.All(size.Rows, size.Cols)
	if err != nil {
		t.Fatal(err)
	}
	byWord := map[string]*goban.Position{}
	for p := range all {
		byWord[wordOf(p)] = p.Clone()
	}
	var list []*goban.Position
	for _, word := range slices.Sorted(maps.Keys(byWord)) {
		list = append(list, byWord[word])
	}
	return list
}

func numbers(n int) []*big.Int {
	var list []*big.Int
	for i := range n {
		list = append(list, big.NewInt(int64(i)))
	}
	return list
}

// On every small board the table's order is that of a sorted enumeration, in both directions.
func TestOrderIsThatOfSortedWords(t *testing.T) {
	var sizes []board.Size
	for rows := 1; rows <= 8; rows++ {
		for cols := 1; rows*cols <= 8; cols++ {
			sizes = append(sizes, board.Size{Rows: rows, Cols: cols})
		}
	}
	if longtests.Wanted() {
		sizes = append(sizes, board.Size{Rows: 3, Cols: 3})
	}
	for _, size := range sizes {
		t.Run(size.String(), func(t *testing.T) { compareWithSorted(t, size) })
	}
}

func compareWithSorted(t *testing.T, size board.Size) {
	want := sorted(t, size)
	table := newTable(t, size, par.Options{})
	if table.Total().Int64() != int64(len(want)) {
		t.Fatalf("%d positions, want %d", table.Total(), len(want))
	}
	got, err := table.Unrank(context.Background(), numbers(len(want)))
	if err != nil {
		t.Fatal(err)
	}
	ranks, err := table.Rank(context.Background(), want)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if !got[i].Equal(want[i]) {
			t.Fatalf("number %d is\n%s\nwant\n%s", i, got[i], want[i])
		}
		if ranks[i].Int64() != int64(i) {
			t.Fatalf("\n%s\nhas number %d, want %d", want[i], ranks[i], i)
		}
	}
}

// randomRanks returns numbers of positions, the first and the last among them.
func randomRanks(total *big.Int, n int) []*big.Int {
	random := rand.New(rand.NewPCG(1, 2))
	list := []*big.Int{new(big.Int), new(big.Int).Sub(total, big.NewInt(1))}
	for range n {
		r := new(big.Int)
		for r.BitLen() < total.BitLen()+64 {
			r.Or(r.Lsh(r, 64), new(big.Int).SetUint64(random.Uint64()))
		}
		list = append(list, r.Mod(r, total))
	}
	return list
}

// Larger boards: the total is the other engine's, and from number to position and back is where one
// came from; the order of positions is that of their words; threads, kept counts and counts
// computed again make no difference.
func TestThereAndBack(t *testing.T) {
	sizes := []board.Size{{Rows: 5, Cols: 5}, {Rows: 4, Cols: 7}, {Rows: 7, Cols: 4}, {Rows: 2, Cols: 60}, {Rows: 90, Cols: 1}}
	if longtests.Wanted() {
		sizes = append(sizes, board.Size{Rows: 7, Cols: 8}, board.Size{Rows: 6, Cols: 20})
	}
	for _, size := range sizes {
		t.Run(size.String(), func(t *testing.T) {
			table := newTable(t, size, par.Options{Threads: 3})
			want, err := connected.Count(context.Background(), size.Short(), size.Long(), par.Options{})
			if err != nil || table.Total().Cmp(want) != 0 {
				t.Fatalf("%d positions, want %d, %v", table.Total(), want, err)
			}
			ranks := randomRanks(table.Total(), 400)
			slices.SortFunc(ranks, (*big.Int).Cmp)
			positions := unrank(t, table, ranks)
			if !slices.IsSortedFunc(positions, func(p, q *goban.Position) int { return strings.Compare(wordOf(p), wordOf(q)) }) {
				t.Error("the positions of sorted numbers are not sorted")
			}
			if err := verify(table, positions, ranks); err != nil {
				t.Error(err)
			}
			table.inside, table.opt.Threads = nil, 1
			if err := verify(table, positions, ranks); err != nil {
				t.Errorf("with counts computed again: %v", err)
			}
		})
	}
}

func unrank(t *testing.T, table *Table, ranks []*big.Int) []*goban.Position {
	t.Helper()
	positions, err := table.Unrank(context.Background(), ranks)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range positions {
		if !p.Legal() {
			t.Fatalf("number %d is not legal:\n%s", ranks[i], p)
		}
	}
	return positions
}

// The empty board is number 0 and, colours exchanged, every position but it has another number.
func TestColourExchangeIsAnInvolution(t *testing.T) {
	size := board.Size{Rows: 3, Cols: 4}
	table := newTable(t, size, par.Options{})
	var exchanged []*goban.Position
	for _, p := range unrank(t, table, numbers(2000)) {
		q := p.Clone()
		for row := range size.Rows {
			for col := range size.Cols {
				q.Set(row, col, p.At(row, col).Opponent())
			}
		}
		exchanged = append(exchanged, q)
	}
	ranks, err := table.Rank(context.Background(), exchanged)
	if err != nil {
		t.Fatal(err)
	}
	for i, rank := range ranks {
		if (rank.Int64() == int64(i)) != (i == 0) {
			t.Errorf("number %d is its own exchange", i)
		}
	}
}

func TestRankRefusesIllegalPositions(t *testing.T) {
	table := newTable(t, board.Size{Rows: 2, Cols: 3}, par.Options{})
	for diagram, want := range map[string]string{
		"XO.\nOO.": "the position is not legal: the black string A2 has no liberty",
		"XOX\nOXO": "the position is not legal: the black string A2 has no liberty, and so it is with 5 more",
	} {
		p, err := goban.ParsePosition(diagram)
		if err != nil {
			t.Fatal(err)
		}
		legal, _ := goban.New(2, 3)
		_, err = table.Rank(context.Background(), []*goban.Position{legal, p})
		var illegal *IllegalError
		if !errors.As(err, &illegal) || illegal.Index != 1 || err.Error() != want {
			t.Errorf("%q: the error is %v, want %s", diagram, err, want)
		}
	}
	other, _ := goban.New(3, 2)
	if _, err := table.Rank(context.Background(), []*goban.Position{other}); err == nil {
		t.Error("a position of another board has a number")
	}
}

func TestUnrankRefusesNumbersOutOfRange(t *testing.T) {
	table := newTable(t, board.Size{Rows: 2, Cols: 2}, par.Options{})
	for _, rank := range []int64{-1, 57, 1 << 40} {
		_, err := table.Unrank(context.Background(), []*big.Int{big.NewInt(3), big.NewInt(rank)})
		want := fmt.Sprintf("%d: the 57 legal positions of board 2x2 have the numbers 0 to 56", rank)
		if err == nil || err.Error() != want {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}

// verify goes both ways.
func verify(table *Table, positions []*goban.Position, ranks []*big.Int) error {
	return errors.Join(table.checkRanks(context.Background(), positions, ranks),
		table.checkPositions(context.Background(), positions, ranks))
}

func TestChecksNoticeWrongNumbers(t *testing.T) {
	table := newTable(t, board.Size{Rows: 2, Cols: 2}, par.Options{})
	positions := unrank(t, table, numbers(2))
	positions[0], positions[1] = positions[1], positions[0]
	for _, check := range []func(context.Context, []*goban.Position, []*big.Int) error{table.checkRanks, table.checkPositions} {
		var internal *result.InternalError
		if err := check(context.Background(), positions, numbers(2)); !errors.As(err, &internal) {
			t.Errorf("exchanged positions pass: %v", err)
		}
	}
}

func TestRefusals(t *testing.T) {
	ctx := context.Background()
	var width *WidthError
	if _, err := New(ctx, board.Size{Rows: 17, Cols: 17}, par.Options{}); !errors.As(err, &width) {
		t.Errorf("17x17: %v", err)
	}
	var memory *result.MemoryError
	if _, err := New(ctx, board.Size{Rows: 9, Cols: 9}, par.Options{Memory: 1 << 20}); !errors.As(err, &memory) || memory.Need < 1<<24 {
		t.Errorf("9x9 in a MiB: %v", err)
	}
	if _, err := New(ctx, board.Size{}, par.Options{}); err == nil {
		t.Error("a board without points has a table")
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := New(stopped, board.Size{Rows: 7, Cols: 7}, par.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

func BenchmarkNew9x9(b *testing.B) {
	for b.Loop() {
		newTable(b, board.Size{Rows: 9, Cols: 9}, par.Options{})
	}
}

func BenchmarkUnrank9x9(b *testing.B) {
	table := newTable(b, board.Size{Rows: 9, Cols: 9}, par.Options{})
	ranks := randomRanks(table.Total(), 1<<15)
	b.ResetTimer()
	for b.Loop() {
		if _, err := table.Unrank(context.Background(), ranks); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(ranks)), "ns/position")
}

// The numbers of a text come in its order, although boards of one size are numbered together.
func TestRankText(t *testing.T) {
	tables := 0
	ranked, checks, err := RankText(t.Context(), "three.txt", []byte("OX\n..\n\n...\n...\n...\n\n..\n..\n"), func(size board.Size) (*Table, error) {
		tables++
		return New(t.Context(), size, par.Options{})
	})
	if err != nil || len(ranked) != 3 || tables != 2 || len(checks) == 0 {
		t.Fatalf("%v, %d tables, %v, %v", ranked, tables, checks, err)
	}
	for i, want := range []string{"49 of 57", "0 of 12675", "0 of 57"} {
		if got := fmt.Sprintf("%v of %v", ranked[i].Rank, ranked[i].Total); got != want {
			t.Errorf("position %d is number %s, want %s", i, got, want)
		}
	}
	if _, _, err := RankText(t.Context(), "bad.txt", []byte("X\n"), nil); !errors.As(err, new(*IllegalError)) || !strings.HasPrefix(err.Error(), "bad.txt:1: ") {
		t.Errorf("a position that is not legal: %v", err)
	}
}
