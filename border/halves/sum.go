package halves

import (
	"math"
	"math/big"
	"slices"

	"combigo/modular"
)

// Growth returns by how many bits a coordinate can exceed the largest value: no value is above that of the word of live
// runs. The sign takes one more.
func (n *Node) Growth() float64 {
	n.mu.Lock()
	growth, known := n.growth, n.grown
	n.mu.Unlock()
	if known || n.isLeaf() {
		return growth
	}
	for l, child := range n.child {
		if child == nil {
			continue
		}
		more := 0.0
		switch Letter(l) {
		case First:
			more = firstRules[n.top].bits(1)
		case Inner:
			more = innerRules[n.top].bits(2)
		}
		growth = max(growth, more+child.Growth())
	}
	n.mu.Lock()
	n.growth, n.grown = growth, true
	n.mu.Unlock()
	return growth
}

// bits bounds what a rule makes of values below one, and of targets below so much.
func (r *rule) bits(target float64) float64 {
	sum := target * float64(r.scale)
	k := 0
	for _, g := range r.groups {
		for range g.terms {
			c := float64(g.coefficient)
			if r.sources[k].letter == Inner {
				c *= 2
			}
			sum += c
			k++
		}
	}
	return math.Log2(sum)
}

// A Sum adds up products of coordinates over their norms. It is for one goroutine.
type Sum struct {
	form *Form
	ar   Arithmetic
	sums map[int64]*classSums // by the number of times that a product counts
}

// NewSum returns an empty sum of coordinates of the words of a form.
func (f *Form) NewSum(ar Arithmetic) *Sum { return &Sum{f, ar, map[int64]*classSums{}} }

// Add adds times*x*y/norm for the coordinates x and y of all words of a node.
func (s *Sum) Add(n *Node, x, y []uint64, times int64) {
	sums := s.sums[times]
	if sums == nil {
		sums = &classSums{}
		s.sums[times] = sums
	}
	s.add(sums, n, 0, 0, x, y)
}

func (s *Sum) add(sums *classSums, n *Node, weight int32, at int, x, y []uint64) {
	if n.size <= smallNode {
		weights := n.weightsAfter(weight)
		sums.makeRoom(s.ar.classWords() * weights.classes)
		w := s.ar.Width()
		s.ar.products(sums, weights.list, x[at*w:], y[at*w:])
		return
	}
	for l, child := range n.child {
		if child != nil {
			s.form.weights.mu.Lock()
			next := s.form.weights.after(weight, Letter(l), n.top)
			s.form.weights.mu.Unlock()
			s.add(sums, child, next, at+n.offset[l], x, y)
		}
	}
}

func (c *classSums) makeRoom(words int) {
	if len(c.words) < words {
		c.words = append(c.words, make([]uint64, words-len(c.words))...)
	}
}

// weightsAfter lists the weights of the words that go on after a beginning of the weight.
func (n *Node) weightsAfter(weight int32) wordWeights {
	n.mu.Lock()
	defer n.mu.Unlock()
	if known, ok := n.weights[weight]; ok {
		return known
	}
	list := make([]uint16, 0, n.size)
	t := n.form.weights
	t.mu.Lock()
	defer t.mu.Unlock()
	var extend func(n *Node, weight int32)
	extend = func(n *Node, weight int32) {
		if n.isLeaf() {
			list = append(list, uint16(weight))
			return
		}
		for l, child := range n.child {
			if child != nil {
				extend(child, t.after(weight, Letter(l), n.top))
			}
		}
	}
	extend(n, weight)
	if n.weights == nil {
		n.weights = map[int32]wordWeights{}
	}
	w := wordWeights{list, int(slices.Max(list)) + 1}
	n.weights[weight] = w
	return w
}

// Rat returns the sum, of limbs.
func (s *Sum) Rat() *big.Rat {
	total := new(big.Rat)
	for times, sums := range s.sums {
		size := s.ar.classWords()
		for class := range len(sums.words) / size {
			x := signed(sums.words[class*size:][:size])
			if x.Sign() == 0 {
				continue
			}
			r := new(big.Rat).SetInt(x.Mul(x, big.NewInt(times)))
			total.Add(total, r.Mul(r, s.form.weight(class)))
		}
	}
	return total
}

// Residue returns the sum, of residues.
func (s *Sum) Residue() uint64 {
	prime := new(big.Int).SetUint64(s.ar.(residues).prime)
	total := new(big.Int)
	for times, sums := range s.sums {
		for class := range len(sums.words) / 3 {
			x := modular.FromLimbs(sums.words[3*class:][:3])
			if x.Sign() == 0 {
				continue
			}
			w := s.form.weight(class)
			x.Mul(x, big.NewInt(times)).Mul(x, w.Num())
			x.Mul(x, new(big.Int).ModInverse(w.Denom(), prime))
			total.Add(total, x)
		}
	}
	return total.Mod(total, prime).Uint64()
}

func (f *Form) weight(class int) *big.Rat {
	f.weights.mu.Lock()
	defer f.weights.mu.Unlock()
	return f.weights.weight[class]
}

// after returns the weight of a beginning of a word with one more letter.
func (t *weightTable) after(weight int32, l Letter, top int) int32 {
	step := weightStep{weight, l, top}
	if n, known := t.next[step]; known {
		return n
	}
	r := new(big.Rat).Inv(norm(l, top))
	scale := new(big.Rat).SetUint64(scaleOf(l, top))
	r.Quo(r, scale.Mul(scale, scale))
	n := t.of(r.Mul(r, t.weight[weight]))
	t.next[step] = n
	return n
}

// scaleOf is what the coordinates are multiplied by for a run.
func scaleOf(l Letter, top int) uint64 {
	switch l {
	case First:
		return firstRules[top].scale
	case Inner:
		return innerRules[top].scale
	}
	return 1
}
