package sequence_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/count/fewest"
	"combigo.dev/combigo/game/length"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sequence"
)

func Example() {
	s, err := sequence.Find("A094777")
	if err != nil {
		panic(err)
	}
	for t, err := range s.Terms(context.Background(), 4, par.Options{}) {
		if err != nil {
			panic(err)
		}
		fmt.Println(t.N, t.Value, t.Printed)
	}
	// Output:
	// 1 1 true
	// 2 57 true
	// 3 12675 true
	// 4 24318165 true
}

// first returns the first terms of a sequence.
func first(t *testing.T, id string, count int) []*big.Int {
	t.Helper()
	s, err := sequence.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	var values []*big.Int
	for term, err := range s.Terms(t.Context(), count, par.Options{}) {
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		if want := s.Offset + len(values); term.N != want {
			t.Fatalf("%s: term %d follows %d terms from %d on", id, term.N, len(values), s.Offset)
		}
		values = append(values, term.Value)
	}
	return values
}

// The terms in print come out, as far as they are quick.
func TestPrintedTerms(t *testing.T) {
	for _, s := range sequence.All() {
		n := min(s.Printed(), s.Quick, 24)
		if !longtests.Wanted() { // each takes about as long as those before it together
			n = min(n, (s.Quick+1)*2/3)
		}
		if n > 0 && s.ID != "A007565" { // TestWrongTermsInPrint
			first(t, s.ID, n) // a term that differs from the one in print is an error
		}
	}
}

// Ids are of the OEIS or plain words, once each; only the OEIS has addresses.
func TestCatalog(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range sequence.All() {
		if seen[s.ID] || !regexp.MustCompile(`^(A\d{6}|[a-z]+(-[a-z0-9]+)*)$`).MatchString(s.ID) {
			t.Errorf("id %q", s.ID)
		}
		seen[s.ID] = true
		if (s.Link() != "") != s.InOEIS() || s.Printed() > 0 && !s.InOEIS() {
			t.Errorf("%s: link %q, %d terms in print", s.ID, s.Link(), s.Printed())
		}
		if s.Name == "" || s.Second == "" || s.Command == "" || s.Quick < 1 {
			t.Errorf("%s: %+v", s.ID, s)
		}
	}
	for _, id := range []string{"A007565", "A048289", "games-9", "games-13"} {
		if s, err := sequence.Find(id); err != nil || s.Last != length.MaxMoves {
			t.Errorf("%s to n = %d, %v, want %d", id, s.Last, err, length.MaxMoves)
		}
	}
	if s, err := sequence.Find("A337207"); err != nil || s.Last != fewest.MaxVertices {
		t.Errorf("A337207 to n = %d, %v, want %d", s.Last, err, fewest.MaxVertices)
	}
	if _, err := sequence.Find("A000001"); err == nil || !regexp.MustCompile(`^"A000001" is not a sequence: want an id such as A094777`).MatchString(err.Error()) {
		t.Errorf("A000001: %v", err)
	}
}

