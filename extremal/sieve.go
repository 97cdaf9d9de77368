package extremal

// A sieve bounds from below what right parts at a kink cost together with the
// seam, for a left part. Of some neighbouring rows it looks at all of the left
// point, of the rows around them only at whether it is wet, and at other rows not
// at all. Most left parts go with no right part for that reason alone.
//
// What is left out costs at least 0: the seam without cycles is a sum over the
// rows, but for the two beside the kink, which are looked at together.
type sieve struct {
	height, kink int
	row, rows    int // those it looks at all of
	low, high    int // those it looks at
	power        int // states to the rows
	least        []int8
}

// noRightPart is more than any cost of interest.
const noRightPart = 64

// mostSieveRows bounds the rows that a sieve looks at all of.
const mostSieveRows = 9

// digits is 3^i added up over the bits i of each number.
var digits = func() (digits [1 << mostSieveRows]uint16) {
	power := uint16(1)
	for row := range mostSieveRows {
		for x := range digits {
			digits[x] += uint16(x) >> row & 1 * power
		}
		power *= states
	}
	return digits
}()

// newSieves returns sieves without right parts that between them look at all of
// the upper, the middle and the lower rows, so many and more if no other rows
// are left, and have about so many entries at most.
func newSieves(kink, height, rows, entries int) (sieves []*sieve) {
	rows = min(rows, height)
	power := 1
	for range rows {
		power *= states
	}
	wet := 0
	for rows+wet < height && power<<(wet+1) <= entries {
		wet++
	}
	for rows+wet == height && wet > 0 && rows < mostSieveRows && power*states<<(wet-1) <= entries {
		rows, wet, power = rows+1, wet-1, power*states
	}
	places := min(3, (height+rows-1)/rows)
	for i := range places {
		v := &sieve{height: height, kink: kink, rows: rows, power: power, least: make([]int8, power<<wet)}
		if places > 1 {
			v.row = (height - rows) * i / (places - 1)
		}
		v.low = min(max(v.row-wet/2, 0), height-rows-wet)
		v.high = v.low + rows + wet
		for i := range v.least {
			v.least[i] = noRightPart
		}
		sieves = append(sieves, v)
	}
	return sieves
}

func (v *sieve) index(f front) int {
	mask := uint32(1)<<v.rows - 1
	wet := f.above &^ f.stone
	above := wet >> v.low & (1<<(v.row-v.low) - 1)
	below := wet >> (v.row + v.rows) & (1<<(v.high-v.row-v.rows) - 1)
	return int(below<<(v.row-v.low)|above)*v.power +
		isWet*int(digits[wet>>v.row&mask]) + isStone*int(digits[f.stone>>v.row&mask])
}

// add adds a right part, which faces the left ones.
func (v *sieve) add(f front, cost int32) {
	least := &v.least[v.index(f)]
	*least = min(*least, int8(cost))
}

// addAll adds the right parts of another sieve of the same rows, each dearer by
// so much.
func (v *sieve) addAll(w *sieve, dearer int32) {
	for i, cost := range w.least {
		if cost < noRightPart {
			v.least[i] = min(v.least[i], cost+int8(dearer))
		}
	}
}

// bound returns what the right parts and their seams with a left part cost at
// least.
func (v *sieve) bound(left front) int32 { return int32(v.least[v.index(left)]) }

// A digit is how an index shows one point.
type digit struct{ base, step int }

// digit returns that of a row, of base 1 if it is not looked at.
func (v *sieve) digit(row int) digit {
	switch {
	case row < v.low || row >= v.high:
		return digit{1, 0}
	case row < v.row:
		return digit{2, v.power << (row - v.low)}
	case row < v.row+v.rows:
		step := 1
		for range row - v.row {
			step *= states
		}
		return digit{states, step}
	}
	return digit{2, v.power << (row - v.rows - v.low)}
}

// shows reports whether it shows the state of a point as x.
func (d digit) shows(state, x int) bool {
	switch d.base {
	case states:
		return state == x
	case 2:
		return (state == isWet) == (x == 1)
	}
	return true
}

// face adds the seam: row by row the states of the right points, by which the
// least costs were added, become those of the left points that face them. No
// right part can be added afterwards.
func (v *sieve) face() {
	for row := 0; row < v.height; row++ {
		if row+1 == v.kink && row+1 < v.height {
			v.faceTwo(v.digit(row), v.digit(row+1))
			row++
			continue
		}
		switch d := v.digit(row); d.base {
		case states:
			v.faceState(d.step)
		case 2:
			v.faceWet(d.step)
		}
	}
}

// faceWet does so for a point of which only wet or not is looked at: the seam
// costs at least 1 if just one side is wet.
func (v *sieve) faceWet(step int) {
	for base := 0; base < len(v.least); base += 2 * step {
		not, wet := v.least[base:base+step], v.least[base+step:base+2*step]
		for i, n := range not {
			w := wet[i]
			not[i], wet[i] = min(n, w+1), min(w, n+1)
		}
	}
}

// faceState does so for a point of which the state is looked at, by
// [seamCosts].
func (v *sieve) faceState(step int) {
	for base := 0; base < len(v.least); base += states * step {
		dry, wet, stone := v.least[base:base+step], v.least[base+step:base+2*step], v.least[base+2*step:base+3*step]
		for i, d := range dry {
			w, s := wet[i], stone[i]
			dry[i] = min(d+4, w+2, s)
			wet[i] = min(d+2, w, s+1)
			stone[i] = min(d, w+1, s)
		}
	}
}

// faceTwo does so for the two points beside the kink.
func (v *sieve) faceTwo(upper, lower digit) {
	cost := kinkCosts(upper, lower)
	n := upper.base * lower.base
	var places [states * states]int
	for x := range n {
		places[x] = x%upper.base*upper.step + x/upper.base*lower.step
	}
	v.eachWithout(upper, lower, func(least []int8) {
		var right [states * states]int8
		for x := range n {
			right[x] = least[places[x]]
		}
		for l := range n {
			best := int8(noRightPart)
			for r, c := range cost[l][:n] {
				best = min(best, right[r]+c)
			}
			least[places[l]] = best
		}
	})
}

// eachWithout visits the entries in which two digits are 0, with those behind
// them.
func (v *sieve) eachWithout(a, b digit, visit func(least []int8)) {
	if a.step > b.step {
		a, b = b, a
	}
	inner, outer := max(a.step, 1), max(b.step, 1)
	for i := 0; i < len(v.least); i += outer * b.base {
		for j := i; j < i+outer; j += inner * a.base {
			for k := range inner {
				visit(v.least[j+k:])
			}
		}
	}
}

// kinkCosts returns what the seam of the two rows beside a kink costs at least,
// by what is shown of the left and of the right points.
func kinkCosts(upper, lower digit) (cost [states * states][states * states]int8) {
	for l := range cost {
		for r := range cost[l] {
			cost[l][r] = noRightPart
		}
	}
	shown := func(pair int) (all []int) {
		for x := range upper.base * lower.base {
			if upper.shows(pair%states, x%upper.base) && lower.shows(pair/states, x/upper.base) {
				all = append(all, x)
			}
		}
		return all
	}
	for left := range states * states {
		for right := range states * states {
			c, _ := localSeam(frontOf(left), frontOf(right), 1, 2)
			for _, l := range shown(left) {
				for _, r := range shown(right) {
					cost[l][r] = min(cost[l][r], int8(c))
				}
			}
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
