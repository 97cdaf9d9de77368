package reproduction

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math/big"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// scope is the variables of a formula.
type scope struct {
	*work
	vars map[string]value
}

// A value of a formula is a *big.Rat, an [interval.Interval], a text, a bool, *cases of a
// statement, what [work.compare] takes besides, or anything that has methods or fields.
type value any

// formulas adds the lines of the entry that data/formulas.tsv has. Lines with the same ranges,
// which a ditto mark stands for, come out together for each value of their variables. Notes follow.
func (w *work) formulas() {
	const ditto = `"`
	w.own = map[string][]string{}
	var groups [][][]string
	for _, f := range fields("formulas.tsv", 6) {
		name, parameters, isFunction := strings.Cut(strings.TrimSuffix(f[1], ")"), "(")
		switch last := len(groups) - 1; {
		case f[0] != w.entry:
		case isFunction:
			w.own[name] = append(strings.Split(parameters, ","), f[3])
		case strings.HasPrefix(f[2], ditto):
			groups[last] = append(groups[last], f)
		default:
			groups = append(groups, [][]string{f})
		}
	}
	for _, group := range groups {
		ranges, _, _ := strings.Cut(group[0][2], ":")
		scope{w, map[string]value{}}.each(ranges, func(s scope, variables string) {
			for _, f := range group {
				_, arguments, chosen := strings.Cut(f[2], ":")
				if !chosen {
					arguments = variables
				}
				s.formula(f[1], arguments, f[3], f[4], f[5])
			}
		})
	}
	for _, f := range fields("notes.tsv", 2) {
		if f[0] == w.entry {
			w.note(scope{w, nil}.expand(f[1]))
		}
	}
}

// formula adds a line, or the drawing, or lines that a function adds by itself.
func (s scope) formula(name, arguments, formula, basis, note string) {
	switch name {
	case "lines":
		s.run(formula)
		return
	case "drawing":
		s.out.SVG = s.run(formula).(string)
		return
	}
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
		r := s.against(l, comparableOf(s.run(formula)))
		if basis, condition, limited := strings.Cut(basis, " if "); basis != "" && (!limited || s.run(condition).(bool)) {
			r.Basis = result.Basis(basis)
		}
		if note != "" || r.Explained {
			r.Note = s.expand(cmp.Or(note, r.Note))
		}
	}, l)
}

// lines computes lines of one cost. If it cannot, they are from an earlier run, or too large.
func (w *work) lines(compute func(), lines ...line) {
	cost := lines[0].cost()
	if cost.time > 0 || cost.takes == "" {
		if w.within(cost.time, compute) || cost.takes == leftOut {
			return
		}
	}
	takes := cmp.Or(cost.takes, w.takes(cost.time))
	if w.short {
		takes = "more memory than there is"
	}
	for _, l := range lines {
		w.stored(l, takes)
	}
}

