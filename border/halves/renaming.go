package halves

// A renaming takes the rests after one stack to rests after another: the strings on top of the stack, one for each
// tag, the innermost first, become others. Equal letters are one string; a capital is open in the image too, a
// small letter is not: its next run begins a string there. Strings below stay as they are. [revived] makes the
// innermost string live.
type renaming struct {
	tags tags
	over int // strings that were opened since, on top of those that are meant
}

// tags are up to eight letters, the first in the lowest byte.
type tags uint64

const revived tags = '!'

func tagsOf(letters string) tags {
	var t tags
	for i := range len(letters) {
		t |= tags(letters[i]) << (8 * i)
	}
	return t
}

// capital reports whether a tag is a string that is open in the image.
func capital(tag tags) bool { return tag < 'a' }

// settled drops tags of outer strings that are as they were.
func (t tags) settled() tags {
	var last tags
	shift := 0
	for rest := t; rest != 0; rest >>= 8 {
		last = rest
		shift += 8
	}
	if t == 0 || !capital(last) {
		return t
	}
	inner := t &^ (last << (shift - 8))
	for rest := inner; rest != 0; rest >>= 8 {
		if rest&0xff == last {
			return t
		}
	}
	return inner.settled()
}

// after returns the letter that takes the place of one, and the renaming of what follows.
func (r renaming) after(l Letter) (Letter, renaming) {
	switch {
	case r.tags == 0 || l == Live || l == Alone:
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
	tag := r.tags & 0xff
	next := r.tags
	more := false
	for shift := 0; r.tags>>shift != 0; shift += 8 {
		t := r.tags >> shift & 0xff
		if t != tag {
			continue
		}
		more = more || shift > 0
		if !capital(t) {
			next -= ('a' - 'A') << shift
		}
	}
	goesOn := l == Inner || more
	image := Alone
	switch {
	case capital(tag) && goesOn:
		image = Inner
	case capital(tag):
		image = Last
	case goesOn:
		image = First
	}
	if l != Inner {
		next >>= 8
	}
	return image, renaming{next.settled(), 0}
}
