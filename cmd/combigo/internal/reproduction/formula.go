package reproduction

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/result"
)

// shown is a text that is as the paper says if something holds.
type shown struct {
	text  string
	holds bool
}

// n returns an argument that is a whole number.
func (x arguments) n(i int) int { return whole(x[i]) }

// formulas adds the lines of the entry that data/formulas.tsv has.
func (w *work) formulas() {
	w.own = map[string][]string{}
	for _, f := range fields("formulas.tsv", 6) {
		name, parameters, isFunction := strings.Cut(strings.TrimSuffix(f[1], ")"), "(")
		switch ranges, arguments, chosen := strings.Cut(f[2], ":"); {
		case f[0] != w.entry:
		case isFunction:
			w.own[name] = append(strings.Split(parameters, ","), f[3])
		default:
			scope{w, map[string]value{}}.each(ranges, func(s scope, variables string) {
				if !chosen {
					arguments = variables
				}
				s.formula(name, arguments, f[3], f[4], f[5])
			})
		}
	}
}

// formula adds a line.
func (s scope) formula(name, arguments, formula, basis, note string) {
	var args []any
	for text := range strings.FieldsSeq(arguments) {
		if n, ok := s.run(text).(*big.Rat); ok {
			args = append(args, whole(n))
		} else {
			args = append(args, s.run(text))
		}
	}
	l := s.line(name, args...)
	s.lines(func() {
		v, r := s.run(formula), (*Row)(nil)
		if x, ok := v.(shown); ok {
			r = s.between(name, x.text, x.holds, args...)
		} else {
			r = s.against(l, comparableOf(v))
		}
		if basis, condition, limited := strings.Cut(basis, " if "); basis != "" && (!limited || s.run(condition).(bool)) {
			r.Basis = result.Basis(basis)
		}
		if note != "" || r.Explained {
			r.Note = s.expand(cmp.Or(note, r.Note))
		}
	}, l)
}

// comparableOf returns what a formula found in a type that [work.compare] takes.
func comparableOf(v value) any {
	switch x := v.(type) {
	case bool:
		return one(x)
	case *big.Rat:
		if x.IsInt() {
			return x.Num()
		}
	}
	return v
}

var braces = regexp.MustCompile(`\{[^}]*\}`)

// expand puts values in the place of the formulas in braces: of a statement, in how many cases it
// holds.
func (s scope) expand(text string) string {
	return braces.ReplaceAllStringFunc(text, func(formula string) string {
		v := s.run(formula[1 : len(formula)-1])
		if tried, ok := v.(*cases); ok {
			return strconv.Itoa(tried.good)
		}
		return fmt.Sprint(comparableOf(v))
	})
}

// run works out a formula. One that says for which ranges it is meant is a statement that is tried
// for all, or a number of which the largest is taken.
func (s scope) run(formula string) (v value) {
	text, ranges, ranged := cutRanges(formula)
	if !ranged {
		return s.eval(must(parser.ParseExpr(formula)))
	}
	x, tried := must(parser.ParseExpr(text)), &cases{}
	s.each(ranges, func(s scope, _ string) {
		y := s.eval(x)
		if holds, ok := y.(bool); ok {
			tried.add(holds)
			v = tried
		} else if v == nil || s.real(y).High.Cmp(s.real(v).High) > 0 {
			v = y
		}
	})
	return v
}

// cutRanges cuts a formula before its ranges, which follow the word for, outside of quotes.
func cutRanges(formula string) (text, ranges string, ranged bool) {
	const word = " for "
	quoted := false
	for i, c := range formula {
		if c == '"' {
			quoted = !quoted
		}
		if !quoted && strings.HasPrefix(formula[i:], word) {
			return formula[:i], formula[i+len(word):], true
		}
	}
	return formula, "", false
}

// each visits the values of variables with ranges, such as "m=1..3 n=m,9; m=4 n=5", and tells their
// names.
func (s scope) each(ranges string, visit func(s scope, variables string)) {
	for alternative := range strings.SplitSeq(ranges, ";") {
		s.nested(strings.Fields(alternative), "", visit)
	}
}

func (s scope) nested(ranges []string, outer string, visit func(s scope, variables string)) {
	if len(ranges) == 0 {
		visit(s, outer)
		return
	}
	name, numbers, _ := strings.Cut(ranges[0], "=")
	for part := range strings.SplitSeq(numbers, ",") {
		first, last, isRange := strings.Cut(part, "..")
		if !isRange {
			last = first
		}
		for n := whole(s.run(first)); n <= whole(s.run(last)); n++ {
			t := scope{s.work, maps.Clone(s.vars)}
			t.vars[name] = big.NewRat(int64(n), 1)
			t.nested(ranges[1:], outer+" "+name, visit)
		}
	}
}

// whole returns the integer part of a number.
func whole(v value) int {
	x := v.(*big.Rat)
	return int(new(big.Int).Div(x.Num(), x.Denom()).Int64())
}

