package paths

import "math/bits"

// components are strongly connected components, in an order in which edges lead back: a component
// leads only to those before it. A walk keeps those of all its steps: a step adds what it finds,
// and those before it stay.
type components struct {
	members []uint64
	reach   []uint64 // members and all that they lead to
	walks   []tally  // that begin at the node of a component of one node
}

// partition has the component of each node.
type partition [MaxMarked]uint16

// search finds components along a path of sets of nodes, each of which leads to the next: a set
// that leads back to an earlier one is joined with it, and a set that leads only to components is
// one (H. N. Gabow, "Path-based depth-first search for strong and biconnected components", 2000).
// With sets as words, a step looks at all edges of a set at once.
type search struct {
	spread *[MaxMarked]uint64
	components
	path [MaxMarked]struct{ members, ahead uint64 }
}

// find adds the components of what can be reached from some exits among the free nodes. The
// partition has those of the free nodes that are not split, and gets those of the others.
func (s *search) find(of *partition, exits, free, split uint64) {
	var open uint64 // nodes on the path
	last := -1      // set of the path
	for unseen := split; ; {
		next := exits & unseen
		if last >= 0 {
			top := &s.path[last]
			ahead := top.ahead & free &^ top.members
			if back := ahead & open; back != 0 {
				for ; back&^s.path[last].members != 0; last-- {
					s.path[last-1].members |= s.path[last].members
					s.path[last-1].ahead |= s.path[last].ahead
				}
				continue
			}
			if next = ahead & unseen; next == 0 {
				s.add(of, top.members, ahead)
				open &^= top.members
				last--
				continue
			}
		}
		if next == 0 {
			return
		}
		v := bits.TrailingZeros64(next)
		unseen &^= 1 << v
		open |= 1 << v
		last++
		s.path[last].members, s.path[last].ahead = 1<<v, s.spread[v]
	}
}

// add adds a component that leads to some nodes of others.
func (s *search) add(of *partition, members, ahead uint64) {
	for left := members; left != 0; left &= left - 1 {
		of[bits.TrailingZeros64(left)] = uint16(len(s.members))
	}
	reach := members
	for ahead != 0 {
		next := s.reach[of[bits.TrailingZeros64(ahead)]]
		reach |= next
		ahead &^= next
	}
	s.members, s.reach, s.walks = append(s.members, members), append(s.reach, reach), append(s.walks, tally{})
}
