package border

// The coefficients of the operations on two strands with different signs: first is the sign of the
// first one, h the number of strands of their colour on top of the stack before it. F is Fibonacci.

// A ratio is a coefficient, in lowest terms; the denominator is positive.
type ratio struct{ num, den int }

var one = ratio{1, 1}

// fibonacci has F(0), F(1), ...
var fibonacci = func() (f [maxStrands + 3]int) {
	f[1] = 1
	for i := 2; i < len(f); i++ {
		f[i] = f[i-1] + f[i-2]
	}
	return f
}()

func newRatio(num, den int) ratio {
	a, b := num, den
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		a = -a
	}
	return ratio{num / a, den / a}
}

func (r ratio) times(t ratio) ratio { return newRatio(r.num*t.num, r.den*t.den) }
func (r ratio) negative() ratio     { return ratio{-r.num, r.den} }

// up is F(h+2)/F(h+1), down is F(h)/F(h+1).
func up(h int) ratio   { return newRatio(fibonacci[h+2], fibonacci[h+1]) }
func down(h int) ratio { return newRatio(fibonacci[h], fibonacci[h+1]) }

// create begins and ends a run.
func create(first sign, h int) ratio {
	if first == plus {
		return one
	}
	return down(h)
}

// remove takes a run away.
func remove(first sign, h int) ratio {
	if first == plus {
		return up(h).negative()
	}
	return one
}

// merge makes one run of two neighbours: the strands between them go.
func merge(first sign, h int) ratio {
	if first == plus {
		return up(h)
	}
	return one
}

// split makes two runs of one: two strands come between them.
func split(first sign, h int) ratio {
	if first == plus {
		return one
	}
	return down(h).negative()
}
