package count

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// slowEnvironment is an environment with the slow engine.
func slowEnvironment(e *slowEngine, available result.Bytes) *environment {
	return &environment{
		newEngine: func(b border.Board) (engine, error) {
			fast, err := stages.New(b)
			return &slowOf{fast, e, b.Height}, err
		},
		available: func() result.Bytes { return available },
		disk:      func(string) result.Bytes { return 0 },
	}
}

func (c *environment) legal(ctx context.Context, size board.Size, opt Options) (*result.Result, error) {
	opt.environment = c
	return Legal(ctx, size, opt)
}

func (c *environment) table(ctx context.Context, boards board.Range, opt Options) ([]*result.Result, error) {
	opt.environment = c
	return Table(ctx, boards, opt)
}

func size(t testing.TB, word string) board.Size {
	t.Helper()
	s, err := board.Parse(word)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// printedNumbers holds numbers from tables 3 and 5 of the paper.
var printedNumbers = map[string]string{
	"1x1": "1",
	"2x2": "57",
	"3x3": "12675",
	"4x4": "24318165",
	"5x5": "414295148741",
	"6x6": "62567386502084877",
	"1x2": "5",
	"2x3": "489",
	"3x4": "321689",
	"4x5": "1840058693",
	"5x6": "93332304864173",
}

// publishedLarge holds those that are too large for the slow engine.
var publishedLarge = map[string]string{
	"7x7":   "83677847847984287628595",
	"8x8":   "990966953618170260281935463385",
	"9x9":   "103919148791293834318983090438798793469",
	"10x10": "96498428501909654589630887978835098088148177857",
	"6x7":   "41945191530093646965",
	"7x8":   "166931297609667912727898521",
	"8x9":   "5882748866432370655674372752123193",
	"9x10":  "1835738613899845421140262364853644706891109",
	"10x11": "5072588588647327658457862518216696854885169490987149",
}

func TestLegalWithSlowEngine(t *testing.T) {
	c := slowEnvironment(&slowEngine{}, 0)
	for word, want := range printedNumbers {
		for _, opt := range []Options{{}, {Modular: true}, {Method: Halves, Options: par.Options{Threads: 2}}} {
			r, err := c.legal(context.Background(), size(t, word), opt)
			if err != nil || r.Value.String() != want {
				t.Errorf("L(%s) with %+v is %v, %v, want %s", word, opt, r, err, want)
			}
		}
	}
}

// publishedHuge holds those that take minutes, and gigabytes of memory.
var publishedHuge = map[string]string{
	"11x11": "793474866816582266820936671790189132321673383112185151899",
	"11x12": "124118554774307129694783556890846966815009879092863579679259393",
	"12x12": "57774258489513238998237970307483999327287210756991189655942651331169",
	"12x13": "26892554058860272116972562366415920138007095980551558908000982332405743333",
	"13x13": "37249792307686396442294904767024517674249157948208717533254799550970595875237705",
}

func TestLegalPublished(t *testing.T) {
	checkPublished(t, printedNumbers, Options{})
	checkPublished(t, printedNumbers, Options{Modular: true})
	for word, value := range publishedLarge {
		if longtests.Wanted() || size(t, word).Short() <= 8 {
			checkPublished(t, map[string]string{word: value}, Options{})
		}
	}
}

func TestLegalPublishedModular(t *testing.T) {
	for word, value := range publishedLarge {
		if longtests.Wanted() && size(t, word).Short() <= 9 {
			checkPublished(t, map[string]string{word: value}, Options{Modular: true})
		}
	}
}

func TestLegalPublishedHuge(t *testing.T) {
	if !longtests.Wanted() {
		t.Skip("counts boards of up to 13 rows")
	}
	checkPublished(t, publishedHuge, Options{})
	checkPublished(t, publishedHuge, Options{Modular: true})
}

func checkPublished(t *testing.T, list map[string]string, opt Options) {
	t.Helper()
	for word, want := range list {
		s := size(t, word)
		r, err := Legal(context.Background(), s, opt)
		if err != nil || r.Value.String() != want {
			t.Errorf("L(%s) with %+v is %v, %v, want %s", word, opt, r, err, want)
		}
	}
}

func TestBruteAgreesWithSlowEngine(t *testing.T) {
	c := slowEnvironment(&slowEngine{}, 0)
	for _, word := range []string{"1x1", "1x8", "8x1", "2x5", "3x3", "3x4", "5x2"} {
		brute, err := c.legal(context.Background(), size(t, word), Options{Method: Brute})
		if err != nil {
			t.Fatal(err)
		}
		dp, err := c.legal(context.Background(), size(t, word), Options{Method: Halves})
		if err != nil || brute.Value.Cmp(dp.Value) != 0 {
			t.Errorf("L(%s) is %s by brute force and %v, %v", word, brute.Value, dp, err)
		}
	}
}

func TestResultHasItsProvenance(t *testing.T) {
	r, err := slowEnvironment(&slowEngine{}, 0).legal(context.Background(), size(t, "6x3"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Symbol != "L(6,3)" || r.Board != size(t, "6x3") || r.Whole.Power != "3^18" || r.Method != "halves" || r.Engine != "border" {
		t.Errorf("the result is %+v", r)
	}
	if r.StateSteps == 0 || r.States == 0 || r.Wall == 0 || r.Threads == 0 {
		t.Errorf("the provenance is %+v", r.Provenance)
	}
	if !slices.ContainsFunc(r.Checks, func(s string) bool {
		return strings.HasPrefix(s, "dynamic programming over frontiers modulo the prime 429496")
	}) {
		t.Errorf("the checks are %q", r.Checks)
	}
}

// words returns the number of words of a border.
func words(height int) *big.Int {
	states := connected.ValidClassesAt(height, 0)
	return states.Sub(states.Lsh(states, 1), big.NewInt(1))
}

func TestChecksFitTheBoard(t *testing.T) {
	c := slowEnvironment(&slowEngine{}, 0)
	for word, want := range map[string][]string{
		"3x3": {"brute force over 3^9", "dynamic programming over frontiers"},
		"4x4": {"dynamic programming over frontiers"},
		"5x5": {"asymptotic formula A B^10 L^25: off by 7.0e-05, tolerance 5.0e-03", "dynamic programming over frontiers"},
		"6x6": {"asymptotic formula"},
		"6x7": {"asymptotic formula"},
	} {
		r, err := c.legal(context.Background(), size(t, word), Options{})
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, "at least 1 and less than 3^", "Combinatorics of Go, Table", "the sum modulo 429496", "L(", "L(1,", fmt.Sprintf("%d words", words(r.Board.Short())))
		if r.Board.Long()%2 == 1 {
			want = append(want, "the sum over the words in the middle of the board is an integer")
		}
		for _, prefix := range want {
			if !slices.ContainsFunc(r.Checks, func(s string) bool { return strings.HasPrefix(s, prefix) }) {
				t.Errorf("%s: %q is not among the checks %q", word, prefix, r.Checks)
			}
		}
		if len(r.Checks) != len(want) {
			t.Errorf("the checks of %s are %q, want %q", word, r.Checks, want)
		}
	}
}

// The check of two sums for one board names the board and the vectors.
func TestTwoSumsAreNamed(t *testing.T) {
	const half = "by half a turn in the middle of column 5 and from the vectors after 4 and 5 columns, which"
	for _, c := range []struct {
		rows, cols string
		modular    bool
		want       string
	}{
		{"5", "6", false, "L(5,7) modulo a prime, from the vectors after 4 and 4 columns and after 3 and 5, which"},
		{"5", "8", true, "L(5,9) modulo a prime, from the vectors after 5 and 5 columns and after 4 and 6, which"},
		{"6", "7", false, "L(6,9) modulo a prime, from the vectors after 5 and 5 columns and after 4 and 6, which"},
		{"6", "8", false, "L(6,8) modulo a prime, " + half},
		{"6", "8", true, "L(6,8) modulo a prime, " + half},
		{"6", "7-8", true, "L(6,8) modulo a prime, " + half},
	} {
		boards, err := board.ParseRange(c.rows, c.cols)
		if err != nil {
			t.Fatal(err)
		}
		results, err := Table(t.Context(), boards, Options{Modular: c.modular})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			if !slices.ContainsFunc(r.Checks, func(s string) bool { return strings.HasPrefix(s, c.want) }) {
				t.Errorf("%v: checks %q, want %q", r.Board, r.Checks, c.want)
			}
		}
	}
}

// A second count of the whole board is one check more, and sees a wrong number. What cannot be
// counted is not counted twice.
func TestVerify(t *testing.T) {
	ctx, s := t.Context(), size(t, "5x6")
	once, err := Legal(ctx, s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	twice, err := Legal(ctx, s, Options{Verify: true})
	last := len(once.Checks)
	if err != nil || len(twice.Checks) != last+1 || !strings.HasPrefix(twice.Checks[last], "all 6 columns again by 444 classes") {
		t.Errorf("checks %q, %v", twice.Checks, err)
	}
	if !modular.IsPrime(connectedPrime) {
		t.Errorf("%d is no prime", uint64(connectedPrime))
	}
	in := &instance{size: s}
	twice.Value.Add(twice.Value, big.NewInt(1))
	_, err = in.countAgain(ctx, par.Options{}, twice)
	if wrong := (*result.InternalError)(nil); !errors.As(err, &wrong) {
		t.Errorf("a wrong number: %v", err)
	}
	if _, err := Legal(ctx, size(t, "5x5"), Options{Method: Brute, Verify: true}); err == nil {
		t.Error("25 points by brute force")
	}
	ring, err := lattice.New(lattice.Cycle, 1, 30, lattice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	once, err = Graph(ctx, ring, Options{})
	twice, err2 := Graph(ctx, ring, Options{Verify: true})
	if err != nil || err2 != nil || len(twice.Checks) != len(once.Checks)+1 {
		t.Errorf("of a graph: checks %q and %q, %v, %v", once.Checks, twice.Checks, err, err2)
	}
	if _, err := Graph(ctx, ring, Options{Method: Brute, Verify: true}); err == nil {
		t.Error("30 points by brute force")
	}
}

// The ceiling is what is given, if the machine has that, and else what the machine has.
func TestCeiling(t *testing.T) {
	for _, c := range []struct {
		given, available, ceiling result.Bytes
		named                     bool
	}{{0, 5, 5, false}, {1, 5, 1, true}, {5, 5, 5, true}, {6, 5, 5, false}, {6, 0, 6, true}, {0, 0, 0, false}} {
		opt := Options{environment: slowEnvironment(nil, c.available), Options: par.Options{Memory: c.given}}
		in, err := newInstance(size(t, "2x2"), nil, opt)
		if err != nil || in.Memory != c.ceiling || in.given != c.named {
			t.Errorf("given %d, available %d: %d, %v, %v", c.given, c.available, in.Memory, in.given, err)
		}
	}
}

// A wrong number never comes out, whichever way it went wrong.
func TestWrongNumbersAreNotReturned(t *testing.T) {
	flip := func(residue uint64) uint64 { return residue ^ 1 }
	pass := 0
	flipInSecondPass := func(residue uint64) uint64 {
		if pass++; pass == 2 {
			return flip(residue)
		}
		return residue
	}
	for name, test := range map[string]struct {
		engine slowEngine
		board  string
		opt    Options
	}{
		"a residue, formula":         {slowEngine{spoil: flip}, "5x6", Options{Modular: true}},
		"a residue, no formula":      {slowEngine{spoil: flip}, "4x6", Options{Modular: true}},
		"a residue, tiny board":      {slowEngine{spoil: flip}, "1x1", Options{Modular: true}},
		"a residue, second pass":     {slowEngine{spoil: flipInSecondPass}, "4x20", Options{Modular: true}},
		"the number, no formula":     {slowEngine{forge: addOne}, "4x5", Options{}},
		"the number, formula":        {slowEngine{forge: addOne}, "5x5", Options{}},
		"the number, brute force":    {slowEngine{forge: addOne}, "3x3", Options{}},
		"the number, recount":        {slowEngine{forge: addOne}, "6x6", Options{}},
		"the sum modulo a prime":     {slowEngine{spoilFresh: flip}, "6x7", Options{}},
		"the narrow board":           {slowEngine{spoilNarrow: flip}, "6x7", Options{}},
		"the number of words":        {slowEngine{deceive: func(o *stages.Outcome) { o.Words.Sub(o.Words, big.NewInt(2)) }}, "6x7", Options{}},
		"the spare residue":          {slowEngine{deceive: func(o *stages.Outcome) { addOne(o.Sums[len(o.Primes)-1].Value) }}, "6x7", Options{Modular: true}},
		"zero":                       {slowEngine{forge: func(v *big.Int) { v.SetInt64(0) }}, "3x4", Options{}},
		"a negative number":          {slowEngine{forge: func(v *big.Int) { v.Neg(v) }}, "5x5", Options{}},
		"a power of two too much":    {slowEngine{forge: func(v *big.Int) { v.Lsh(v, 40) }}, "5x5", Options{}},
		"brute force, other residue": {slowEngine{spoil: flip}, "3x3", Options{Method: Brute}},
	} {
		r, err := slowEnvironment(&test.engine, 0).legal(context.Background(), size(t, test.board), test.opt)
		var internal *result.InternalError
		if !errors.As(err, &internal) || r != nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, %v", name, r, err)
		}
	}
}

func addOne(v *big.Int) { v.Add(v, big.NewInt(1)) }

const mebibyte = 1 << 20

func TestMemoryDecides(t *testing.T) {
	for _, test := range []struct {
		opt       Options
		available result.Bytes // in MiB
		passes    int          // of residues that the number needs; one more checks them
	}{
		{Options{}, 0, 0},
		{Options{}, 6, 0},
		{Options{}, 5, 10},
		{Options{}, 1, 10},
		{Options{Options: par.Options{Memory: 6 * mebibyte}}, 6, 0},
		{Options{Options: par.Options{Memory: 6 * mebibyte}}, 0, 0},
		{Options{Options: par.Options{Memory: 6 * mebibyte}}, 1, 10},
		{Options{Options: par.Options{Memory: 3 * mebibyte}}, 6, 10},
		{Options{Modular: true}, 0, 10},
		{Options{Modular: true}, 6, 10},
	} {
		e := &slowEngine{exact: 6 * mebibyte, modulo: mebibyte}
		r, err := slowEnvironment(e, test.available*mebibyte).legal(context.Background(), size(t, "4x40"), test.opt)
		if err != nil {
			t.Fatal(err)
		}
		if e.passes != test.passes+min(1, test.passes) || test.passes > 0 && len(r.Moduli) != test.passes {
			t.Errorf("with %+v and %d available there are %d passes", test.opt, test.available, e.passes)
		}
		if said := len(r.Notes) > 0; said != (test.passes > 0 && !test.opt.Modular) {
			t.Errorf("with %+v and %d available the notes are %q", test.opt, test.available, r.Notes)
		}
	}
}

func TestMemoryError(t *testing.T) {
	e := &slowEngine{exact: 6 << 30, modulo: 2 << 30}
	_, err := slowEnvironment(e, 1<<30).legal(context.Background(), size(t, "9x9"), Options{})
	want := "board 9x9 needs about 2.00 GiB of memory with one residue a pass, 6.00 GiB with exact numbers: " +
		"more than the 1.00 GiB that this machine has available"
	if err == nil || !strings.HasPrefix(err.Error(), want+"; quoted") {
		t.Errorf("the error is %v", err)
	}
	_, err = slowEnvironment(e, 1<<40).legal(context.Background(), size(t, "9x9"), Options{Options: par.Options{Memory: 1 << 29}})
	if err == nil || !strings.Contains(err.Error(), "more than the ceiling of 512 MiB; quoted") {
		t.Errorf("the error is %v", err)
	}
}

// The product of the primes leaves room enough for the checks, and not a prime
// too many.
func TestChoosePrimes(t *testing.T) {
	for _, rows := range []int{1, 2, 4, 5, 9, 14, 19} {
		for _, cols := range []int{rows, rows + 1, 100, 1000} {
			s := board.Size{Rows: rows, Cols: cols}
			primes := (&instance{size: s}).choosePrimes()
			product := big.NewInt(1)
			for _, p := range primes {
				product.Mul(product, new(big.Int).SetUint64(p))
			}
			bits := float64(product.BitLen()) - float64(s.Points())*math.Log2(3)
			if wanted := max(1, wantedBits-(&instance{size: s}).formulaBits()); bits < wanted || bits > wanted+border.PrimeBits+1 {
				t.Errorf("%d primes for %s leave %.1f bits, wanted are %.1f", len(primes), s, bits, wanted)
			}
			if !slices.Equal(primes, modular.PrimesBelow(1<<border.PrimeBits, len(primes))) {
				t.Errorf("the primes are %d", primes)
			}
		}
	}
}

func TestLegalRefuses(t *testing.T) {
	for _, test := range []struct {
		rows, cols int
		opt        Options
		want       string
	}{
		{0, 5, Options{}, "board 0x5: a side has from 1"},
		{5, -1, Options{}, "board 5x-1: a side has from 1"},
		{400, 400, Options{}, "board 400x400: the shorter side has at most 24 points"},
		{1, 1 << 40, Options{}, "a side has from 1"},
		{5, 5, Options{Method: Brute}, "board 5x5: 3^25 positions are too many for brute force, which takes at most 3^16"},
		{3, 3, Options{Method: Brute, Modular: true}, "residues are for methods halves, words and frontier only"},
		{3, 3, Options{Method: 7}, "method 7: want 0 to 5"},
		{3, 3, Options{Options: par.Options{Threads: -1}}, "threads -1: want 1 or more"},
		{3, 3, Options{Options: par.Options{Memory: -1}}, "memory -1: want"},
	} {
		r, err := Legal(context.Background(), board.Size{Rows: test.rows, Cols: test.cols}, test.opt)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Legal(%d, %d, %+v) is %v, %v", test.rows, test.cols, test.opt, r, err)
		}
	}
}

func TestLegalStopsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, opt := range []Options{{}, {Modular: true}} {
		if _, err := Legal(ctx, board.Size{Rows: 9, Cols: 9}, opt); !errors.Is(err, context.Canceled) {
			t.Errorf("with %+v the error is %v", opt, err)
		}
	}
	ring, err := lattice.New(lattice.Cycle, 1, 9, lattice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := (&instance{graph: ring}).enumerate(ctx); n != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("the positions of a graph are looked at to the end: %v, %v", n, err)
	}
	if _, err := Legal(ctx, board.Size{Rows: 4, Cols: 4}, Options{Method: Brute}); !errors.Is(err, context.Canceled) {
		t.Errorf("with brute force the error is %v", err)
	}
}

