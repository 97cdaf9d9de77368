package goban

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// plainNode is a node of SGF: properties in their order.
type plainNode []plainProperty

type plainProperty struct {
	name   string // as it is written
	values []string
}

// plainReader is a second reader of SGF, by the grammar of FF[4] alone, for texts that the first
// one accepts. It shares no code with the first one.
type plainReader struct {
	t    *testing.T
	text []rune
	at   int
	all  []plainNode // of all trees
}

func (r *plainReader) space() {
	for r.at < len(r.text) && strings.ContainsRune(" \t\n\v\f", r.text[r.at]) {
		r.at++
	}
}

// take passes over a character, if it is the next one.
func (r *plainReader) take(c rune) bool {
	r.space()
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

// tree reads a tree without its opening parenthesis, and returns the main line. Ends may be missing
// at the end of the text.
func (r *plainReader) tree() (main []plainNode) {
	for r.take(';') {
		main = append(main, r.node())
	}
	for first := true; r.take('('); first = false {
		if below := r.tree(); first {
			main = append(main, below...)
		}
	}
	if !r.take(')') && r.at < len(r.text) {
		r.t.Fatalf("the plain reader expects ) at character %d of %q", r.at, string(r.text))
	}
	return main
}

func (r *plainReader) node() (n plainNode) {
	for r.space(); r.at < len(r.text) && (r.text[r.at]|32) >= 'a' && (r.text[r.at]|32) <= 'z'; r.space() {
		p := plainProperty{}
		for ; r.at < len(r.text) && (r.text[r.at]|32) >= 'a' && (r.text[r.at]|32) <= 'z'; r.at++ {
			p.name += string(r.text[r.at])
		}
		for r.take('[') {
			value := ""
			for ; r.text[r.at] != ']'; r.at++ {
				if r.text[r.at] == '\\' {
					if r.at++; r.text[r.at] == '\n' {
						continue
					}
				}
				value += string(r.text[r.at])
			}
			r.at++
			p.values = append(p.values, value)
		}
		n = append(n, p)
	}
	r.all = append(r.all, n)
	return n
}

// plainIdent is the capital letters of a name.
var plainIdent = regexp.MustCompile(`[^A-Z]`)

func (p plainProperty) ident() string { return plainIdent.ReplaceAllString(p.name, "") }

// plainPoints returns the points of a value: two letters, or two corners.
func plainPoints(value string) (points [][2]int) {
	place := func(c byte) int {
		return strings.Index("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", string(c))
	}
	first, second, ok := strings.Cut(value, ":")
	first, second = strings.TrimSpace(first), strings.TrimSpace(second)
	if !ok {
		second = first
	}
	for row := min(place(first[1]), place(second[1])); row <= max(place(first[1]), place(second[1])); row++ {
		for col := min(place(first[0]), place(second[0])); col <= max(place(first[0]), place(second[0])); col++ {
			points = append(points, [2]int{row, col})
		}
	}
	return points
}

// plainBoard makes the nodes of a main line on a board of its own.
func plainBoard(main []plainNode) (b slowBoard, moves int) {
	b = slowBoard{19, 19, map[[2]int]Color{}}
	for _, p := range main[0] {
		if p.ident() == "SZ" {
			cols, rows, ok := strings.Cut(strings.TrimSpace(p.values[0]), ":")
			if b.cols, _ = strconv.Atoi(cols); !ok {
				rows = cols
			}
			b.rows, _ = strconv.Atoi(rows)
		}
	}
	colors := map[string]Color{"AB": Black, "AW": White, "B": Black, "W": White}
	for _, node := range main {
		for _, p := range node {
			for _, value := range p.values {
				if i := p.ident(); (i == "AB" || i == "AW" || i == "AE") && value != "" {
					for _, at := range plainPoints(value) {
						if b.stones[at] = colors[i]; i == "AE" {
							delete(b.stones, at)
						}
					}
				}
			}
		}
		for _, p := range node {
			if i := p.ident(); i == "B" || i == "W" {
				moves++
				if v := strings.TrimSpace(p.values[0]); v != "" && (v != "tt" || b.rows > 19 || b.cols > 19) {
					b.replace(colors[i], plainPoints(v)[0])
				}
			}
		}
	}
	return b, moves
}

// replace puts a stone on a point as FF[4] has it, whatever is there.
func (b slowBoard) replace(c Color, at [2]int) {
	b.stones[at] = c
	remove := func(at [2]int) {
		if group := b.group(at); b.dead(group) {
			for member := range group {
				delete(b.stones, member)
			}
		}
	}
	for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		if near := [2]int{at[0] + d[0], at[1] + d[1]}; b.stones[near] == Black+White-c {
			remove(near)
		}
	}
	remove(at)
}