// Positions on lattices, with colours, and on cycles: all colourings, looked at one by one.
func TestPositionsByEnumeration(t *testing.T) {
	for _, s := range []struct {
		id     string
		kind   lattice.Kind
		colors int
		terms  int
	}{
		{"torus", lattice.Torus, 2, 3},
		{"cylinder", lattice.Cylinder, 2, 3},
		{"triangular", lattice.Triangular, 2, 3},
		{"hexagonal", lattice.Hexagonal, 2, 3},
		{"square-octagonal", lattice.SquareOctagonal, 2, 3},
		{"three-colours", lattice.Square, 3, 2},
		{"four-colours", lattice.Square, 4, 2},
		{"A327821", lattice.Cycle, 2, 8},
	} {
		for i, got := range first(t, s.id, s.terms) {
			rows := i + 1
			if s.kind == lattice.Cycle {
				rows = 1
			}
			g, err := lattice.New(s.kind, rows, i+1, lattice.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if want, err := enumeration.Count(g, s.colors); err != nil || got.Cmp(want) != 0 {
				t.Errorf("%s, term %d: %v, enumeration %v, %v", s.id, i+1, got, want, err)
			}
		}
	}
}

// TestPseudoliberties: the terms are pairs of a stone and an empty point next to it for one string,
// as the name says. All stones of a position have more of them together.
func TestPseudoliberties(t *testing.T) {
	s, err := sequence.Find("max-pseudoliberties")
	if err != nil || !strings.Contains(s.Name, "of one string") {
		t.Errorf("%+v, %v", s, err)
	}
	for i, got := range first(t, "max-pseudoliberties", 3) {
		all, err := goban.All(i+1, i+1)
		if err != nil {
			t.Fatal(err)
		}
		ofString, ofPosition := 0, 0
		for p := range all {
			if !p.Legal() {
				continue
			}
			sum := 0
			for _, s := range p.Strings() {
				pairs := 0
				for _, liberty := range s.Liberties {
					for _, stone := range s.Points {
						if abs(stone.Row-liberty.Row)+abs(stone.Col-liberty.Col) == 1 {
							pairs++
						}
					}
				}
				ofString, sum = max(ofString, pairs), sum+pairs
			}
			ofPosition = max(ofPosition, sum)
		}
		if got.Int64() != int64(ofString) || i > 0 && ofPosition <= ofString {
			t.Errorf("%dx%d: %v, enumeration %d of one string, %d of a position", i+1, i+1, got, ofString, ofPosition)
		}
	}
}

func abs(x int) int { return max(x, -x) }

// Squares by their stones and up to symmetry: all positions, and the smallest image of each under
// the motions.
func TestSquaresByEnumeration(t *testing.T) {
	const sides = 3
	symmetric, exchanged := first(t, "symmetry", sides), first(t, "symmetry-colours", sides)
	equal, alternating := first(t, "equal-stones", sides), first(t, "alternating-stones", sides)
	for side := 1; side <= sides; side++ {
		all, err := goban.All(side, side)
		if err != nil {
			t.Fatal(err)
		}
		var counts struct{ symmetric, exchanged, equal, alternating int64 }
		for p := range all {
			if !p.Legal() {
				continue
			}
			cells := make([]goban.Color, 0, side*side)
			difference := 0
			for row := range side {
				for col := range side {
					c := p.At(row, col)
					cells = append(cells, c)
					difference += map[goban.Color]int{goban.Black: 1, goban.White: -1}[c]
				}
			}
			own, other := smallestImages(cells, side)
			key := string(keyOf(cells))
			if key == own {
				counts.symmetric++
				if own <= other {
					counts.exchanged++
				}
			}
			if difference == 0 {
				counts.equal++
			}
			if difference == 0 || difference == 1 {
				counts.alternating++
			}
		}
		for _, c := range []struct {
			what string
			got  *big.Int
			want int64
		}{
			{"symmetry", symmetric[side-1], counts.symmetric},
			{"symmetry-colours", exchanged[side-1], counts.exchanged},
			{"equal-stones", equal[side-1], counts.equal},
			{"alternating-stones", alternating[side-1], counts.alternating},
		} {
			if c.got.Cmp(big.NewInt(c.want)) != 0 {
				t.Errorf("%s, %dx%d: %v, enumeration %d", c.what, side, side, c.got, c.want)
			}
		}
	}
}

func keyOf(cells []goban.Color) []byte {
	key := make([]byte, len(cells))
	for i, c := range cells {
		key[i] = map[goban.Color]byte{goban.Empty: '0', goban.Black: '1', goban.White: '2'}[c]
	}
	return key
}

// smallestImages returns the smallest key of the images of a position under the eight motions of a
// square, and that of the images with colours exchanged.
func smallestImages(cells []goban.Color, side int) (own, exchanged string) {
	key := keyOf(cells)
	image := make([]byte, len(key))
	for motion := range 8 {
		for row := range side {
			for col := range side {
				r, c := row, col
				if motion&1 != 0 {
					r = side - 1 - r
				}
				if motion&2 != 0 {
					c = side - 1 - c
				}
				if motion&4 != 0 {
					r, c = c, r
				}
				image[r*side+c] = key[row*side+col]
			}
		}
		if s := string(image); own == "" || s < own {
			own = s
		}
		for i, b := range image {
			image[i] = map[byte]byte{'0': '0', '1': '2', '2': '1'}[b]
		}
		if s := string(image); exchanged == "" || s < exchanged {
			exchanged = s
		}
	}
	return own, exchanged
}

// The terms of A007565 that the OEIS has wrong are told, and are no error; any other term that
// differs is one.
func TestWrongTermsInPrint(t *testing.T) {
	s, err := sequence.Find("A007565")
	if err != nil {
		t.Fatal(err)
	}
	count, wants := 5, []string{"%E a(4) is 16889859371, not 16889859363", "%S 1,362,130683,47046243,16889859371"}
	if longtests.Wanted() {
		count, wants = 6, []string{wants[0] + "; a(5) is 6046709378019, not 6046709375131", wants[1] + ",6046709378019"}
	}
	var terms []sequence.Term
	for term, err := range s.Terms(t.Context(), count, par.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		if wrong := map[int]string{4: "16889859363", 5: "6046709375131"}[term.N]; (term.Wrong != nil) != (wrong != "") || term.Wrong != nil && term.Wrong.String() != wrong || term.Printed == (wrong != "") {
			t.Errorf("%+v, want %q to be wrong", term, wrong)
		}
		terms = append(terms, term)
	}
	draft, err := s.Draft(terms)
	text := strings.Join(draft, "\n")
	for _, want := range wants {
		if err != nil || !strings.Contains(text, want+"\n") {
			t.Errorf("no %q in the draft\n%s\n%v", want, text, err)
		}
	}
}

// Each sequence that is not in the OEIS has a draft with a name, terms, a program and an offset;
// those with nothing to say have none.
func TestDrafts(t *testing.T) {
	for _, s := range sequence.All() {
		draft, err := s.Draft([]sequence.Term{{N: s.Offset, Value: big.NewInt(1)}, {N: s.Offset + 1, Value: big.NewInt(5)}})
		if (err != nil) != (s.InOEIS() && s.Note == "") {
			t.Errorf("%s: %v", s.ID, err)
		}
		if err != nil || s.InOEIS() {
			continue
		}
		text := strings.Join(draft, "\n")
		for _, want := range []string{"%N ", "%S 1,5\n", "%o (combigo) combigo sequence " + s.ID + " --terms 2\n", "%K nonn,", fmt.Sprintf("%%O %d,2\n", s.Offset), "--output "} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", s.ID, want, text)
			}
		}
	}
}