func TestProgressRunsFromZeroToOne(t *testing.T) {
	for _, opt := range []Options{{}, {Modular: true, Options: par.Options{Memory: mebibyte}}, {Verify: true}} {
		last := 0.0
		opt.Progress = func(share float64) {
			if share < last || share > 1 {
				t.Errorf("progress goes from %v to %v", last, share)
			}
			last = share
		}
		c := slowEnvironment(&slowEngine{exact: 6 * mebibyte}, 0)
		if _, err := c.legal(context.Background(), size(t, "4x20"), opt); err != nil {
			t.Fatal(err)
		}
		if last != 1 {
			t.Errorf("progress ends at %v", last)
		}
	}
}

func TestParseMethod(t *testing.T) {
	for _, m := range []Method{Auto, Brute, Frontier, Halves, Recurrence} {
		if got, err := ParseMethod(m.String()); err != nil || got != m {
			t.Errorf("%v is read as %v, %v", m, got, err)
		}
	}
	if _, err := ParseMethod("guess"); err == nil || err.Error() != `"guess" is not a method: want auto, brute, frontier, halves, recurrence or words` {
		t.Errorf("the error is %v", err)
	}
}

// What boards need that are far too large is known at once, without tables.
func TestBoardsFarTooLargeAreRefusedAtOnce(t *testing.T) {
	c := *machine
	c.available = func() result.Bytes { return 1 << 40 }
	_, err := c.legal(context.Background(), size(t, "20x19"), Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "board 20x19 needs about ") {
		t.Errorf("the error is %v", err)
	}
}

