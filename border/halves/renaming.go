package halves

// A renaming takes the rests behind one stack to rests behind another: the strings on top of the stack, as many as there
// are tags, the innermost first, become others. Equal letters are one string; a capital is open in the image too, a
// small letter is not: its next run begins a string there. Strings below stay as they are. [revived] makes the
// innermost string live.
type renaming struct {
	tags string
	over int // strings that were opened since, on top of those that are meant
}

const revived = "!"

// capital reports whether a tag is a string that is open in the image.
func capital(tag byte) bool { return tag < 'a' }

// settled drops tags of outer strings that are as they were.
func settled(tags []byte) string {
	n := len(tags)
	for n > 0 && capital(tags[n-1]) {
		for _, t := range tags[:n-1] {
			if t == tags[n-1] {
				return string(tags[:n])
			}
		}
		n--
	}
	return string(tags[:n])
}

// after returns the letter that takes the place of one, and the renaming of what follows.
func (r renaming) after(l Letter) (Letter, renaming) {
	switch {
	case r.tags == "" || l == Live || l == Alone:
		return l, r
	case l == First:
		return l, renaming{r.tags, r.over + 1}
	case r.over > 0 && l == Inner:
		return l, r
	case r.over > 0:
		return l, renaming{r.tags, r.over - 1}
	case r.tags == revived && l == Inner:
		return Live, r
	case r.tags == revived:
		return Live, renaming{}
	}
	return r.inside(l)
}

// inside is after for a run of the innermost of the strings that are renamed.
func (r renaming) inside(l Letter) (Letter, renaming) {
	tag := r.tags[0]
	next := []byte(r.tags)
	more := false
	for i, t := range next {
		if t != tag {
			continue
		}
		more = more || i > 0
		if !capital(t) {
			next[i] -= 'a' - 'A'
		}
	}
	image := map[bool]map[bool]Letter{
		true:  {true: Inner, false: Last},
		false: {true: First, false: Alone},
	}[capital(tag)]
	if l == Inner {
		return image[true], renaming{settled(next), 0}
	}
	return image[more], renaming{settled(next[1:]), 0}
}

// source is the rests that a renaming leads to.
type source struct {
	node *Node
	at   int // place of its first rest
	renaming
}

// behind returns the source of the rests with a first letter.
func (s source) behind(l Letter) source {
	image, next := s.after(l)
	return source{s.node.child[image], s.at + s.node.offset[image], next}
}
