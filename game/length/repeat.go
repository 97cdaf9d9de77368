package length

import (
	"fmt"
	"math/bits"

	"combigo.dev/combigo/goban"
)

// A comeback is a run of stones of a cluster, those after the first from up to to, that brings the
// cluster back to what it looked like before them. If nothing happens elsewhere meanwhile, the
// whole board repeats.
type comeback struct {
	from, to int
	// needsPass says that superko forbids the repetition only if there was a pass before the first
	// stone of the run: situational superko wants the same player to have had the turn.
	needsPass bool
}

// A repeater counts the sequences of stones in a cluster, legal but for superko, that have a word
// and the same comebacks.
type repeater struct {
	word      word
	comebacks []comeback
	count     int64
}

// key is the same for repeaters with the same word and comebacks.
func (r *repeater) key() string { return fmt.Sprint(r.word, r.comebacks) }

// repeaters returns all sequences with comebacks, for all words of games of at most a given number
// of moves.
func (c *cluster) repeaters(moves int, rules Rules) []*repeater {
	if rules.Superko == goban.NoSuperko {
		return nil
	}
	r := repeatCounter{cluster: c, rules: rules, moves: moves, index: map[string]*repeater{}, history: []state{{}}}
	if r.canReturn(state{}, 0, 0, moves) {
		r.extend(word{}, 0, 0, nil, 0)
	}
	return r.found
}

// repeatCounter walks through all sequences, one by one.
type repeatCounter struct {
	cluster *cluster
	rules   Rules
	moves   int
	history []state
	found   []*repeater
	index   map[string]*repeater
}

// extend takes a sequence with its word, the moves it costs, the points it touches, its comebacks
// and the number of its stones that removed others.
func (r *repeatCounter) extend(w word, spent int, touched uint16, comebacks []comeback, removals int) {
	full := uint16(1)<<r.cluster.size - 1
	if touched == full && len(comebacks) > 0 {
		r.note(w, comebacks)
	}
	now := r.history[w.len]
	for color := range uint32(2) {
		left := r.moves - spent - w.grow(color)
		if left < max(0, r.cluster.size-bits.OnesCount16(touched)-1) {
			continue
		}
		for point := range r.cluster.size {
			if (now.stones[0]|now.stones[1])>>point&1 != 0 {
				continue
			}
			after, removed, ok := r.cluster.play(now, point, color, r.rules)
			if !ok {
				continue
			}
			count := removals
			if removed > 0 {
				count++
			}
			longer := w.with(color)
			r.history = append(r.history, after)
			back := r.comebacks(longer, comebacks)
			if len(back) > 0 || r.canReturn(after, touched|1<<point, count, left) {
				r.extend(longer, r.moves-left, touched|1<<point, back, count)
			}
			r.history = r.history[:w.len+1]
		}
	}
}

// canReturn reports whether the cluster may still come back, and all its points be touched. For it
// to come back stones must vanish, and where suicide is no move, those of both colours, by one
// capture each, and then the last stone stands again where one stood before. Nothing vanishes that
// is connected to a stone next to a point outside, nor will another stone stand there.
func (r *repeatCounter) canReturn(now state, touched uint16, removals, left int) bool {
	free := (uint16(1)<<r.cluster.size - 1) &^ r.cluster.open
	for _, stones := range now.stones {
		free &^= r.cluster.stringAt(stones&r.cluster.open, stones)
	}
	untouched := r.cluster.size - bits.OnesCount16(touched)
	if r.rules.Suicide == goban.SuicideAllowed {
		return free != 0 && removals+left >= 1 && left >= untouched
	}
	return free&(free-1) != 0 && removals+left >= 2 && left > untouched
}

// comebacks returns the comebacks of a sequence from those it had before its last stone.
func (r *repeatCounter) comebacks(w word, before []comeback) []comeback {
	to := w.len
	all := before[:len(before):len(before)]
	for from := range to {
		if r.history[from] != r.history[to] {
			continue
		}
		// After the last stone its opponent has the turn. Before the run the player of the first
		// stone had it, and the opponent of that one only if he passed.
		sameTurn := w.at(to-1) != w.at(from)
		needsPass := r.rules.Superko == goban.SituationalSuperko && !sameTurn
		all = append(all, comeback{from, to, needsPass})
	}
	return all
}

func (r *repeatCounter) note(w word, comebacks []comeback) {
	found := &repeater{word: w, comebacks: comebacks}
	key := found.key()
	if r.index[key] == nil {
		r.index[key] = found
		r.found = append(r.found, found)
	}
	r.index[key].count++
}

// offences returns the number of ways to choose the places of the cluster's stones among those of a
// whole game so that superko forbids one of them, and disjoint places for the parts among the
// others.
func (r *repeater) offences(game word, parts []word) int64 {
	var ways int64
	places := make([]int, 0, r.word.len)
	var choose func(from int, others word)
	choose = func(from int, others word) {
		k := len(places)
		if k == r.word.len {
			for i := from; i < game.len; i++ {
				others = others.with(game.at(i))
			}
			if r.offends(game, places) {
				ways += others.deals(parts)
			}
			return
		}
		for i := from; i < game.len; i++ {
			if game.at(i) == r.word.at(k) {
				places = append(places, i)
				choose(i+1, others)
				places = places[:k]
			}
			others = others.with(game.at(i))
		}
	}
	choose(0, word{})
	return ways
}

// offends reports whether superko forbids a stone of the cluster, if its stones have these places
// in the game.
func (r *repeater) offends(game word, places []int) bool {
	for _, c := range r.comebacks {
		first, last := places[c.from], places[c.to-1]
		if last-first == c.to-1-c.from && (!c.needsPass || game.passBefore(first)) {
			return true
		}
	}
	return false
}
