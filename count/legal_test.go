package count

import (
	"context"
	"errors"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"combigo/board"
	"combigo/border"
	"combigo/goban"
	"combigo/modular"
	"combigo/result"
)

// slowCounter returns a counter that stands on the slow engine.
func slowCounter(e *slowEngine, available result.Bytes) *counter {
	return &counter{
		engine:    e,
		brute:     goban.CountLegal,
		available: func() result.Bytes { return available },
		disk:      func(string) result.Bytes { return 100 * mebibyte },
	}
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
	"11x11": "793474866816582266820936671790189132321673383112185151899",
	"6x7":   "41945191530093646965",
	"7x8":   "166931297609667912727898521",
	"8x9":   "5882748866432370655674372752123193",
	"9x10":  "1835738613899845421140262364853644706891109",
	"10x11": "5072588588647327658457862518216696854885169490987149",
}

func TestLegalWithSlowEngine(t *testing.T) {
	c := slowCounter(&slowEngine{}, 0)
	for word, want := range printedNumbers {
		for _, opt := range []Options{{}, {Modular: true}, {Method: DP, Threads: 2}} {
			r, err := c.legal(context.Background(), size(t, word), opt)
			if err != nil || r.Value.String() != want {
				t.Errorf("L(%s) with %+v is %v, %v, want %s", word, opt, r, err, want)
			}
		}
	}
}

// publishedHuge holds those that take minutes, and gigabytes of memory.
var publishedHuge = map[string]string{
	"11x12": "124118554774307129694783556890846966815009879092863579679259393",
	"12x12": "57774258489513238998237970307483999327287210756991189655942651331169",
	"12x13": "26892554058860272116972562366415920138007095980551558908000982332405743333",
	"13x13": "37249792307686396442294904767024517674249157948208717533254799550970595875237705",
}

func TestLegalPublished(t *testing.T) {
	checkPublished(t, printedNumbers, Options{})
	checkPublished(t, printedNumbers, Options{Modular: true})
	for word, value := range publishedLarge {
		if !testing.Short() || size(t, word).Short() <= 9 {
			checkPublished(t, map[string]string{word: value}, Options{})
		}
	}
}

func TestLegalPublishedModular(t *testing.T) {
	for word, value := range publishedLarge {
		if !testing.Short() && size(t, word).Short() <= 9 {
			checkPublished(t, map[string]string{word: value}, Options{Modular: true})
		}
	}
}

// The environment variable COMBIGO_LONG_TESTS asks for the tests that take
// minutes.
func TestLegalPublishedHuge(t *testing.T) {
	if os.Getenv("COMBIGO_LONG_TESTS") == "" {
		t.Skip("set COMBIGO_LONG_TESTS=1 to count boards of 12 and 13")
	}
	checkPublished(t, publishedHuge, Options{})
	checkPublished(t, publishedHuge, Options{Modular: true})
}

func checkPublished(t *testing.T, list map[string]string, opt Options) {
	t.Helper()
	for word, want := range list {
		s := size(t, word)
		r, err := Legal(context.Background(), s.Rows, s.Cols, opt)
		if err != nil || r.Value.String() != want {
			t.Errorf("L(%s) with %+v is %v, %v, want %s", word, opt, r, err, want)
		}
	}
}

func TestBruteAgreesWithSlowEngine(t *testing.T) {
	c := slowCounter(&slowEngine{}, 0)
	for _, word := range []string{"1x1", "1x8", "8x1", "2x5", "3x3", "3x4", "5x2"} {
		brute, err := c.legal(context.Background(), size(t, word), Options{Method: Brute})
		if err != nil {
			t.Fatal(err)
		}
		dp, err := c.legal(context.Background(), size(t, word), Options{Method: DP})
		if err != nil || brute.Value.Cmp(dp.Value) != 0 {
			t.Errorf("L(%s) is %s by brute force and %v, %v", word, brute.Value, dp, err)
		}
	}
}