// eval works out an expression of Go, whose numbers are exact.
func (s scope) eval(x ast.Expr) value {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return s.eval(x.X)
	case *ast.BasicLit:
		if x.Kind == token.STRING {
			return must(strconv.Unquote(x.Value))
		}
		return rational(x.Value)
	case *ast.Ident:
		if v, ok := s.vars[x.Name]; ok {
			return v
		}
		return s.call(x.Name, nil)
	case *ast.UnaryExpr:
		require(x.Op == token.SUB, "formula of %s: the operator %s", s.entry, x.Op)
		return s.binary(token.SUB, new(big.Rat), s.eval(x.X))
	case *ast.BinaryExpr:
		return s.binary(x.Op, s.eval(x.X), s.eval(x.Y))
	case *ast.CallExpr:
		if x.Fun.(*ast.Ident).Name == "choose" {
			return s.choose(x.Args)
		}
		var args []value
		for _, a := range x.Args {
			args = append(args, s.eval(a))
		}
		return s.call(x.Fun.(*ast.Ident).Name, args)
	}
	check(fmt.Errorf("formula of %s: %T", s.entry, x))
	return nil
}

// choose works out one of two expressions: the first one if a statement holds, in all cases.
func (s scope) choose(x []ast.Expr) value {
	holds := s.eval(x[0])
	if statement, ok := holds.(string); ok {
		tried := s.run(statement).(*cases)
		holds = tried.good == tried.all
	}
	if holds.(bool) {
		return s.eval(x[1])
	}
	return s.eval(x[2])
}

// call applies a function: one of the entry's own or of all entries. What depends on exact numbers
// alone is worked out once.
func (s scope) call(name string, args []value) value {
	compute := func() value {
		if own, ok := s.own[name]; ok {
			require(len(args) == len(own)-1 || len(args) == 0 && own[0] == "", "formula of %s: %d arguments of %s", s.entry, len(args), name)
			t := scope{s.work, map[string]value{}}
			for i, x := range args {
				t.vars[own[i]] = x
			}
			return t.run(own[len(own)-1])
		}
		f, ok := s.functions[name]
		require(ok, "formula of %s: no function %s", s.entry, name)
		switch x := f(s, args).(type) {
		case *big.Int:
			return new(big.Rat).SetInt(x)
		case int:
			return big.NewRat(int64(x), 1)
		case int64:
			return big.NewRat(x, 1)
		case float64:
			return new(big.Rat).SetFloat64(x)
		default:
			return x
		}
	}
	key := "formula " + name
	for _, a := range args {
		x, exact := a.(*big.Rat)
		if !exact {
			return compute()
		}
		key += " " + x.RatString()
	}
	return remembered(s.work, key, compute)
}

// remembered computes what is needed more than once.
func remembered[T any](w *work, key string, compute func() T) T {
	if x, known := w.memo[key]; known {
		return x.(T)
	}
	x := compute()
	if w.memo == nil {
		w.memo = map[string]any{}
	}
	w.memo[key] = x
	return x
}

// real returns an enclosure of a number, which is exact if that is whole.
func (s scope) real(v value) interval.Interval {
	switch x := v.(type) {
	case interval.Interval:
		return x
	case *big.Rat:
		if x.IsInt() {
			return interval.Int(x.Num())
		}
		return exactly(x)
	}
	check(fmt.Errorf("formula of %s: %v is no number", s.entry, v))
	return interval.Interval{}
}

// binary applies an operator. Enclosures are compared for certain.
func (s scope) binary(op token.Token, x, y value) value {
	if p, ok := x.(bool); ok {
		switch op {
		case token.LAND:
			return p && y.(bool)
		case token.LOR:
			return p || y.(bool)
		}
		check(fmt.Errorf("formula of %s: the operator %s of two statements", s.entry, op))
	}
	p, exact := x.(*big.Rat)
	if q, ok := y.(*big.Rat); exact && ok {
		switch op {
		case token.ADD:
			return new(big.Rat).Add(p, q)
		case token.SUB:
			return new(big.Rat).Sub(p, q)
		case token.MUL:
			return new(big.Rat).Mul(p, q)
		case token.QUO:
			return new(big.Rat).Quo(p, q)
		case token.EQL:
			return p.Cmp(q) == 0
		case token.NEQ:
			return p.Cmp(q) != 0
		case token.LSS:
			return p.Cmp(q) < 0
		case token.GTR:
			return p.Cmp(q) > 0
		case token.LEQ:
			return p.Cmp(q) <= 0
		case token.GEQ:
			return p.Cmp(q) >= 0
		}
	}
	a, v, w := interval.New(keptDigits), s.real(x), s.real(y)
	switch op {
	case token.ADD:
		return a.Add(v, w)
	case token.SUB:
		return a.Sub(v, w)
	case token.MUL:
		return a.Mul(v, w)
	case token.QUO:
		return a.Quo(v, w)
	case token.NEQ:
		return !v.Overlaps(w)
	case token.LSS:
		return v.High.Cmp(w.Low) < 0
	case token.GTR:
		return v.Low.Cmp(w.High) > 0
	case token.LEQ:
		return v.High.Cmp(w.Low) <= 0
	case token.GEQ:
		return v.Low.Cmp(w.High) >= 0
	}
	check(fmt.Errorf("formula of %s: the operator %s of two numbers that are not both exact", s.entry, op))
	return nil
}