// Signatures that are given as formulas reproduce the terms.
func TestSignatures(t *testing.T) {
	tried := 0
	for _, s := range sequence.All() {
		_, list, ok := strings.Cut(s.Formula, "signature (")
		if !ok {
			continue
		}
		tried++
		var signature []*big.Int
		for word := range strings.SplitSeq(strings.TrimSuffix(list, ")."), ", ") {
			c, _ := new(big.Int).SetString(word, 10)
			signature = append(signature, c)
		}
		terms := first(t, s.ID, 2*len(signature))
		for n := len(signature); n < len(terms); n++ {
			sum := new(big.Int)
			for i, c := range signature {
				sum.Add(sum, new(big.Int).Mul(c, terms[n-1-i]))
			}
			if sum.Cmp(terms[n]) != 0 {
				t.Errorf("%s: term %d is %v, by the signature %v", s.ID, n, terms[n], sum)
			}
		}
	}
	if tried == 0 {
		t.Error("no signature")
	}
}

// The eye of A089071 in semeais that are played to the end: black moves first, against a white
// string whose liberties are in the eye; white may move elsewhere to take one of black's liberties.
// The eye gives as many as black must have.
func TestBigEyes(t *testing.T) {
	const rows, cols = 4, 5
	points := []goban.Point{{Row: 1, Col: 2}, {Row: 1, Col: 1}, {Row: 1, Col: 3}, {Row: 2, Col: 2}, {Row: 2, Col: 1}}
	var eyes [][]goban.Point // up to a row of three, the pyramid of four and the bulky five, all of them dead
	for n := range points {
		eyes = append(eyes, points[:n+1])
	}
	for i, want := range first(t, "A089071", len(eyes)) {
		start, err := goban.New(rows, cols)
		if err != nil {
			t.Fatal(err)
		}
		for row := range rows {
			for col := range cols {
				start.Set(row, col, goban.White)
			}
		}
		for _, at := range eyes[i] {
			start.Set(at.Row, at.Col, goban.Empty)
		}
		known := map[string]bool{}
		var blackWins func(p *goban.Position, turn goban.Color, liberties int) bool
		blackWins = func(p *goban.Position, turn goban.Color, liberties int) bool {
			key := fmt.Sprint(p, turn, liberties)
			if wins, ok := known[key]; ok {
				return wins
			}
			wins := turn == goban.White && liberties > 1 && blackWins(p, goban.Black, liberties-1)
			for _, at := range eyes[i] {
				q := p.Clone()
				outcome, err := q.Play(turn, at, goban.SuicideForbidden)
				switch {
				case err != nil:
				case turn == goban.Black:
					wins = wins || len(outcome.Captured) > 0 || blackWins(q, goban.White, liberties)
				default:
					wins = wins && blackWins(q, goban.Black, liberties)
				}
			}
			known[key] = wins
			return wins
		}
		liberties := 1
		for !blackWins(start, goban.Black, liberties) {
			liberties++
		}
		if want.Cmp(big.NewInt(int64(liberties))) != 0 {
			t.Errorf("an eye of %d points gives %d liberties, not %v", i+1, liberties, want)
		}
	}
}

