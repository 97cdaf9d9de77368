package halves

//go:generate go run ./gencoefficients
//go:generate go run ./genlimbs

// term says that the value of a word takes part in that of another one, whose run has another letter: tags
// is the renaming of the rest.
type term struct {
	letter   Letter
	tags     string
	num, den int64
}

// group is some terms with one coefficient.
type group struct {
	coefficient uint64
	minus       bool
	terms       int
}

// combination is an integral linear combination: scale times the old value, plus the groups.
type combination struct {
	scale  uint64
	groups []group
	count  int // terms
	number byte
}

// isPlain reports whether but one source is added to, or taken from, the target.
func (c *combination) isPlain() bool {
	return c.count == 1 && c.scale == 1 && c.groups[0].coefficient == 1
}
