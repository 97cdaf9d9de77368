package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// A mutant is a file with one change.
type mutant struct {
	file         string
	line, column int
	old, new     string
	text         []byte // of the changed file
}

// String is the change on one line that is not too long.
func (m *mutant) String() string {
	inLine := func(text string) string { return fmt.Sprintf("%.60s", strings.Join(strings.Fields(text), " ")) }
	return fmt.Sprintf("%s:%d:%d  %s → %s", m.file, m.line, m.column, inLine(m.old), inLine(m.new))
}

// instead has the operators that take the place of others.
var instead = map[token.Token]token.Token{
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.ADD, token.QUO: token.MUL,
	token.SHL: token.SHR, token.SHR: token.SHL, token.AND: token.OR, token.OR: token.AND,
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN, token.MUL_ASSIGN: token.ADD_ASSIGN,
	token.SHL_ASSIGN: token.SHR_ASSIGN, token.SHR_ASSIGN: token.SHL_ASSIGN,
	token.INC: token.DEC, token.DEC: token.INC,
}

// find returns the mutants of a file, in the order of the file.
func find(name string, source []byte) ([]mutant, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var all []mutant
	ast.Inspect(tree, func(n ast.Node) bool {
		change(n, func(from, to token.Pos, text string) {
			at, end := files.Position(from), files.Position(to).Offset
			old := string(source[at.Offset:end])
			text = strings.Replace(text, "$", old, 1)
			all = append(all, mutant{name, at.Line, at.Column, old, text, slices.Concat(source[:at.Offset], []byte(text), source[end:])})
		})
		return true
	})
	return all, nil
}

// change adds the changes of a part of a file: what lies between two places gives way to a text, in
// which $ stands for what was there.
func change(n ast.Node, add func(from, to token.Pos, text string)) {
	operator := func(at token.Pos, op token.Token) {
		if other, ok := instead[op]; ok {
			add(at, at+token.Pos(len(op.String())), other.String())
		}
	}
	switch n := n.(type) {
	case *ast.BasicLit:
		for _, text := range others(n) {
			add(n.Pos(), n.End(), text)
		}
	case *ast.BinaryExpr:
		operator(n.OpPos, n.Op)
		if n.Op == token.LAND || n.Op == token.LOR { // one of the two conditions is left out
			add(n.X.Pos(), n.Y.Pos(), "")
			add(n.X.End(), n.Y.End(), "")
		}
	case *ast.IncDecStmt:
		operator(n.TokPos, n.Tok)
	case *ast.UnaryExpr:
		if n.Op == token.SUB {
			add(n.Pos(), n.X.Pos(), "")
		}
	case *ast.CallExpr: // a sign that a method changes
		if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "negative" {
			add(s.X.End(), n.End(), "")
		}
	case *ast.AssignStmt:
		operator(n.TokPos, n.Tok)
		if n.Tok != token.DEFINE { // the values are computed, and not kept
			add(n.Pos(), n.TokPos+token.Pos(len(n.Tok.String())), strings.Repeat(", _", len(n.Lhs))[2:]+" =")
		}
	case *ast.IfStmt:
		if b, ok := n.Cond.(*ast.BinaryExpr); !ok || b.Op != token.EQL && b.Op != token.NEQ { // those are exchanged
			add(n.Cond.Pos(), n.Cond.End(), "!($)")
		}
		if n.Else == nil && len(n.Body.List) == 1 {
			if _, returns := n.Body.List[0].(*ast.ReturnStmt); returns {
				add(n.Cond.Pos(), n.Cond.End(), "false && ($)")
			}
		}
	}
}

// others lists what takes the place of a number: one more or less, a tenth less, another sign.
func others(n *ast.BasicLit) (list []string) {
	value, err := strconv.ParseInt(n.Value, 0, 64)
	switch {
	case n.Kind == token.FLOAT:
		return []string{"(0.9*$)"}
	case n.Kind != token.INT || err != nil:
		return nil
	case value != 0:
		list = []string{fmt.Sprintf("(%d)", -value)}
	}
	return append(list, fmt.Sprintf("(%d)", value+1), fmt.Sprintf("(%d)", value-1))
}
