package transfer

import "math/bits"

// packer writes a canonical state, symbol by symbol.
type packer struct {
	rules  *rules
	packed words
	word   uint64            // being filled
	shift  uint              // bits of word that are
	filled int               // words that are full
	needy  uint8             // needy strings named
	used   uint8             // colours named
	next   [maxLabels]uint8  // 1 + the symbol of the next stone with a label, 0 if the label has not come up yet
	colors [firstNeedy]uint8 // new names of the colours, from 1, 0 if the colour has not come up yet
}

// change is what a choice does to the strings of a front.
type change struct {
	live   group // these get a liberty
	joined group // these become one
}

// write writes the symbols of the frontier that stays, but for the new point.
func (p *packer) write(f *front, at *step, ch change) {
	*p = packer{rules: p.rules}
	p.next[0] = 1
	word, shift, width := uint64(0), uint(0), p.rules.bits
	for _, place := range at.old {
		label := f.labels[place]
		symbol := p.next[label]
		if symbol == 0 {
			symbol = p.name(f.color[label], label, ch)
		}
		word |= uint64(symbol-1) << shift
		if shift += width; shift > 64-width {
			p.packed[p.filled] = word
			p.filled, word, shift = p.filled+1, 0, 0
		}
	}
	p.word, p.shift = word, shift
}

// finish returns the state with one symbol more, that of a label.
func (p *packer) finish(color, label uint8, ch change) words {
	symbol := p.next[label]
	if symbol == 0 {
		symbol = p.name(color, label, ch)
	}
	p.packed[p.filled&3] = p.word | uint64(symbol-1)<<p.shift
	return p.packed
}

// state returns the state without another symbol.
func (p *packer) state() words {
	if p.shift > 0 {
		p.packed[p.filled] = p.word
	}
	return p.packed
}

// name gives a label its names: it returns 1 + the symbol of its first stone and notes that of all
// others.
func (p *packer) name(color, label uint8, ch change) uint8 {
	if p.colors[color] == 0 {
		p.used++
		p.colors[color] = p.used
	}
	first := 1 + p.colors[color]
	if label < firstNeedy || ch.live.has(label) {
		p.next[label] = first
		return first
	}
	p.needy++
	next := 1 + uint8(2*p.rules.colors) + p.needy
	p.next[label] = next
	if ch.joined.has(label) {
		for rest := ch.joined; rest != 0; rest &= rest - 1 {
			p.next[firstNeedy+bits.TrailingZeros64(uint64(rest))] = next
		}
	}
	return uint8(p.rules.colors) + first
}