// stored adds a line that is not computed now, from an earlier run if there is one.
func (w *work) stored(l line, takes string) {
	if e, ok := l.earlier(); ok {
		r := w.against(l, comparableOf(scope{w, nil}.run(e.value)))
		r.Earlier, r.Basis = e.provenance, result.OneWay
		return
	}
	w.tooLarge(l, takes)
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
		switch y := s.eval(x).(type) {
		case bool:
			tried.add(y)
			v = tried
		case *cases:
			tried.good, tried.all = tried.good+y.good, tried.all+y.all
			v = tried
		default:
			if v == nil || enclosure(y).High.Cmp(enclosure(v).High) > 0 {
				v = y
			}
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
		require(x.Op == token.SUB, "the formula has the operator %s", x.Op)
		return binary(token.SUB, new(big.Rat), s.eval(x.X))
	case *ast.BinaryExpr:
		return binary(x.Op, s.eval(x.X), s.eval(x.Y))
	case *ast.SelectorExpr:
		field := reflect.Indirect(reflect.ValueOf(s.eval(x.X))).FieldByName(x.Sel.Name)
		require(field.IsValid(), "the formula has no field %s", x.Sel.Name)
		return valueOf(field)
	case *ast.IndexExpr:
		return valueOf(reflect.ValueOf(s.eval(x.X)).Index(whole(s.eval(x.Index))))
	case *ast.CallExpr:
		var args []value
		name, isFunction := x.Fun.(*ast.Ident)
		if isFunction && name.Name == "choose" {
			return s.choose(x.Args)
		}
		for _, a := range x.Args {
			args = append(args, s.eval(a))
		}
		if isFunction {
			return s.call(name.Name, args)
		}
		method := x.Fun.(*ast.SelectorExpr)
		return s.apply(method.Sel.Name, reflect.ValueOf(s.eval(method.X)).MethodByName(method.Sel.Name), args)
	}
	check(fmt.Errorf("the formula has a %T", x))
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
		own, ok := s.own[name]
		if !ok {
			return s.apply(name, reflect.ValueOf(s.functions[name]), args)
		}
		require(len(args) == len(own)-1 || len(args) == 0 && own[0] == "", "the formula has %d arguments of %s", len(args), name)
		t := scope{s.work, map[string]value{}}
		for i, x := range args {
			t.vars[own[i]] = x
		}
		return t.run(own[len(own)-1])
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

// apply calls a function of Go. What it takes besides the arguments of the formula, it gets: the
// work with its context and its options, and an arithmetic. Its results are a value, and perhaps an
// error, or whether there is such a value.
func (s scope) apply(name string, f reflect.Value, args []value) value {
	require(f.IsValid(), "the formula has no function %s", name)
	if f.Kind() != reflect.Func {
		return valueOf(f)
	}
	given := map[reflect.Type]any{
		reflect.TypeFor[*work](): s.work, reflect.TypeFor[context.Context](): s.ctx,
		reflect.TypeFor[par.Options](): s.options(), reflect.TypeFor[*interval.Arithmetic](): interval.New(keptDigits),
	}
	var in []reflect.Value
	for i := range f.Type().NumIn() {
		switch t := f.Type().In(i); {
		case given[t] != nil:
			in = append(in, reflect.ValueOf(given[t]))
		case t == reflect.TypeFor[[]value](): // all that are left
			in, args = append(in, reflect.ValueOf(args)), nil
		default:
			require(len(args) > 0, "the formula lacks an argument of %s", name)
			in, args = append(in, argument(args[0], t)), args[1:]
		}
	}
	require(len(args) == 0, "the formula has too many arguments of %s", name)
	out := f.Call(in)
	if len(out) == 0 {
		return nil
	}
	for _, x := range out[1:] {
		switch x := x.Interface().(type) {
		case error:
			check(x)
		case bool:
			require(x, "%s has no value", name)
		}
	}
	return valueOf(out[0])
}

// argument returns a value as a function takes it.
func argument(v value, t reflect.Type) reflect.Value {
	x, exact := v.(*big.Rat)
	switch {
	case t == reflect.TypeFor[interval.Interval]():
		return reflect.ValueOf(enclosure(v))
	case exact && t == reflect.TypeFor[*big.Int]():
		return reflect.ValueOf(x.Num())
	case exact && reflect.Zero(t).CanInt():
		return reflect.ValueOf(whole(x)).Convert(t)
	case t.Kind() == reflect.Float64:
		number, _ := enclosure(v).Middle(17).Float64()
		return reflect.ValueOf(number)
	}
	require(reflect.TypeOf(v).AssignableTo(t), "the formula has %v in the place of a %v", v, t)
	return reflect.ValueOf(v)
}

// valueOf returns what a function of Go found as formulas have it: whole numbers are exact ones.
func valueOf(found reflect.Value) value {
	if x, ok := found.Interface().(*big.Int); ok {
		return new(big.Rat).SetInt(x)
	}
	if _, hasName := found.Interface().(fmt.Stringer); found.CanInt() && !hasName {
		return big.NewRat(found.Int(), 1)
	}
	return found.Interface()
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

// enclosure returns an enclosure of a number, which is exact if that is whole.
func enclosure(v value) interval.Interval {
	switch x := v.(type) {
	case interval.Interval:
		return x
	case *big.Rat:
		if x.IsInt() {
			return interval.Int(x.Num())
		}
		return exactly(x)
	case float64:
		return exactly(new(big.Rat).SetFloat64(x))
	}
	check(fmt.Errorf("the formula takes %v for a number", v))
	return interval.Interval{}
}

// The operators that make a number of two.
var (
	ofExact = map[token.Token]func(z, x, y *big.Rat) *big.Rat{
		token.ADD: (*big.Rat).Add, token.SUB: (*big.Rat).Sub, token.MUL: (*big.Rat).Mul, token.QUO: (*big.Rat).Quo,
	}
	ofEnclosures = map[token.Token]func(a *interval.Arithmetic, x, y interval.Interval) interval.Interval{
		token.ADD: (*interval.Arithmetic).Add, token.SUB: (*interval.Arithmetic).Sub,
		token.MUL: (*interval.Arithmetic).Mul, token.QUO: (*interval.Arithmetic).Quo,
	}
)

// binary applies an operator. Enclosures are compared for certain.
func binary(op token.Token, x, y value) value {
	if p, ok := x.(bool); ok {
		q, ok := y.(bool)
		require(ok && (op == token.LAND || op == token.LOR), "the formula has the operator %s of statements", op)
		return p && q || op == token.LOR && (p || q)
	}
	p, exact := x.(*big.Rat)
	if q, ok := y.(*big.Rat); exact && ok {
		if f := ofExact[op]; f != nil {
			return f(new(big.Rat), p, q)
		}
		return compared(op, p.Cmp(q), p.Cmp(q))
	}
	v, w := enclosure(x), enclosure(y)
	if f := ofEnclosures[op]; f != nil {
		return f(interval.New(keptDigits), v, w)
	}
	require(op != token.EQL, "the formula has the operator == of numbers that are not both exact")
	return compared(op, v.Low.Cmp(w.High), v.High.Cmp(w.Low))
}

// compared says whether numbers compare as an operator wants it, by the signs of what their
// difference is at least and at most.
func compared(op token.Token, least, most int) bool {
	switch op {
	case token.EQL:
		return least == 0 && most == 0
	case token.NEQ:
		return least > 0 || most < 0
	case token.LSS:
		return most < 0
	case token.LEQ:
		return most <= 0
	case token.GTR:
		return least > 0
	case token.GEQ:
		return least >= 0
	}
	check(fmt.Errorf("the formula has the operator %s of numbers", op))
	return false
}
