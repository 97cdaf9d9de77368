package extremal

// sieveRows is the number of neighbouring rows that a sieve looks at, at most.
const sieveRows = 9

// fewestSieved is the fewest right parts for which sieves are worth their time.
const fewestSieved = 64

// A sieve bounds from below what the right parts at a kink cost together with
// the seam, for a left part of which only the points of some neighbouring rows
// are looked at. Most left parts meet nothing for that reason alone.
//
// What is left out, the seam of the other rows and cycles, costs at least 0.
type sieve struct {
	row, rows int
	least     []int16 // by the states of the left points, as a number of base states
	discount  int32   // of a seam whose kink has only one of its two rows here
}

// noRightPart is more than any cost.
const noRightPart = 1 << 14

// digits is 3^i added up over the bits i of each number.
var digits = func() (digits [1 << sieveRows]uint16) {
	power := uint16(1)
	for row := range sieveRows {
		for x := range digits {
			digits[x] += uint16(x) >> row & 1 * power
		}
		power *= states
	}
	return digits
}()

func (v *sieve) index(f front) int {
	mask := uint32(1)<<v.rows - 1
	wet := f.above &^ f.stone
	return isWet*int(digits[wet>>v.row&mask]) + isStone*int(digits[f.stone>>v.row&mask])
}

// newSieves returns sieves that between them look at all rows.
func newSieves(fronts []opposite, kink, height int) (sieves []*sieve) {
	rows := min(sieveRows, height)
	last := height - rows
	steps := (last + rows - 1) / rows
	if 2*last > rows && steps == 1 {
		steps = 2
	}
	for i := range steps + 1 {
		row := 0
		if steps > 0 {
			row = last * i / steps
		}
		sieves = append(sieves, newSieve(fronts, kink, height, row, rows))
	}
	return sieves
}

// newSieve adds the seam row by row to the least costs of the right parts. The
// two rows beside the kink touch each other, too, and are added at once.
func newSieve(fronts []opposite, kink, height, row, rows int) *sieve {
	v := &sieve{row: row, rows: rows}
	size := 1
	for range rows {
		size *= states
	}
	v.least = make([]int16, size)
	for i := range v.least {
		v.least[i] = noRightPart
	}
	for _, f := range fronts {
		least := &v.least[v.index(f.front)]
		*least = min(*least, int16(f.cost))
	}
	for i, step := 0, 1; i < rows; {
		if row+i+1 == kink && i+1 < rows {
			v.face(step, 2)
			i, step = i+2, step*states*states
			continue
		}
		v.face(step, 1)
		i, step = i+1, step*states
	}
	if 0 < kink && kink < height && (kink == row || kink == row+rows) {
		v.discount = kinkDiscount
	}
	return v
}

// face replaces the states of right points, one or the two beside the kink, by
// those of the left points that face them.
func (v *sieve) face(step, rows int) {
	cost := facingCosts(rows)
	n := len(cost)
	right := make([]int16, n)
	for base := 0; base < len(v.least); base += step * n {
		for i := base; i < base+step; i++ {
			for r := range right {
				right[r] = v.least[i+r*step]
			}
			for l, row := range cost {
				best := int16(noRightPart)
				for r, c := range row {
					best = min(best, right[r]+c)
				}
				v.least[i+l*step] = best
			}
		}
	}
}

// facingCosts returns the local cost of the seam of left and right points.
func facingCosts(rows int) [][]int16 {
	n := states
	if rows == 2 {
		n *= states
	}
	cost := make([][]int16, n)
	for l := range cost {
		for r := range n {
			c, _ := localSeam(frontOf(l), frontOf(r), 1, rows)
			cost[l] = append(cost[l], int16(c))
		}
	}
	return cost
}

// frontOf returns the front of at most two points in given states.
func frontOf(number int) (f front) {
	for row := range 2 {
		switch number % states {
		case isWet:
			f.above |= 1 << row
		case isStone:
			f.stone |= 1 << row
		}
		number /= states
	}
	return f
}

// bound returns what the right parts and their seams with a left part cost at
// least.
func (v *sieve) bound(left front) int32 {
	return int32(v.least[v.index(left)]) - v.discount
}
