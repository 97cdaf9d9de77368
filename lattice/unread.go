package lattice

import (
	"regexp"
	"strings"
)

// tgfSeparator tells a line of # alone below a line that is no comment: TGF has vertices above it,
// and edges below.
var tgfSeparator = regexp.MustCompile(`(?m)^[ \t]*[^#%/\s].*\n(?:\s*\n)*[ \t]*#[ \t\r]*$`)

// looksLikeLGL reports whether comments are all of one word, the first of them before all else, and
// either what they say are vertices or there is no edge.
func looksLikeLGL(text string) bool {
	heads, names, edges, numbers := []string{}, map[string]bool{}, 0, true
	for words := range (source{text: text}).lines() {
		if head := words[0].text[0] == '#'; head != (head && len(words) == 2 && words[0].text == "#") || len(heads) == 0 && !head || len(names) > MaxVertices {
			return false
		} else if head {
			heads = append(heads, words[1].text)
			numbers = numbers && !isNotWhole(words[1].text)
			continue
		}
		for _, w := range words {
			names[w.text] = true
		}
		edges += len(words) - 1
	}
	found := edges == 0 || numbers
	for _, head := range heads {
		found = found || names[head]
	}
	return len(heads) > 0 && len(names) > 0 && found
}

// percentLines tells the comments of METIS.
var percentLines = regexp.MustCompile(`(?m)^%.*\n`)

// looksLikeMETIS reports whether two numbers are followed by as many lines as the first says, blank
// ones included, with neighbours in them: twice as many as the second says.
func looksLikeMETIS(text string) bool {
	text = percentLines.ReplaceAllString(text, "")
	head, body, _ := strings.Cut(strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\n"), "\n")
	size, m := strings.Fields(head), 0
	n, ok := 0, len(size) == 2
	if ok {
		n, ok = parseWhole(size[0])
	}
	if ok {
		m, ok = parseWhole(size[1])
	}
	least := strings.Count(strings.TrimRight(body, " \t\n"), "\n") + 1
	return ok && m > 0 && least <= n && n <= strings.Count(body, "\n")+1 && len(strings.Fields(body)) == 2*m
}