func TestResultHasItsProvenance(t *testing.T) {
	r, err := slowCounter(&slowEngine{}, 0).legal(context.Background(), size(t, "6x3"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Symbol != "L(6,3)" || r.Board != size(t, "6x3") || r.Whole.Power != "3^18" || r.Method != "dp" {
		t.Errorf("the result is %+v", r)
	}
	if r.StateSteps == 0 || r.States == 0 || r.Wall == 0 || r.Threads == 0 || r.Limbs != 1 {
		t.Errorf("the provenance is %+v", r.Provenance)
	}
	if !slices.ContainsFunc(r.Checks, func(s string) bool {
		return strings.HasPrefix(s, "recount through half of the columns, modulo the prime 46")
	}) {
		t.Errorf("the checks are %q", r.Checks)
	}
}

func TestChecksFitTheBoard(t *testing.T) {
	c := slowCounter(&slowEngine{}, 0)
	for word, want := range map[string][]string{
		"3x3": {"at least 1 and less than 3^9", "brute force over 3^9", "recount"},
		"4x4": {"at least 1 and less than 3^16", "recount"},
		"5x5": {"at least 1 and less than 3^25", "asymptotic formula A B^10 L^25: off by 7.0e-05, tolerance 5.0e-03", "recount"},
	} {
		r, err := c.legal(context.Background(), size(t, word), Options{})
		if err != nil {
			t.Fatal(err)
		}
		ok := slices.EqualFunc(r.Checks, want, strings.HasPrefix)
		if !ok {
			t.Errorf("the checks of %s are %q", word, r.Checks)
		}
	}
}

// A wrong number never comes out, whichever way it went wrong.
func TestWrongNumbersAreNotReturned(t *testing.T) {
	flip := func(residues []uint64) { residues[0] ^= 1 }
	batch := 0
	flipInSecondBatch := func(residues []uint64) {
		if batch++; batch == 2 {
			flip(residues)
		}
	}
	for name, test := range map[string]struct {
		engine slowEngine
		board  string
		opt    Options
	}{
		"a residue, formula":        {slowEngine{spoil: flip}, "5x6", Options{Modular: true}},
		"a residue, no formula":     {slowEngine{spoil: flip}, "4x6", Options{Modular: true}},
		"a residue, tiny board":     {slowEngine{spoil: flip}, "1x1", Options{Modular: true}},
		"a residue, second pass":    {slowEngine{spoil: flipInSecondBatch, need: linear}, "4x20", Options{Modular: true, Memory: mebibyte}},
		"the number, no formula":    {slowEngine{forge: addOne}, "4x5", Options{}},
		"the number, formula":       {slowEngine{forge: addOne}, "5x5", Options{}},
		"the number, brute force":   {slowEngine{forge: addOne}, "3x3", Options{}},
		"zero":                      {slowEngine{forge: func(v *big.Int) { v.SetInt64(0) }}, "3x4", Options{}},
		"a negative number":         {slowEngine{forge: func(v *big.Int) { v.Neg(v) }}, "5x5", Options{}},
		"a power of two too much":   {slowEngine{forge: func(v *big.Int) { v.Lsh(v, 40) }}, "5x5", Options{}},
		"brute force against forge": {slowEngine{forge: addOne}, "3x3", Options{Method: Brute}},
	} {
		r, err := slowCounter(&test.engine, 0).legal(context.Background(), size(t, test.board), test.opt)
		var internal *result.InternalError
		if !errors.As(err, &internal) || r != nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, %v", name, r, err)
		}
	}
}

func addOne(v *big.Int) { v.Add(v, big.NewInt(1)) }

const mebibyte = 1 << 20

// linear is a need of a MiB for every residue, and of six for exact numbers.
func linear(residues int) int64 {
	if residues == 0 {
		return 6 * mebibyte
	}
	return int64(residues) * mebibyte
}

func TestMemoryDecides(t *testing.T) {
	for _, test := range []struct {
		opt       Options
		available result.Bytes // in MiB
		batches   []int        // of the residues, of a board that takes 5 primes
	}{
		{Options{}, 0, nil},
		{Options{}, 6, nil},
		{Options{}, 5, []int{3, 2}},
		{Options{}, 2, []int{2, 2, 1}},
		{Options{}, 1, []int{1, 1, 1, 1, 1}},
		{Options{Memory: 6 * mebibyte}, 6, nil},
		{Options{Memory: 6 * mebibyte}, 0, nil},
		{Options{Memory: 6 * mebibyte}, 1, []int{1, 1, 1, 1, 1}},
		{Options{Memory: 3 * mebibyte}, 6, []int{3, 2}},
		{Options{Modular: true}, 0, []int{3, 2}},
		{Options{Modular: true}, 6, []int{3, 2}},
	} {
		e := &slowEngine{need: linear}
		r, err := slowCounter(e, test.available*mebibyte).legal(context.Background(), size(t, "4x40"), test.opt)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.batches; test.batches != nil && !slices.Equal(got, test.batches) || len(r.Moduli) > 0 != (test.batches != nil) {
			t.Errorf("with %+v and %d available the passes are %d", test.opt, test.available, got)
		}
		if said := len(r.Notes) > 0; said != (test.batches != nil && !test.opt.Modular) {
			t.Errorf("with %+v and %d available the notes are %q", test.opt, test.available, r.Notes)
		}
	}
}

func TestMemoryError(t *testing.T) {
	e := &slowEngine{need: func(residues int) int64 { return int64(max(1, 6*(1-residues))+residues) << 30 }}
	_, err := slowCounter(e, 1<<30).legal(context.Background(), size(t, "9x9"), Options{})
	want := "board 9x9 needs about 2.00 GiB of memory with one residue a pass, 6.00 GiB with exact numbers: " +
		"more than the 1.00 GiB that this machine has available"
	if err == nil || !strings.HasPrefix(err.Error(), want+"; quoted") {
		t.Errorf("the error is %v", err)
	}
	_, err = slowCounter(e, 1<<40).legal(context.Background(), size(t, "9x9"), Options{Memory: 1 << 29})
	if err == nil || !strings.Contains(err.Error(), "more than the ceiling of 512 MiB; quoted") {
		t.Errorf("the error is %v", err)
	}
}

// The product of the primes leaves room enough for the checks, and not a prime
// too many.
func TestChoosePrimes(t *testing.T) {
	for rows := 1; rows <= 19; rows++ {
		for _, cols := range []int{rows, rows + 1, 100, 1000} {
			s := board.Size{Rows: rows, Cols: cols}
			primes := choosePrimes(s)
			product := big.NewInt(1)
			for _, p := range primes {
				product.Mul(product, new(big.Int).SetUint64(p))
			}
			bits := float64(product.BitLen()) - positionBits(s)
			if wanted := max(1, wantedBits-formulaBits(s)); bits < wanted || bits > wanted+63 {
				t.Errorf("%d primes for %s leave %.1f bits, wanted are %.1f", len(primes), s, bits, wanted)
			}
			if !slices.Equal(primes, modular.PrimesBelow(1<<62, len(primes))) {
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
		{5, 5, Options{Method: Brute}, "board 5x5: 25 points are too many for brute force, which takes at most 16"},
		{3, 3, Options{Method: Brute, Modular: true}, "residues are for methods halves, dp and frontier only"},
		{3, 3, Options{Method: 7}, "method 7: want 0 to 5"},
		{3, 3, Options{Threads: -1}, "threads -1: want 1 or more"},
		{3, 3, Options{Memory: -1}, "memory -1: want"},
	} {
		r, err := Legal(context.Background(), test.rows, test.cols, test.opt)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Legal(%d, %d, %+v) is %v, %v", test.rows, test.cols, test.opt, r, err)
		}
	}
}

func TestLegalStopsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, opt := range []Options{{}, {Modular: true}} {
		if _, err := Legal(ctx, 9, 9, opt); !errors.Is(err, context.Canceled) {
			t.Errorf("with %+v the error is %v", opt, err)
		}
	}
	if _, err := Legal(ctx, 4, 4, Options{Method: Brute}); !errors.Is(err, context.Canceled) {
		t.Errorf("with brute force the error is %v", err)
	}
}

// What does not fit the memory goes to files where there is room for them.
func TestFiles(t *testing.T) {
	for _, test := range []struct {
		files   result.Bytes
		opt     Options
		inFiles bool
		note    string
	}{
		{50 * mebibyte, Options{}, true, "one residue in memory and the others in files of scratch, 50.0 MiB at once and 100 MiB written and read"},
		{99 * mebibyte, Options{}, false, "residues in files would be faster: they need 99.0 MiB of disk, scratch has 100 MiB"},
		{0, Options{}, false, "residues, not exact numbers"},
		{50 * mebibyte, Options{Modular: true}, false, ""},
		{50 * mebibyte, Options{Method: DP}, false, "residues, not exact numbers"},
	} {
		e := &slowEngine{need: linear, files: test.files}
		test.opt.Scratch, test.opt.Memory = "scratch", mebibyte
		r, err := slowCounter(e, 0).legal(context.Background(), size(t, "4x20"), test.opt)
		if err != nil {
			t.Fatal(err)
		}
		if (e.dir == "scratch") != test.inFiles || len(e.batches) > 0 == test.inFiles || !strings.Contains(strings.Join(r.Notes, "\n"), test.note) {
			t.Errorf("%+v: files in %q, batches %v, notes %q", test, e.dir, e.batches, r.Notes)
		}
	}
	e := &slowEngine{need: linear, files: mebibyte, forge: func(value *big.Int) { value.Add(value, value) }}
	_, err := slowCounter(e, 0).legal(context.Background(), size(t, "5x20"), Options{Memory: mebibyte})
	var wrong *InternalError
	if !errors.As(err, &wrong) {
		t.Errorf("a wrong number: %v", err)
	}
}

func TestProgressRunsFromZeroToOne(t *testing.T) {
	for _, opt := range []Options{{}, {Modular: true, Memory: mebibyte}} {
		last := 0.0
		opt.Progress = func(share float64) {
			if share < last || share > 1 {
				t.Errorf("progress goes from %v to %v", last, share)
			}
			last = share
		}
		c := slowCounter(&slowEngine{need: linear}, 0)
		if _, err := c.legal(context.Background(), size(t, "4x20"), opt); err != nil {
			t.Fatal(err)
		}
		if last != 1 {
			t.Errorf("progress ends at %v", last)
		}
	}
}

func TestParseMethod(t *testing.T) {
	for _, m := range []Method{Auto, Brute, DP, Frontier, Halves, Recurrence} {
		if got, err := ParseMethod(m.String()); err != nil || got != m {
			t.Errorf("%v is read as %v, %v", m, got, err)
		}
	}
	if _, err := ParseMethod("guess"); err == nil || err.Error() != `"guess" is not a method: want auto, brute, dp, frontier, halves or recurrence` {
		t.Errorf("the error is %v", err)
	}
}

// The vector of the 19x19 board alone is known to be too much, so that the
// engine, which may think long, is not asked.
func TestBoardsFarTooLargeAreRefusedAtOnce(t *testing.T) {
	e := &slowEngine{need: func(int) int64 { t.Error("the engine was asked"); return 0 }}
	_, err := slowCounter(e, 1<<40).legal(context.Background(), size(t, "20x19"), Options{})
	want := "board 20x19 needs at least 2.58 TiB of memory with one residue a pass, 12.9 TiB with exact numbers: " +
		"more than the 1.00 TiB that this machine has available"
	if err == nil || !strings.HasPrefix(err.Error(), want+"; quoted") {
		t.Errorf("the error is %v", err)
	}
}

// The fast engine against the slow one, with numbers of up to six words.
func TestEnginesAgree(t *testing.T) {
	ctx := context.Background()
	for height := 1; height <= 5; height++ {
		for _, width := range []int{1, 2, 3, 4, 5, 7, 10, 13, 21, 40, 41, 60, 100, 200} {
			if height*width > 240 || width < height || testing.Short() && height*width > 120 {
				continue
			}
			want, _, err := slowCount(ctx, height, width, border.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, opt := range []Options{{}, {Modular: true}, {Threads: 1}} {
				r, err := Legal(ctx, height, width, opt)
				if err != nil || r.Value.Cmp(want) != 0 {
					t.Errorf("L(%d,%d) with %+v is %v, %v, want %s", height, width, opt, r, err, want)
				}
			}
		}
	}
}
