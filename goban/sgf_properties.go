package goban

import "strings"

// An sgfClass says where a property may stand (FF[4], section 2.2.1).
type sgfClass uint8

const (
	anyNode  sgfClass = iota
	moveNode          // a node with moves, which has nothing that is set up
	setUpNode
	rootNode // the first node of a game
	infoNode // any node, once on the way from the first node to it
)

// An sgfRule says where a property may stand and how many values it has. Of values only those that
// the reader uses are looked at.
type sgfRule struct {
	class sgfClass
	read  bool // the value decides on positions or turns
	list  bool // there may be several values
}

// sgfRules are the properties of FF[4] for Go. Source: proplist.html and go.html of
// https://www.red-bean.com/sgf/. Programs may have others, which are passed over.
var sgfRules = func() map[string]sgfRule {
	all := map[string]sgfRule{}
	for names, rule := range map[string]sgfRule{
		"B W":                                 {class: moveNode, read: true},
		"KO MN OB OW BL WL BM TE DO IT":       {class: moveNode},
		"AB AW AE":                            {class: setUpNode, read: true, list: true},
		"PL":                                  {class: setUpNode, read: true},
		"C N DM GB GW UC HO V FG PM":          {},
		"CR MA SL SQ TR DD VW TB TW AR LN LB": {list: true},
		"CA FF GM SZ":                         {class: rootNode, read: true},
		"AP ST":                               {class: rootNode},
		"HA":                                  {class: infoNode, read: true},
		"KM TM AN BR BT CP DT EV GC GN ON OT PB PC PW RE RO RU SO US WR WT": {class: infoNode},
	} {
		for name := range strings.FieldsSeq(names) {
			all[name] = rule
		}
	}
	return all
}()
