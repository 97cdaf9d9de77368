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

	"combigo.dev/combigo/cmd/combigo/internal/graphformat"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/recurrence"
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

// everyEntry stands in data/formulas.tsv for the entry of functions that all entries have.
const everyEntry = "*"

// ownFunctions returns those of an entry, and of all entries.
func ownFunctions(entry string) map[string]ownFunction {
	own := map[string]ownFunction{}
	for _, f := range fields("formulas.tsv", 6) {
		name, parameters, isFunction := strings.Cut(strings.TrimSuffix(f[1], ")"), "(")
		if isFunction && (f[0] == entry || f[0] == everyEntry) {
			own[name] = ownFunction{strings.FieldsFunc(parameters, func(c rune) bool { return c == ',' }), f[3]}
		}
	}
	return own
}

// newWork gets the functions: they refer to works themselves.
func newWork(ctx context.Context, entry string, b Budget, functions map[string]any) *work {
	return &work{
		entry: entry, ctx: ctx, budget: b, basis: result.TwoWays, memo: map[string]any{},
		own: ownFunctions(entry), functions: functions, out: &Outcome{},
	}
}

// formulas adds the lines of the entry that data/formulas.tsv has. Lines with the same ranges,
// which a ditto mark stands for, come out together for each value of their variables. Notes follow.
func (w *work) formulas() error {
	const ditto = `"`
	var groups [][][]string
	for _, f := range fields("formulas.tsv", 6) {
		switch last := len(groups) - 1; {
		case f[0] != w.entry || strings.Contains(f[1], "("):
		case strings.HasPrefix(f[2], ditto):
			groups[last] = append(groups[last], f)
		default:
			groups = append(groups, [][]string{f})
		}
	}
	for _, group := range groups {
		ranges, _, _ := strings.Cut(group[0][2], ":")
		scope{w, nil}.each(ranges, func(s scope, variables string) {
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
	return w.taken()
}

// kept returns a value, or nil if there is an error. Formulas go on without values, and the first
// error stays until it is taken.
func (w *work) kept(v value, err error) value {
	if w.err = cmp.Or(w.err, err); w.err != nil {
		return nil
	}
	return v
}

// taken returns the first error since the last call.
func (w *work) taken() (err error) {
	w.err, err = nil, w.err
	return err
}

// formula adds a line, or the drawing, or lines that a function adds by itself.
func (s scope) formula(name, arguments, formula, basis, note string) {
	switch name {
	case "lines":
		s.run(formula)
		return
	case "drawing":
		s.out.SVG, _ = s.run(formula).(string)
		return
	}
	var args []any
	for text := range strings.FieldsSeq(arguments) {
		args = append(args, comparableOf(s.run(text)))
	}
	if s.err != nil {
		return
	}
	l := s.line(name, args...)
	s.kept(nil, s.lines(func() error {
		x := s.run(formula)
		if s.err != nil {
			return s.taken()
		}
		r := s.against(l, comparableOf(x))
		if basis, condition, limited := strings.Cut(basis, " if "); basis != "" && (!limited || s.run(condition) == true) {
			r.Basis = result.Basis(basis)
		}
		if note != "" && !r.Explained {
			r.Note = note
		}
		r.Note = s.expand(r.Note)
		return s.taken()
	}, l))
}

// lines computes lines of one cost. If it cannot, they are from an earlier run, or too large.
func (w *work) lines(compute func() error, lines ...line) error {
	cost := lines[0].cost()
	if cost.time > 0 || cost.takes == "" {
		there, err := w.within(cost.time, compute)
		if err != nil || there || cost.takes == leftOut {
			return err
		}
	}
	takes := cmp.Or(cost.takes, w.takes(cost.time))
	if w.short {
		takes = "more memory than there is"
	}
	for _, l := range lines {
		if err := w.stored(l, takes); err != nil {
			return err
		}
	}
	return nil
}

// stored adds a line that is not computed now, from an earlier run if there is one.
func (w *work) stored(l line, takes string) error {
	e, ok := l.earlier()
	if !ok {
		w.tooLarge(l, takes)
		return nil
	}
	r := w.against(l, comparableOf(scope{w, nil}.run(e.value)))
	r.Earlier, r.Basis = e.provenance, result.OneWay
	return w.taken()
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
// for all, or a number of which the largest is taken, or texts that are listed.
func (s scope) run(formula string) (v value) {
	text, ranges, ranged := cutRanges(formula)
	x, err := parser.ParseExpr(text)
	if s.kept(x, err) == nil || !ranged {
		return s.eval(x)
	}
	var texts []string
	tried := &cases{}
	s.each(ranges, func(s scope, _ string) {
		switch y := s.eval(x).(type) {
		case bool:
			tried.add(y)
			v = tried
		case *cases:
			tried.good, tried.all = tried.good+y.good, tried.all+y.all
			v = tried
		case string:
			if y != "" {
				texts = append(texts, y)
			}
			v = strings.Join(texts, ", ")
		default:
			v = s.kept(larger(v, y))
		}
	})
	return v
}

// larger returns the larger one of two numbers, of which the first may be nil.
func larger(x, y value) (value, error) {
	if x == nil {
		return y, nil
	}
	p, q, err := enclosures(x, y)
	if err == nil && q.High.Cmp(p.High) > 0 {
		return y, nil
	}
	return x, err
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
		for n, end := s.whole(s.run(first)), s.whole(s.run(last)); n <= end && s.err == nil; n++ {
			t := scope{s.work, map[string]value{}}
			maps.Copy(t.vars, s.vars)
			t.vars[name] = big.NewRat(int64(n), 1)
			t.nested(ranges[1:], outer+" "+name, visit)
		}
	}
}

// whole returns the integer part of a number.
func (s scope) whole(v value) int {
	x, ok := v.(*big.Rat)
	if !ok {
		s.kept(nil, wrong("%v is no exact number", v))
		return 0
	}
	return integerPart(x)
}

func integerPart(x *big.Rat) int { return int(new(big.Int).Div(x.Num(), x.Denom()).Int64()) }

// eval works out an expression of Go, whose numbers are exact.
func (s scope) eval(x ast.Expr) value {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return s.eval(x.X)
	case *ast.BasicLit:
		if x.Kind == token.STRING {
			text, err := strconv.Unquote(x.Value)
			return s.kept(text, err)
		}
		number, err := rational(x.Value)
		return s.kept(number, err)
	case *ast.Ident:
		if v, ok := s.vars[x.Name]; ok {
			return v
		}
		return s.call(x.Name, nil)
	case *ast.UnaryExpr:
		if x.Op == token.SUB {
			return s.kept(binary(token.SUB, new(big.Rat), s.eval(x.X)))
		}
	case *ast.BinaryExpr:
		return s.kept(binary(x.Op, s.eval(x.X), s.eval(x.Y)))
	case *ast.SelectorExpr:
		if v := s.eval(x.X); v != nil {
			if field := reflect.Indirect(reflect.ValueOf(v)).FieldByName(x.Sel.Name); field.IsValid() {
				return valueOf(field)
			}
		}
	case *ast.IndexExpr:
		all, i := reflect.ValueOf(s.eval(x.X)), s.whole(s.eval(x.Index))
		if all.Kind() == reflect.Slice && 0 <= i && i < all.Len() {
			return valueOf(all.Index(i))
		}
	case *ast.CallExpr:
		return s.evalCall(x)
	}
	return s.kept(nil, wrong("a %T makes no sense", x))
}

// evalCall works out a function or a method of its arguments; of those of choose, only what counts.
func (s scope) evalCall(x *ast.CallExpr) value {
	function, isFunction := x.Fun.(*ast.Ident)
	if isFunction && function.Name == "choose" {
		return s.choose(x.Args)
	}
	var args []value
	for _, a := range x.Args {
		args = append(args, s.eval(a))
	}
	method, isMethod := x.Fun.(*ast.SelectorExpr)
	switch {
	case isFunction && s.err == nil:
		return s.call(function.Name, args)
	case isMethod:
		if v := s.eval(method.X); s.err == nil {
			return s.kept(s.apply(method.Sel.Name, reflect.ValueOf(v).MethodByName(method.Sel.Name), args))
		}
	}
	return s.kept(nil, wrong("only functions and methods are called"))
}

// choose works out one of two expressions: the first one if a statement holds, in all cases.
func (s scope) choose(x []ast.Expr) value {
	holds := s.eval(x[0])
	if statement, ok := holds.(string); ok {
		holds = s.run(statement)
	}
	if tried, ok := holds.(*cases); ok {
		holds = tried.good == tried.all
	}
	if holds == true {
		return s.eval(x[1])
	}
	return s.eval(x[2])
}

// call applies a function: one of the entry's own or of all entries. What depends on exact numbers
// alone is worked out once.
func (s scope) call(name string, args []value) (v value) {
	key, exact := name, true
	for _, a := range args {
		x, ok := a.(*big.Rat)
		if exact = exact && ok; exact {
			key += " " + x.RatString()
		}
	}
	if known, ok := s.memo[key]; ok && exact {
		return known
	}
	switch own, ok := s.own[name]; {
	case !ok:
		v = s.kept(s.apply(name, reflect.ValueOf(s.functions[name]), args))
	case len(args) != len(own.parameters):
		return s.kept(nil, wrong("%s has %d arguments", name, len(args)))
	default:
		t := scope{s.work, map[string]value{}}
		for i, x := range args {
			t.vars[own.parameters[i]] = x
		}
		v = t.run(own.formula)
	}
	if exact && s.err == nil {
		s.memo[key] = v
	}
	return v
}

// apply calls a function of Go. What it takes besides the arguments of the formula, it gets: the
// work, its context and its options, an arithmetic, and the usual rules and marks. Its results are
// a value, and perhaps an error, or whether there is such a value.
func (s scope) apply(name string, f reflect.Value, args []value) (value, error) {
	switch {
	case !f.IsValid():
		return nil, wrong("there is no function %s", name)
	case f.Kind() != reflect.Func:
		return valueOf(f), nil
	}
	given := map[reflect.Type]any{
		reflect.TypeFor[*work](): s.work, reflect.TypeFor[context.Context](): s.ctx,
		reflect.TypeFor[*interval.Arithmetic](): interval.New(keptDigits),
		reflect.TypeFor[par.Options]():          s.options(),
		reflect.TypeFor[count.Options]():        count.Options{Options: s.options()},
		reflect.TypeFor[recurrence.Options]():   recurrence.Options{Options: s.options(), Seed: 1},
		reflect.TypeFor[liberties.Options]():    liberties.Options{Options: s.options()},
		reflect.TypeFor[game.Rules]():           game.Rules{},
		reflect.TypeFor[graphformat.Marks]():    graphformat.Marks{},
	}
	var in []reflect.Value
	for i := range f.Type().NumIn() {
		switch t := f.Type().In(i); {
		case given[t] != nil:
			in = append(in, reflect.ValueOf(given[t]))
		case t == reflect.TypeFor[[]value](): // all that are left
			in, args = append(in, reflect.ValueOf(args)), nil
		case len(args) == 0:
			return nil, wrong("%s lacks an argument", name)
		default:
			x, err := argument(args[0], t)
			if err != nil {
				return nil, err
			}
			in, args = append(in, x), args[1:]
		}
	}
	if len(args) > 0 {
		return nil, wrong("%s has too many arguments", name)
	}
	out := f.Call(in)
	if err := context.Cause(s.ctx); err != nil {
		return nil, err // what the end of the context cut short is no value
	}
	for i, x := range out {
		switch x := x.Interface().(type) {
		case error:
			return nil, x
		case bool:
			if i > 0 && !x {
				return nil, wrong("%s has no value", name)
			}
		}
	}
	if len(out) == 0 || out[0].Type() == reflect.TypeFor[error]() {
		return nil, nil
	}
	return valueOf(out[0]), nil
}

// argument returns a value as a function takes it.
func argument(v value, t reflect.Type) (reflect.Value, error) {
	zero := reflect.Zero(t)
	x, exact := v.(*big.Rat)
	switch {
	case t == reflect.TypeFor[interval.Interval]():
		number, err := enclosure(v)
		return reflect.ValueOf(number), err
	case exact && t == reflect.TypeFor[*big.Int]():
		return reflect.ValueOf(x.Num()), nil
	case exact && (zero.CanInt() || zero.CanUint()):
		return reflect.ValueOf(integerPart(x)).Convert(t), nil
	case zero.CanFloat():
		number, err := enclosure(v)
		if err != nil {
			return zero, err
		}
		middle, _ := number.Middle(17).Float64()
		return reflect.ValueOf(middle), nil
	case v == nil || !reflect.TypeOf(v).AssignableTo(t):
		return zero, wrong("%v is no %v", v, t)
	}
	return reflect.ValueOf(v), nil
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

// enclosure returns an enclosure of a number, which is exact if that is whole.
func enclosure(v value) (interval.Interval, error) {
	switch x := v.(type) {
	case interval.Interval:
		return x, nil
	case *big.Rat:
		if x.IsInt() {
			return interval.Int(x.Num()), nil
		}
		return exactly(x), nil
	case float64:
		return exactly(new(big.Rat).SetFloat64(x)), nil
	}
	return interval.Interval{}, wrong("%v is no number", v)
}

// enclosures returns those of two numbers.
func enclosures(x, y value) (p, q interval.Interval, err error) {
	if p, err = enclosure(x); err == nil {
		q, err = enclosure(y)
	}
	return p, q, err
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
func binary(op token.Token, x, y value) (value, error) {
	if p, ok := x.(bool); ok {
		q, ok := y.(bool)
		switch {
		case ok && op == token.LAND:
			return p && q, nil
		case ok && op == token.LOR:
			return p || q, nil
		}
		return nil, wrong("%s is no operator of statements", op)
	}
	p, exact := x.(*big.Rat)
	if q, ok := y.(*big.Rat); exact && ok {
		if f := ofExact[op]; f != nil {
			return f(new(big.Rat), p, q), nil
		}
		return compared(op, p.Cmp(q), p.Cmp(q))
	}
	v, w, err := enclosures(x, y)
	switch f := ofEnclosures[op]; {
	case err != nil:
		return nil, err
	case f != nil:
		return f(interval.New(keptDigits), v, w), nil
	case op == token.EQL:
		return nil, wrong("== is of numbers that are not both exact")
	}
	return compared(op, v.Low.Cmp(w.High), v.High.Cmp(w.Low))
}

// compared says whether numbers compare as an operator wants it, by the signs of what their
// difference is at least and at most.
func compared(op token.Token, least, most int) (value, error) {
	switch op {
	case token.EQL:
		return least == 0 && most == 0, nil
	case token.NEQ:
		return least > 0 || most < 0, nil
	case token.LSS:
		return most < 0, nil
	case token.LEQ:
		return most <= 0, nil
	case token.GTR:
		return least > 0, nil
	case token.GEQ:
		return least >= 0, nil
	}
	return nil, wrong("%s is no operator of numbers", op)
}

// wrong is the error of a formula.
func wrong(format string, args ...any) error { return internal("a formula: "+format, args...) }
