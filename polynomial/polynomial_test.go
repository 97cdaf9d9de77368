package polynomial

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

func graph(t testing.TB, kind lattice.Kind, rows, cols int) *lattice.Graph {
	t.Helper()
	g, err := lattice.New(kind, rows, cols, lattice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func find(t testing.TB, g *lattice.Graph, opt Options) Poly {
	t.Helper()
	r, err := Go(context.Background(), g, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r.Poly
}

// poly makes a polynomial of its coefficients from the lowest power on.
func poly(coefficients ...int64) Poly {
	p := make(Poly, len(coefficients))
	for k, c := range coefficients {
		p[k] = big.NewInt(c)
	}
	return p
}

func TestKnownPolynomials(t *testing.T) {
	for _, c := range []struct {
		kind       lattice.Kind
		rows, cols int
		want       string
	}{
		{lattice.Square, 1, 1, "1"},
		{lattice.Square, 1, 2, "2 lambda + 1"},
		{lattice.Cycle, 1, 4, "14 lambda^2 + 1"},
		{lattice.Square, 2, 2, "14 lambda^2 + 1"},
	} {
		for _, method := range []Method{Auto, Symbolic, Interpolation} {
			if got := find(t, graph(t, c.kind, c.rows, c.cols), Options{Method: method}).String(); got != c.want {
				t.Errorf("%s %dx%d by %s: %s, want %s", c.kind, c.rows, c.cols, method, got, c.want)
			}
		}
	}
}

func TestKnownValues(t *testing.T) {
	for _, c := range []struct {
		kind   lattice.Kind
		n      int
		lambda int64
		want   string
	}{
		{lattice.Torus, 2, 2, "57"},
		{lattice.Torus, 3, 2, "17767"},
		{lattice.Cylinder, 3, 2, "15579"},
		{lattice.Cylinder, 4, 2, "32573621"},
		{lattice.Triangular, 4, 2, "30323117"},
		{lattice.Square, 3, 3, "86095"},
		{lattice.Square, 5, 2, "414295148741"},
	} {
		if c.n == 5 && !longtests.Wanted() {
			continue
		}
		if got := find(t, graph(t, c.kind, c.n, c.n), Options{}).AtInt(c.lambda).String(); got != c.want {
			t.Errorf("%s %d at %d is %s, want %s", c.kind, c.n, c.lambda, got, c.want)
		}
	}
}

// randomGraph returns a graph of at most 8 vertices, some of them safe at times.
func randomGraph(t testing.TB, random *rand.Rand) *lattice.Graph {
	t.Helper()
	n := 1 + random.IntN(8)
	var edges [][2]int
	for u := range n {
		for v := range u {
			if random.IntN(5) < 2 {
				edges = append(edges, [2]int{v, u})
			}
		}
	}
	g, err := lattice.FromEdges(n, edges)
	if err != nil {
		t.Fatal(err)
	}
	if random.IntN(3) > 0 {
		return g
	}
	if g, err = g.WithSafe(random.IntN(n)); err != nil {
		t.Fatal(err)
	}
	return g
}

func TestRandomGraphs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	graphs := 30
	if longtests.Wanted() {
		graphs = 60
	}
	for range graphs {
		g := randomGraph(t, random)
		p := find(t, g, Options{Method: Symbolic})
		if q := find(t, g, Options{Method: Interpolation}); !p.Equal(q) {
			t.Errorf("%s: %s and %s", g, p, q)
		}
		for colors := 1; colors <= 3; colors++ {
			r, err := count.Graph(context.Background(), g, count.Options{Variant: count.Variant{Colors: colors}})
			if err != nil || r.Value.Cmp(p.AtInt(int64(colors))) != 0 {
				t.Errorf("%s at %d: %v, %v, want the value of %s", g, colors, r, err, p)
			}
		}
		if want, err := enumeration.Count(g, 2); err != nil || want.Cmp(p.AtInt(2)) != 0 {
			t.Errorf("%s at 2: want %s, %v", g, want, err)
		}
		if f := p.Factor(); !f.product().Equal(p) {
			t.Errorf("%s is not %s", f, p)
		}
	}
}

func TestFactor(t *testing.T) {
	for _, c := range []struct {
		p    Poly
		want string
	}{
		{poly(), "0"},
		{poly(-6), "-6"},
		{poly(0, 0, 4), "4 lambda^2"},
		{poly(1, 2, 1), "(lambda + 1)^2"},
		{poly(0, 6, 0, -24), "-6 lambda (2 lambda - 1) (2 lambda + 1)"},
		{poly(1, 0, 14), "(14 lambda^2 + 1)"},
		{poly(-1, 0, 0, 1), "(lambda - 1) (lambda^2 + lambda + 1)"},
		{poly(1, 0, 2, 0, 1), "(lambda^2 + 1)^2"},
		{poly(4, 0, 5, 0, 1), "(lambda^4 + 5 lambda^2 + 4)"}, // (x^2+1)(x^2+4), not split
		{poly(6, 5, -17, 1, 6, -1), ""},
	} {
		f := c.p.Factor()
		if !f.product().Equal(c.p) {
			t.Errorf("%s is not %s", f, c.p)
		}
		if got := f.String(); c.want != "" && !sameFactors(got, c.want) {
			t.Errorf("%s is %s, want %s", c.p, got, c.want)
		}
	}
}

// sameFactors reports whether two products have the same factors in any order.
func sameFactors(a, b string) bool {
	count := make(map[string]int)
	for _, part := range strings.Split(a, " (") {
		count[strings.TrimPrefix(part, "(")]++
	}
	for _, part := range strings.Split(b, " (") {
		count[strings.TrimPrefix(part, "(")]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// A product of random factors has all its roots found.
func TestFactorFindsRoots(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		p, roots := poly(1+random.Int64N(5)), random.IntN(4)
		for range roots {
			p = p.times(poly(random.Int64N(2001)-1000, 1+random.Int64N(1000)))
		}
		quadratic := poly(1+random.Int64N(9), 0, 1+random.Int64N(9))
		other := poly(1+random.Int64N(9), 1, 2+random.Int64N(9))
		p = p.times(quadratic).times(other)
		f := p.Factor()
		if !f.product().Equal(p) {
			t.Fatalf("%s is not %s", f, p)
		}
		linear := f.Power
		for _, factor := range f.Factors {
			if factor.Poly.Degree() == 1 {
				linear += factor.Multiplicity
			}
		}
		if linear < roots {
			t.Errorf("%s has %d linear factors, want %d", f, linear, roots)
		}
	}
}

func TestAt(t *testing.T) {
	p := poly(1, -10, 23, 46, 3)
	for x, want := range map[string]string{"0": "1", "2": "489", "-1": "-9", "1/2": "123/16"} {
		point, _ := new(big.Rat).SetString(x)
		if got := p.At(point).RatString(); got != want {
			t.Errorf("at %s it is %s, want %s", x, got, want)
		}
	}
	if got := poly().At(big.NewRat(1, 3)).RatString(); got != "0" {
		t.Errorf("0 at 1/3 is %s", got)
	}
}

func TestString(t *testing.T) {
	for want, p := range map[string]Poly{
		"0":                           poly(),
		"-1":                          poly(-1),
		"lambda":                      poly(0, 1),
		"-lambda^3 - 2 lambda + 1":    poly(1, -2, 0, -1),
		"3 lambda^2 + lambda - 5":     poly(-5, 1, 3),
		"-14 lambda^2 - lambda":       poly(0, -1, -14),
		"lambda^10 + 100":             append(poly(100, 0, 0, 0, 0, 0, 0, 0, 0, 0), big.NewInt(1)),
		"1000000007 lambda - 1000000": poly(-1000000, 1000000007),
	} {
		if got := p.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The least memory that is enough is not enough for a symbol.
func TestMemory(t *testing.T) {
	g := graph(t, lattice.Square, 4, 4)
	want := find(t, g, Options{})
	for memory := 1000.0; ; memory *= 1.1 {
		r, err := Go(context.Background(), g, Options{Options: par.Options{Memory: result.Bytes(memory), Threads: 1}})
		if err != nil {
			continue
		}
		if r.Method != "interpolation" || len(r.Notes) != 1 || !r.Poly.Equal(want) {
			t.Errorf("with %.0f bytes the method is %s, the notes are %q", memory, r.Method, r.Notes)
		}
		return
	}
}

func TestWrongPolynomialsAreNoticed(t *testing.T) {
	g := graph(t, lattice.Square, 3, 4)
	right := find(t, g, Options{})
	s := &solver{graph: g, order: lattice.Order(g)}
	for k := range right {
		wrong := append(Poly{}, right...)
		wrong[k] = new(big.Int).Add(right[k], big.NewInt(1))
		err := s.check(context.Background(), &Result{Graph: g, Poly: wrong})
		var internal *result.InternalError
		if !errors.As(err, &internal) || strings.Contains(err.Error(), "\n") {
			t.Errorf("coefficient %d: the error is %v", k, err)
		}
	}
}

// Without colours there is the empty board alone, whatever the degree.
func TestCheckEmptyNoticesWrongConstants(t *testing.T) {
	g := graph(t, lattice.Square, 2, 3)
	s := &solver{graph: g, order: lattice.Order(g)}
	for _, c := range []int64{-1, 0, 2} {
		if what, err := s.checkEmpty(t.Context(), &Result{Graph: g, Poly: poly(c, 1, 1)}); err == nil {
			t.Errorf("the constant %d passes: %s", c, what)
		}
	}
}

func TestNewtonRefuses(t *testing.T) {
	for _, values := range [][]int64{{1, 2, 4}, {3, 1}} {
		if c, err := newton(poly(values...)); err == nil {
			t.Errorf("%v gives %v", values, c)
		}
	}
}

func TestGoRefuses(t *testing.T) {
	g := graph(t, lattice.Square, 2, 2)
	for want, opt := range map[string]Options{
		"method 7: want 0 to 2":                                   {Method: 7},
		"threads -1: want 1 or more, or 0 for all":                {Options: par.Options{Threads: -1}},
		"memory -1: want a number of bytes above 0, or 0 for all": {Options: par.Options{Memory: -1}},
	} {
		if _, err := Go(context.Background(), g, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
		if _, err := Probability(context.Background(), g, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error of Probability is %v, want %q", err, want)
		}
	}
	if _, err := Go(context.Background(), graph(t, lattice.Square, 1, MaxVertices+1), Options{}); err == nil {
		t.Error("no board is too large")
	}
}

// product multiplies out.
func (f Factorization) product() Poly {
	p := make(Poly, f.Power+1)
	for k := range p {
		p[k] = new(big.Int)
	}
	p[f.Power].Set(f.Content)
	p = trimmed(p)
	for _, factor := range f.Factors {
		for range factor.Multiplicity {
			p = p.times(factor.Poly)
		}
	}
	return p
}

// times multiplies.
func (p Poly) times(q Poly) Poly {
	if len(p) == 0 || len(q) == 0 {
		return nil
	}
	product := make(Poly, len(p)+len(q)-1)
	for k := range product {
		product[k] = new(big.Int)
	}
	for i, a := range p {
		for j, b := range q {
			product[i+j].Add(product[i+j], new(big.Int).Mul(a, b))
		}
	}
	return product
}