// The fast engine against the slow one, with numbers of up to six words.
func TestEnginesAgree(t *testing.T) {
	ctx := context.Background()
	for height := 1; height <= 5; height++ {
		for _, width := range []int{100, 60, 41, 40, 21, 13, 10, 7, 5, 4, 3, 2, 1} { // the slow engine counts the widest only
			if height*width > 164 || width < height || !longtests.Wanted() && (height*width > 60 || height > 4 || (height+width)%2 == 0) {
				continue
			}
			want := slowCount(height, width)
			opts := []Options{{}, {Modular: true}}
			if width%3 == 1 {
				opts = append(opts, Options{Options: par.Options{Threads: 1}})
			}
			for _, opt := range opts {
				r, err := Legal(ctx, board.Size{Rows: height, Cols: width}, opt)
				if err != nil || r.Value.Cmp(want) != 0 {
					t.Errorf("L(%d,%d) with %+v is %v, %v, want %s", height, width, opt, r, err, want)
				}
			}
		}
	}
}

// The bounds of a number: 0 and all positions are none, but with a safe point all may be legal.
func TestCheckBounds(t *testing.T) {
	for _, c := range []struct {
		variant Variant
		beyond  int64 // the least number, less that of all positions, that is refused
	}{{Variant{}, 0}, {Variant{SafeTop: true}, 1}} {
		in, err := newInstance(size(t, "2x3"), nil, Options{Variant: c.variant})
		if err != nil {
			t.Fatal(err)
		}
		whole := in.whole().Value
		for value, ok := range map[*big.Int]bool{
			big.NewInt(0): false, big.NewInt(-1): false, big.NewInt(1): true,
			new(big.Int).Add(whole, big.NewInt(c.beyond)): false, new(big.Int).Add(whole, big.NewInt(c.beyond-1)): true,
		} {
			r := &result.Result{Value: value, Whole: result.Whole{Power: in.power(), Value: whole}}
			if _, err := in.checkBounds(t.Context(), r); (err == nil) != ok {
				t.Errorf("%+v: %d of %d: %v", c.variant, value, whole, err)
			}
		}
	}
}

// What the check of residues says of their product.
func TestCheckResidues(t *testing.T) {
	in := &instance{size: size(t, "9x9")}
	r := &result.Result{Whole: result.Whole{Power: in.power()}}
	r.Moduli = border.Primes(3)
	excess := 3*border.PrimeBits - 81*math.Log2(3)
	want := fmt.Sprintf("exceeds 3^81 by %.0f bits: an error in one residue, if random, would pass all checks with a chance of 2^-%.0f",
		excess, excess+in.formulaBits())
	if said, err := in.checkResidues(t.Context(), r); err != nil || !strings.HasSuffix(said, want) {
		t.Errorf("%q, %v, want %q", said, err, want)
	}
}