// comparePlain reads SGF a second time, if its encoding is no question, and compares the positions.
// What has no note on something that FF[4] does not allow must keep those rules of FF[4] that are
// plain.
func comparePlain(t *testing.T, text string, records []Record) {
	t.Helper()
	text = strings.TrimPrefix(text, "\ufeff")
	if len(records) == 0 || strings.Contains(text, "CA") || strings.ContainsAny(text, "\r\x1b\x00\ufffd") {
		return
	}
	r := &plainReader{t: t, text: []rune(text)}
	if r.space(); r.text[r.at] != '(' {
		r.at = len([]rune(text[:regexp.MustCompile(`\(\s*;`).FindStringIndex(text)[0]]))
	}
	for n, record := range records {
		r.all = nil
		if !r.take('(') {
			t.Fatalf("game %d: the plain reader finds none at character %d of %q", n+1, r.at, text)
		}
		b, moves := plainBoard(r.tree())
		asHandicap := func(step Step) bool { return step.SetUp != nil && step.Move.Color == Black }
		if slices.ContainsFunc(record.Game.Steps, asHandicap) {
			continue
		}
		if !b.same(record.Position) || moves != record.Moves {
			t.Fatalf("game %d of %q: %d moves lead to\n%v\nthe plain reader has %d and\n%v", n+1, text, record.Moves, record.Position, moves, b.stones)
		}
		if record.Game.Violation("") == nil {
			plainStrict(t, r.all)
		}
	}
}

func plainStrict(t *testing.T, all []plainNode) {
	t.Helper()
	for n, node := range all {
		var names []string
		for _, p := range node {
			names = append(names, p.name)
			root := slices.Contains(strings.Fields("AP CA FF GM ST SZ"), p.name)
			several := len(p.values) > 1 && slices.Contains(strings.Fields("B W PL SZ GM FF C N KM HA RU PB PW RE"), p.name)
			if p.name != strings.ToUpper(p.name) || root && n > 0 || several {
				t.Fatalf("%s[%s] in node %d is taken for FF[4]", p.name, p.values, n)
			}
		}
		slices.Sort(names)
		has := func(name string) bool { return slices.Contains(names, name) }
		if len(slices.Compact(slices.Clone(names))) < len(names) || has("B") && has("W") || (has("B") || has("W")) && (has("AB") || has("AW") || has("AE") || has("PL")) {
			t.Fatalf("a node with %v is taken for FF[4]", names)
		}
	}
}

// plainRow is the points of a row of a diagram, after a number and a side, perhaps with more
// behind.
var plainRow = regexp.MustCompile(`^\s*\d*\s*\|?((?:[ \t()\[\]]*[.+,XxOo#@][123]?)+)`)

// compareDiagrams looks for the rows of positions among the lines of a plain text, in their order.
func compareDiagrams(t *testing.T, text string, records []Record) {
	t.Helper()
	odd := func(r rune) bool {
		return r > '~' || r < ' ' && r != '\t' && r != '\n' || strings.ContainsRune("*$=:", r)
	}
	if strings.ContainsFunc(text, odd) {
		return
	}
	var rows []string
	for line := range strings.Lines(text) {
		letters, frame := strings.TrimLeft(line, " \t"), strings.Trim(line, "+- \t\r\n") == "" && strings.Contains(line, "-")
		if m := plainRow.FindStringSubmatch(line); m != nil && !frame && letters[0]|32 != 'a' {
			rows = append(rows, strings.Map(func(r rune) rune {
				if strings.ContainsRune(".+,XxOo#@", r) {
					return r
				}
				return -1
			}, m[1]))
		}
	}
	for n, record := range records {
		p := record.Position
		if len(rows) < p.Rows() {
			t.Fatalf("diagram %d of %q has %d rows, and there are %d lines", n+1, text, p.Rows(), len(rows))
		}
		mine := strings.ToUpper(strings.NewReplacer("+", ".", ",", ".", "#", "X").Replace(strings.Join(cut(rows[:p.Rows()], p.Cols()), "\n")))
		at := "O"
		if strings.Contains(mine, "O") && !strings.Contains(mine, "X") {
			at = "X"
		}
		if mine = strings.ReplaceAll(mine, "@", at); mine != p.String() {
			t.Fatalf("diagram %d of %q is read as\n%v\nthe plain reader has\n%s", n+1, text, p, mine)
		}
		rows = rows[p.Rows():]
	}
}

// cut returns the beginnings of texts.
func cut(texts []string, most int) (all []string) {
	for _, text := range texts {
		all = append(all, text[:min(most, len(text))])
	}
	return all
}
