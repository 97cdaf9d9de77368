package reproduction

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/result"
)

// A value of a formula is a *big.Rat, an [interval.Interval], a text, a bool, *cases of a statement,
// or what [work.compare] takes besides.
type value any

// shown is a text that is as the paper says if something holds.
type shown struct {
	text  string
	holds bool
}

// scope is the variables of a formula.
type scope struct {
	*work
	vars map[string]value
}

// formulas adds the lines of the entry that data/formulas.tsv has.
func (w *work) formulas() {
	for _, f := range fields("formulas.tsv", 6) {
		if f[0] != w.entry || strings.Contains(f[1], "(") {
			continue
		}
		ranges, arguments, chosen := strings.Cut(f[2], ":")
		scope{w, map[string]value{}}.each(ranges, func(s scope, variables string) {
			if !chosen {
				arguments = variables
			}
			s.formula(f[1], arguments, f[3], f[4], f[5])
		})
	}
}

// formula adds a line.
func (s scope) formula(name, arguments, formula, basis, note string) {
	var args []any
	for text := range strings.FieldsSeq(arguments) {
		switch x := s.run(text).(type) {
		case *big.Rat:
			args = append(args, whole(x))
		default:
			args = append(args, x)
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
		if note != "" {
			r.Note = s.expand(note)
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

// expand puts values in the place of the formulas in braces, and in how many cases a statement holds.
func (s scope) expand(text string) string {
	return braces.ReplaceAllStringFunc(text, func(formula string) string {
		v := s.run(formula[1 : len(formula)-1])
		if tried, ok := v.(*cases); ok {
			return fmt.Sprint(tried.good)
		}
		return fmt.Sprint(comparableOf(v))
	})
}

// run works out a formula. One that says for which ranges it is meant is a statement that is tried
// for all, or a number of which the largest is taken.
func (s scope) run(formula string) (v value) {
	text, ranges, ranged := strings.Cut(formula, " for ")
	if !ranged || strings.Contains(ranges, `"`) { // that of a statement in quotes
		return s.eval(must(parser.ParseExpr(formula)))
	}
	x := must(parser.ParseExpr(text))
	tried := &cases{}
	s.each(ranges, func(s scope, _ string) {
		switch y := s.eval(x).(type) {
		case bool:
			tried.add(y)
			v = tried
		default:
			if v == nil || s.real(y).High.Cmp(s.real(v).High) > 0 {
				v = y
			}
		}
	})
	return v
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
	inner := func(v value) {
		t := scope{s.work, maps.Clone(s.vars)}
		t.vars[name] = v
		t.nested(ranges[1:], outer+" "+name, visit)
	}
	for part := range strings.SplitSeq(numbers, ",") {
		first, last, isRange := strings.Cut(part, "..")
		if !isRange {
			inner(s.run(first))
			continue
		}
		for n := whole(s.run(first)); n <= whole(s.run(last)); n++ {
			inner(big.NewRat(int64(n), 1))
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
	case *ast.BinaryExpr:
		return s.binary(x.Op, s.eval(x.X), s.eval(x.Y))
	case *ast.CallExpr:
		name, args := x.Fun.(*ast.Ident).Name, x.Args
		if name == "choose" { // works out one of two
			holds := s.eval(args[0])
			if text, ok := holds.(string); ok {
				tried := s.run(text).(*cases)
				holds = tried.good == tried.all
			}
			return s.eval(args[map[bool]int{true: 1, false: 2}[holds.(bool)]])
		}
		var values []value
		for _, a := range args {
			values = append(values, s.eval(a))
		}
		return s.call(name, values)
	}
	check(fmt.Errorf("formula of %s: %T", s.entry, x))
	return nil
}

// call applies a function: of the entry's own or one of [functions]. What depends on exact numbers
// alone is worked out once.
func (s scope) call(name string, args []value) (v value) {
	key, exact := name, true
	for _, a := range args {
		x, ok := a.(*big.Rat)
		if exact = exact && ok; exact {
			key += " " + x.RatString()
		}
	}
	if v, known := s.memo[key]; exact && known {
		return v
	}
	if own, ok := definitions()[definition{s.entry, name, len(args)}]; ok {
		t := scope{s.work, map[string]value{}}
		for i, parameter := range own.parameters {
			t.vars[parameter] = args[i]
		}
		v = t.run(own.formula)
	} else {
		f, ok := functions[name]
		require(ok, "formula of %s: no function %s", s.entry, name)
		v = f(s, args)
	}
	if exact {
		s.remember(key, v)
	}
	return v
}

func (w *work) remember(key string, v value) {
	if w.memo == nil {
		w.memo = map[string]value{}
	}
	w.memo[key] = v
}

// A definition is a function of an entry.
type definition struct {
	entry, name string
	arguments   int
}

type function struct {
	parameters []string
	formula    string
}

var definitions = sync.OnceValue(func() map[definition]function {
	all := map[definition]function{}
	for _, f := range fields("formulas.tsv", 6) {
		if name, list, ok := strings.Cut(strings.TrimSuffix(f[1], ")"), "("); ok {
			parameters := strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
			all[definition{f[0], name, len(parameters)}] = function{parameters, f[3]}
		}
	}
	return all
})

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
		return p && y.(bool)
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
		case token.LSS:
			return p.Cmp(q) < 0
		case token.GTR:
			return p.Cmp(q) > 0
		case token.LEQ:
			return p.Cmp(q) <= 0
		}
		return p.Cmp(q) >= 0
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
	}
	return v.Low.Cmp(w.High) >= 0
}
