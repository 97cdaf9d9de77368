package length

import "math/bits"

// A cluster is a connected set of points, all of which some stones of a game touch and no others:
// the points around are empty for the whole game. So what happens in it depends on nothing but the
// stones that go there.
type cluster struct {
	size int
	next [maxCluster]uint16 // for each point, the points of the cluster beside it
	open uint16             // the points with an empty point outside the cluster beside them
}

// maxCluster is the greatest size of a cluster.
const maxCluster = MaxMoves

// state is what a cluster looks like: its black and white stones.
type state struct{ stones [2]uint16 }

// around returns the points beside a set of points, some of the set itself among them.
func (c *cluster) around(set uint16) uint16 {
	var all uint16
	for ; set != 0; set &= set - 1 {
		all |= c.next[bits.TrailingZeros16(set)]
	}
	return all
}

// stringAt returns the string through a stone, or the strings through some stones of a colour.
func (c *cluster) stringAt(stone, color uint16) uint16 {
	for found := stone; ; {
		grown := found | c.around(found)&color
		if grown == found {
			return found
		}
		found = grown
	}
}

// breathes reports whether a string has a liberty.
func (c *cluster) breathes(s uint16, now state) bool {
	return s&c.open != 0 || c.around(s)&^(now.stones[0]|now.stones[1]) != 0
}

// play puts a stone on an empty point. It returns the state after it, the number of stones removed,
// and false if the move is not legal; superko is not looked at, but for the suicide of one stone.
func (c *cluster) play(now state, point int, color uint32, rules Rules) (state, int, bool) {
	var (
		stone   = uint16(1) << point
		removed = 0
	)
	now.stones[color] |= stone
	for beside := c.next[point] & now.stones[1-color]; beside != 0; {
		s := c.stringAt(beside&-beside, now.stones[1-color])
		beside &^= s
		if !c.breathes(s, now) {
			now.stones[1-color] &^= s
			removed += bits.OnesCount16(s)
		}
	}
	own := c.stringAt(stone, now.stones[color])
	if c.breathes(own, now) {
		return now, removed, true
	}
	now.stones[color] &^= own
	size := bits.OnesCount16(own)
	return now, size, rules.suicideOf(size)
}

// An excess is how much the legal sequences of stones with some colours that touch all points of a
// cluster and no others outnumber the sequences of different points, which is what they would be if
// stones took no notice of each other.
type excess struct {
	word  word
	value int64
}

// excesses returns the excesses of a cluster other than zero, for all words of games of at most a
// given number of moves.
func (c *cluster) excesses(moves int, rules Rules) []excess {
	e := excessCounter{cluster: c, rules: rules, moves: moves}
	e.extend(word{}, 0, map[touched]int64{{}: 1})
	return e.found
}

// touched is a state and the points that were played on.
type touched struct {
	state
	points uint16
}

// excessCounter walks through all words, with the number of ways to come to each state.
type excessCounter struct {
	cluster *cluster
	rules   Rules
	moves   int
	found   []excess
}

// extend takes a word with the number of moves it costs, and the ways to play it.
func (e *excessCounter) extend(w word, spent int, ways map[touched]int64) {
	if w.len >= e.cluster.size {
		e.note(w, ways)
	}
	for color := range uint32(2) {
		after := spent + w.grow(color)
		if after > e.moves {
			continue
		}
		next := e.step(ways, color, e.moves-after)
		if len(next) > 0 || w.len < e.cluster.size { // where nothing is legal, all sequences of different points are missing
			e.extend(w.with(color), after, next)
		}
	}
}

// step plays one more stone. States with more untouched points than moves left lead nowhere.
func (e *excessCounter) step(ways map[touched]int64, color uint32, left int) map[touched]int64 {
	next := make(map[touched]int64, 2*len(ways))
	for now, count := range ways {
		empty := ^(now.stones[0] | now.stones[1])
		for point := range e.cluster.size {
			points := now.points | 1<<point
			if empty>>point&1 == 0 || e.cluster.size-bits.OnesCount16(points) > left {
				continue
			}
			if after, _, ok := e.cluster.play(now.state, point, color, e.rules); ok {
				next[touched{after, points}] += count
			}
		}
	}
	return next
}

// note notes the excess of a word.
func (e *excessCounter) note(w word, ways map[touched]int64) {
	var legal int64
	for now, count := range ways {
		if bits.OnesCount16(now.points) == e.cluster.size {
			legal += count
		}
	}
	if w.len == e.cluster.size {
		legal -= falling(w.len, w.len).Int64()
	}
	if legal != 0 {
		e.found = append(e.found, excess{w, legal})
	}
}
