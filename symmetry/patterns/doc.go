// Package patterns counts opening patterns: how many different ways there are to put the first N
// stones on a board, if what a rotation or reflection of the board turns into each other is the
// same.
//
// # What is a pattern
//
// The question has several meanings, and each [Meaning] here is one. Black and white move in turn,
// on free points; captures are ignored.
//
//	sequences            the N moves in their order
//	positions            the stones, their order forgotten
//	positions-exchanged  the same, and a position is the same as its colour exchange
//	sets                 the occupied points, their colours forgotten too
//	tree                 leaves of a tree of moves, see below
//	tree-colors          leaves of another tree
//
// The first four are orbits of a group, and are counted by Burnside's lemma: the mean, over the
// motions of the board, of the number of patterns that a motion leaves as they are. A motion with f
// fixed points, a pairs of points that it exchanges, and c cycles of four leaves as they are
//
//	sequences   f(f-1)...(f-N+1), since all stones must be on fixed points
//	positions   the coefficient of x^b y^w in (1+x+y)^f (1+x^2+y^2)^a (1+x^4+y^4)^c, for b = N-w black stones
//	sets        the coefficient of x^N in (1+x)^f (1+x^2)^a (1+x^4)^c
//
// and a motion with the exchange of colours, if b = w, the coefficient of z^b in (1+2z)^a
// (1+2z^2)^c: on a cycle, the colours alternate. If N is odd, the exchange leads to positions of
// other numbers of stones, and leaves the number of classes as it is. That is what is counted for
// any N, without looking at any pattern.
//
// # Trees
//
// A program that plays through all openings takes symmetry into account as it goes: of the moves
// that a symmetry of the present board turns into each other, it tries one. If the symmetries are
// those of the occupied points, colours not seen, the leaves are those of the meaning tree; if they
// are those of the stones with their colours, of tree-colors. Neither is the number of sequences up
// to symmetry. Two stones that a motion exchanges are a symmetric board, but the motion does not
// leave the sequence of the two moves as it is: the third move is then taken from half of the
// points, though all of them lead to different sequences. So a tree has fewer leaves. On a board
// with a motion that moves a point, tree falls short from N = 3 on. Of tree-colors, a board with
// three stones is the first that can be symmetric without all of its stones being on fixed points,
// and it falls short from N = 4 on, if a motion other than the identity leaves a point where it is,
// and from N = 5 on otherwise.
//
// Leaves are counted without playing through them: a board is described by the subsets of the
// orbits of points that have stones, and orbits with the same subset are as good as each other; and
// a board that has too few moves left to become symmetric again has as many leaves as there are
// sequences, or, if it can be symmetric before the last move only, less by what is lost there. The
// number of descriptions does not depend on the size of the board, but grows three to five times
// with each stone.
//
// # Legal patterns
//
// With [Options].Legal, only patterns are counted whose last position is legal: every string has a
// liberty. The engine of package transfer counts those that a motion leaves as they are, by their
// stones, on the board folded up along the motion.
package patterns