// The first terms of A275346 by all games on a board of 4 x 4, whose corners are as those of 19 x
// 19.
func TestFewestLiberties(t *testing.T) {
	const side, moves = 4, 4
	start, err := goban.New(side, side)
	if err != nil {
		t.Fatal(err)
	}
	least := slices.Repeat([]int{side * side}, moves+1)
	var play func(p *goban.Position, n int)
	play = func(p *goban.Position, n int) {
		least[n] = min(least[n], blackLiberties(p))
		for i := 0; i < side*side && n < moves; i++ {
			q := p.Clone()
			if _, err := q.Play([]goban.Color{goban.Black, goban.White}[n%2], goban.Point{Row: i / side, Col: i % side}, goban.SuicideForbidden); err == nil {
				play(q, n+1)
			}
		}
	}
	play(start, 0)
	for i, want := range first(t, "A275346", moves) {
		if want.Cmp(big.NewInt(int64(least[i+1]))) != 0 {
			t.Errorf("after %d moves black has %d liberties at least, not %v", i+1, least[i+1], want)
		}
	}
	s, err := sequence.Find("A275346")
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range first(t, "A275346", s.Last)[4:] {
		if n := i + 5; x.Cmp(big.NewInt(int64(n%2))) != 0 || blackLiberties(cornerGame(t, n)) != n%2 {
			t.Errorf("a(%d) = %v, the game leaves black %d", n, x, blackLiberties(cornerGame(t, n)))
		}
	}
}

const cornerSide = 19 // of the board of A275346

// cornerGame plays n moves, 5 or more, by the rules: black goes round the edge from a corner, white
// next to him, and black has one liberty after each of his moves. The last move takes it if it is
// white's.
func cornerGame(t *testing.T, n int) *goban.Position {
	t.Helper()
	black := append([]goban.Point{{}, {Col: 1}}, ring(0)...)
	white := append([]goban.Point{{Col: 2}, {Row: 1, Col: 1}}, ring(1)...)
	white = append(white, ring(8)...) // once there is nothing left to do
	if n%2 == 0 {
		white[n/2-1] = black[n/2]
	}
	start, err := goban.New(cornerSide, cornerSide)
	if err != nil {
		t.Fatal(err)
	}
	game, err := goban.NewReplay(start, goban.Black, goban.Rules{Superko: goban.PositionalSuperko, Suicide: goban.SuicideForbidden})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		move := goban.Stone(goban.Black, black[i/2])
		if i%2 == 1 {
			move = goban.Stone(goban.White, white[i/2])
		}
		if err := game.Play(move); err != nil {
			t.Fatalf("move %d of %d: %v", i+1, n, err)
		}
	}
	return game.Position()
}

// ring returns the points at a distance from the edge, from below the upper left one on: down, to
// the right, up, and to the left.
func ring(depth int) (points []goban.Point) {
	at := goban.Point{Row: depth, Col: depth}
	for _, step := range []goban.Point{{Row: 1}, {Col: 1}, {Row: -1}, {Col: -1}} {
		for range cornerSide - 1 - 2*depth {
			at.Row, at.Col = at.Row+step.Row, at.Col+step.Col
			points = append(points, at)
		}
	}
	return points[:len(points)-1]
}

// blackLiberties returns the number of empty points next to black stones.
func blackLiberties(p *goban.Position) int {
	found := map[goban.Point]bool{}
	for _, s := range p.Strings() {
		if s.Color == goban.Black {
			for _, at := range s.Liberties {
				found[at] = true
			}
		}
	}
	return len(found)
}

// A007565 is the sum of A048289.
func TestSums(t *testing.T) {
	sum := new(big.Int)
	sums := first(t, "A007565", 5)
	for n, x := range first(t, "A048289", 5) {
		if sum.Add(sum, x); sums[n].Cmp(sum) != 0 {
			t.Errorf("A007565(%d) = %v, the sum of A048289 is %v", n, sums[n], sum)
		}
	}
}

// A term after the end of the context is not computed, but for those that a formula gives.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	byFormula := []string{"A071619", "A089071", "A275346"}
	for _, s := range sequence.All() {
		n, last := 0, error(nil)
		for _, err := range s.Terms(ctx, 5, par.Options{}) {
			if last = err; err == nil {
				n++
			}
		}
		if (n == 5 && last == nil) != slices.Contains(byFormula, s.ID) {
			t.Errorf("%s: %d terms after the end of the context, %v", s.ID, n, last)
		}
	}
}

// Terms that will be refused are known before, and so is the last one that can be computed.
func TestTooLarge(t *testing.T) {
	for id, want := range map[string]int{"A094777": 14, "A089071": 0} {
		s, err := sequence.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		var memory *result.MemoryError
		n, err := s.TooLarge(40, par.Options{Memory: 100 << 20})
		if n != want || errors.As(err, &memory) != (want > 0) {
			t.Errorf("%s: term %d is too large, want %d, %v", id, n, want, err)
		}
		if n, err := s.TooLarge(2, par.Options{Memory: 100 << 20}); n != 0 || err != nil {
			t.Errorf("%s: of two terms %d is too large, %v", id, n, err)
		}
	}
	s, _ := sequence.Find("A275346")
	if s.Check(s.Last) != nil || s.Check(s.Last+1) == nil {
		t.Errorf("A275346: %v, %v", s.Check(s.Last), s.Check(s.Last+1))
	}
}
