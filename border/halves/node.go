package halves

import (
	"sync"
)

// key names the rests of words: the runs that are left, and the strings that are open.
type key struct {
	runs  Runs
	stack Stack
}

// A Node is the rests that can follow the beginning of a word: the words for the runs that are left in which the strings
// that are open come to an end. In lexicographic order they are a block, and those with one first letter are a block of
// it, which is a node again. Beginnings that leave the same runs and the same stack share the node.
type Node struct {
	form   *Form
	key    key
	size   int
	top    int // strings of the colour of the next run on top of the stack
	child  [letters]*Node
	offset [letters]int
	number uint32

	stepOnce sync.Once
	steps    [passes][]step
	once     sync.Once
	program  *program // of a small node

	mu      sync.Mutex
	places  map[string][]uint32   // by combination and sources
	weights map[int32]wordWeights // of the words of a small node, by weight of the beginning
	growth  float64
	grown   bool
}

// A Form holds the nodes of all words of runs that it is asked about, and what is known of them. It may be used by
// several goroutines.
type Form struct {
	mu      sync.Mutex
	nodes   map[key]*Node
	weights *weightTable
}

// NewForm returns an empty form.
func NewForm() *Form { return &Form{nodes: map[key]*Node{}, weights: newWeightTable()} }

// MaxRuns is the largest number of runs of a word: more would ask for coefficients beyond the table.
var MaxRuns = 4*len(innerTerms) - 4

// Words returns the node of all words of some runs, at most [MaxRuns].
func (f *Form) Words(x Runs) *Node { return f.Rests(x, NoStrings) }

// Rests returns the node of the rests for some runs that close the strings of a stack; nil if there are none.
func (f *Form) Rests(x Runs, open Stack) *Node {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.node(x, open)
}

// node finds or makes a node. Exchanging the colours changes nothing, so the first run is made black.
func (f *Form) node(x Runs, open Stack) *Node {
	if open.depth() > x.Len() {
		return nil
	}
	if x != NoRuns && x.first() == 1 {
		x ^= 1<<x.Len() - 1
		open ^= 1<<open.depth() - 1
	}
	k := key{x, open}
	if n, known := f.nodes[k]; known {
		return n
	}
	n := &Node{form: f, key: k}
	if x == NoRuns {
		n.size = 1
	} else {
		n.branch()
	}
	if n.size == 0 {
		n = nil
	} else {
		n.number = uint32(len(f.nodes))
	}
	f.nodes[k] = n
	return n
}

func (n *Node) branch() {
	colour, rest, open := n.key.runs.first(), n.key.runs.rest(), n.key.stack
	same := n.form.node(rest, open)
	n.child[Live], n.child[Alone] = same, same
	n.child[First] = n.form.node(rest, open<<1|Stack(colour))
	n.top = open.top(colour)
	if n.top > 0 {
		n.child[Inner] = same
		n.child[Last] = n.form.node(rest, open>>1)
	}
	for l, child := range n.child {
		n.offset[l] = n.size
		if child != nil {
			n.size += child.size
		}
	}
}

// Size returns the number of words.
func (n *Node) Size() int { return n.size }

// Step returns the node after a letter, nil if there is none, and the place of its first word.
func (n *Node) Step(l Letter) (*Node, int) { return n.child[l], n.offset[l] }

// isLeaf reports whether there is but the empty word.
func (n *Node) isLeaf() bool { return n.key.runs == NoRuns }

// source is the rests that a renaming leads to.
type source struct {
	node *Node
	at   int // place of its first rest
	renaming
}

// rest returns the source of the rests with a first letter.
func (s source) rest(l Letter) source {
	image, next := s.renaming.after(l)
	return source{s.node.child[image], s.at + s.node.offset[image], next}
}

// passes is the number of passes over the runs.
const passes = 2

// wordWeights are the weights of some words, all less than classes.
type wordWeights struct {
	list    []uint16
	classes int
}

// rule is what a step does to the words whose run has one letter.
type rule struct {
	letter Letter
	combination
	sources []ruleSource
}

// ruleSource is the words that have another letter for a run, the rest renamed.
type ruleSource struct {
	letter Letter
	tags   tags
}

// program is what is done to a small node: lists of rows, pass by pass.
type program struct {
	batches [passes][]batch
}

// step is what a rule does to the words of a node with one first letter: a block from offset on.
type step struct {
	*rule
	target  *Node
	offset  int
	sources []source
}

// batch is a combination, and the places of the words that it is done to.
type batch struct {
	*combination
	places []uint32
}
