package border

import "errors"

// ErrCoefficients says that the coefficients of the operations do not satisfy the relations of the
// algebra.
var ErrCoefficients = errors.New("border: the coefficients of the operations break the relations of the algebra")

// relations reports whether the coefficients satisfy the relations of the algebra (docs/theory.md)
// for every height h of the stack.
func relations() bool {
	for h := range maxStrands + 1 {
		up := pairAt(plus, h)
		loop, ring := up.create.times(up.remove), up.split.times(up.merge)
		if h > 0 {
			down := pairAt(minus, h)
			loop, ring = loop.plus(down.create.times(down.remove)), ring.plus(down.split.times(down.merge))
			if !down.adjoint() || create(plus, h-1).times(down.merge) != one {
				return false
			}
		}
		// A string that comes and goes counts -1. A run that is split and merged is the run as it
		// was, and so is a run that is merged with a new one.
		if loop != one.negative() || ring != one || !up.adjoint() || create(minus, h+1).times(up.merge) != one {
			return false
		}
	}
	return true
}

// A pair is what there is to say of two strands of a colour side by side that cancel each other.
type pair struct {
	create, remove, merge, split ratio
	outside, inside              ratio // norms: of the ends of one run, and of an end and the next beginning
}

func pairAt(first sign, h int) pair {
	second, between := minus, h+1
	if first == minus {
		second, between = plus, h-1
	}
	return pair{
		create: create(first, h), remove: remove(first, h), merge: merge(first, h), split: split(first, h),
		outside: normOf(first, true, h).times(normOf(second, false, between)),
		inside:  normOf(first, false, h).times(normOf(second, true, between)),
	}
}

// adjoint reports whether create and remove are adjoint for the norms, and split and merge.
func (p pair) adjoint() bool {
	return p.create.times(p.outside) == p.remove && p.split.times(p.inside) == p.merge
}
