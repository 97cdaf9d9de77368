package goban

import (
	"regexp"
	"strings"
)

// An sgfClass says where a property may stand (FF[4], section 2.2.1).
type sgfClass uint8

const (
	anyNode  sgfClass = iota
	moveNode          // a node with moves, which has nothing that is set up
	setUpNode
	rootNode // the first node of a game
	infoNode // any node, once on the way from the first node to it
)

// An sgfKind says what a value is.
type sgfKind uint8

const (
	anyText    sgfKind = iota
	readValue          // whoever reads the value checks it
	noText             // nothing
	aNumber            // a whole number
	aReal              // a decimal number
	aDouble            // 1 or 2
	aPoint             // points or rectangles of points
	twoPoints          // arrows and lines
	aLabel             // a point and a text
	twoTexts           // texts with a colon between
	aFigure            // nothing, or a number and a text
	valueKinds = iota
)

// An sgfRule says where a property may stand, what its values are, and how many.
type sgfRule struct {
	class     sgfClass
	kind      sgfKind
	list      bool
	mayBeVoid bool   // a list with one empty value is an empty list
	group     string // a node has one of a group at most
	needsMove bool   // the node has a move
}

// sgfRules are the properties of FF[4] for Go. Source: proplist.html and go.html of
// https://www.red-bean.com/sgf/. Programs may have others, which are passed over.
var sgfRules = func() map[string]sgfRule {
	all := map[string]sgfRule{}
	for _, row := range []struct {
		names string
		rule  sgfRule
	}{
		{"B W", sgfRule{class: moveNode, kind: readValue, group: "moves"}},
		{"KO", sgfRule{class: moveNode, kind: noText, needsMove: true}},
		{"MN OB OW", sgfRule{class: moveNode, kind: aNumber}},
		{"BL WL", sgfRule{class: moveNode, kind: aReal}},
		{"BM TE", sgfRule{class: moveNode, kind: aDouble, group: "judgements of moves", needsMove: true}},
		{"DO IT", sgfRule{class: moveNode, kind: noText, group: "judgements of moves", needsMove: true}},
		{"AB AW AE", sgfRule{class: setUpNode, kind: readValue, list: true}},
		{"PL", sgfRule{class: setUpNode, kind: readValue}},
		{"C N", sgfRule{}},
		{"DM GB GW UC", sgfRule{kind: aDouble, group: "judgements of positions"}},
		{"HO", sgfRule{kind: aDouble}},
		{"V", sgfRule{kind: aReal}},
		{"CR MA SL SQ TR", sgfRule{kind: aPoint, list: true}},
		{"DD VW TB TW", sgfRule{kind: aPoint, list: true, mayBeVoid: true}},
		{"AR LN", sgfRule{kind: twoPoints, list: true}},
		{"LB", sgfRule{kind: aLabel, list: true}},
		{"FG", sgfRule{kind: aFigure}},
		{"PM", sgfRule{kind: aNumber}},
		{"CA FF GM SZ", sgfRule{class: rootNode, kind: readValue}},
		{"AP", sgfRule{class: rootNode, kind: twoTexts}},
		{"ST", sgfRule{class: rootNode, kind: aNumber}},
		{"HA", sgfRule{class: infoNode, kind: readValue}},
		{"KM TM", sgfRule{class: infoNode, kind: aReal}},
		{"AN BR BT CP DT EV GC GN ON OT PB PC PW RE RO RU SO US WR WT", sgfRule{class: infoNode}},
	} {
		for name := range strings.FieldsSeq(row.names) {
			all[name] = row.rule
		}
	}
	return all
}()

// sgfForms are the forms of values, and what they are called.
var sgfForms = [valueKinds]struct {
	form *regexp.Regexp
	what string
}{
	noText:    {regexp.MustCompile(`^$`), "nothing"},
	aNumber:   {regexp.MustCompile(`^[+-]?\d+$`), "a whole number"},
	aReal:     {regexp.MustCompile(`^[+-]?\d+(\.\d+)?$`), "a number"},
	aDouble:   {regexp.MustCompile(`^[12]$`), "1 or 2"},
	aPoint:    {regexp.MustCompile(`^[a-zA-Z]{2}(:[a-zA-Z]{2})?$`), "a point"},
	twoPoints: {regexp.MustCompile(`^[a-zA-Z]{2}:[a-zA-Z]{2}$`), "two points with a colon between"},
	aLabel:    {regexp.MustCompile(`^[a-zA-Z]{2}:`), "a point, a colon and a text"},
	twoTexts:  {regexp.MustCompile(`:`), "two texts with a colon between"},
	aFigure:   {regexp.MustCompile(`^(\d+:(?s:.*))?$`), "nothing, or a number, a colon and a text"},
}

// pointsOf returns the texts of the points in a value.
func (k sgfKind) pointsOf(text string) []string {
	switch k {
	case aPoint, twoPoints:
		return strings.Split(text, ":")
	case aLabel:
		return []string{text[:2]}
	}
	return nil
}
