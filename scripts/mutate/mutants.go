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
	text := func(from, to token.Pos) string {
		return string(source[files.Position(from).Offset:files.Position(to).Offset])
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		change(n, text, func(from, to token.Pos, other string) {
			at, end := files.Position(from), files.Position(to).Offset
			all = append(all, mutant{
				name, at.Line, at.Column, text(from, to), other, slices.Concat(source[:at.Offset], []byte(other), source[end:]),
			})
		})
		return true
	})
	return all, nil
}

// change adds the changes of a part of a file: what lies between two places gives way to another
// text. A function returns the text that is there.
func change(n ast.Node, text func(from, to token.Pos) string, add func(from, to token.Pos, other string)) {
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
		// The values are computed, and not kept.
		kept, none := text(n.Pos(), n.TokPos+token.Pos(len(n.Tok.String()))), strings.Repeat(", _", len(n.Lhs))[2:]+" ="
		if n.Tok != token.DEFINE && kept != none {
			add(n.Pos(), n.Pos()+token.Pos(len(kept)), none)
		}
	case *ast.IfStmt:
		if b, ok := n.Cond.(*ast.BinaryExpr); !ok || b.Op != token.EQL && b.Op != token.NEQ { // those are exchanged
			add(n.Cond.Pos(), n.Cond.End(), "!("+text(n.Cond.Pos(), n.Cond.End())+")")
		}
		if returns(n) {
			add(n.Cond.Pos(), n.Cond.End(), "false && ("+text(n.Cond.Pos(), n.Cond.End())+")")
		}
	case *ast.BlockStmt: // an event is left out, or two are exchanged
		for i, s := range n.List {
			if !isEvent(s) {
				continue
			}
			add(s.Pos(), s.End(), "")
			if i > 0 && isEvent(n.List[i-1]) {
				before := n.List[i-1]
				add(before.Pos(), s.End(), text(s.Pos(), s.End())+"\n"+text(before.Pos(), before.End()))
			}
		}
	}
}

// returns reports whether an if does nothing but return.
func returns(n *ast.IfStmt) bool {
	if n.Else != nil || len(n.Body.List) != 1 {
		return false
	}
	_, ok := n.Body.List[0].(*ast.ReturnStmt)
	return ok
}

// isEvent reports whether a statement is a call for what the call does, of which there may be an
// error.
func isEvent(s ast.Stmt) bool {
	var x ast.Expr
	switch s := s.(type) {
	case *ast.ExprStmt:
		x = s.X
	case *ast.AssignStmt:
		if name, ok := s.Lhs[0].(*ast.Ident); ok && len(s.Lhs) == 1 && name.Name == "err" {
			x = s.Rhs[0]
		}
	case *ast.IfStmt:
		return s.Init != nil && returns(s) && isEvent(s.Init) || s.Else == nil && isOneEvent(s.Body)
	case *ast.RangeStmt:
		return isOneEvent(s.Body)
	}
	_, ok := x.(*ast.CallExpr)
	return ok
}

// others lists what takes the place of a number: one more or less, a tenth less, another sign.
func others(n *ast.BasicLit) (list []string) {
	value, err := strconv.ParseInt(n.Value, 0, 64)
	switch {
	case n.Kind == token.FLOAT:
		return []string{"(0.9*" + n.Value + ")"}
	case n.Kind != token.INT || err != nil:
		return nil
	case value != 0:
		list = []string{fmt.Sprintf("(%d)", -value)}
	}
	return append(list, fmt.Sprintf("(%d)", value+1), fmt.Sprintf("(%d)", value-1))
}

func isOneEvent(b *ast.BlockStmt) bool { return len(b.List) == 1 && isEvent(b.List[0]) }
