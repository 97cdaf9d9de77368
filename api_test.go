package combigo_test

import (
	"bytes"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/longtests"
)

// What a public package shows can be named outside: no exported function, method, field, constant
// or variable has a type of an internal package.
func TestPublicPackagesShowNoInternalTypes(t *testing.T) {
	onlyLong(t)
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}} {{.Name}}", "./...")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	files, public := map[string]string{}, []string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if len(words) < 3 { // package unsafe
			continue
		}
		files[words[0]] = words[1]
		inside := words[0] == module || strings.HasPrefix(words[0], module+"/")
		if inside && words[2] != "main" && !internal(words[0]) {
			public = append(public, words[0])
		}
	}
	if len(public) < 20 {
		t.Fatalf("only %d public packages are found", len(public))
	}
	from := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(files[path])
	})
	for _, path := range public {
		p, err := from.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range p.Scope().Names() {
			o := p.Scope().Lookup(name)
			if !o.Exported() {
				continue
			}
			shown := shownTypes{p: p, name: name, t: t}
			shown.check(o.Type())
			if _, isType := o.(*types.TypeName); isType {
				shown.declared(o.Type())
			}
		}
	}
}

const module = "combigo.dev/combigo"

// onlyLong skips tests that build packages again, which .ci/run asks for once.
func onlyLong(t *testing.T) {
	if !longtests.Wanted() {
		t.Skip("builds all packages again: set COMBIGO_LONG_TESTS=1, as .ci/run does")
	}
}

func internal(path string) bool { return strings.Contains(path, "/internal/") }

// shownTypes are the types in the declaration of a name of a public package.
type shownTypes struct {
	p    *types.Package
	name string
	t    *testing.T
}

// declared checks what a declared type shows: exported methods and fields.
func (s shownTypes) declared(of types.Type) {
	if named, ok := types.Unalias(of).(*types.Named); ok {
		for m := range named.Methods() {
			if m.Exported() {
				s.check(m.Signature())
			}
		}
		s.check(named.Underlying())
	}
}

// check reports types of internal packages that a type is made of.
func (s shownTypes) check(of types.Type) {
	switch of := of.(type) {
	case *types.Alias:
		s.check(of.Rhs())
	case *types.Named:
		if of.Obj().Pkg() != nil && internal(of.Obj().Pkg().Path()) {
			s.t.Errorf("%s.%s has a type that users cannot name: %s", s.p.Path(), s.name, of)
		}
		for arg := range of.TypeArgs().Types() {
			s.check(arg)
		}
	case *types.Signature:
		s.check(of.Params())
		s.check(of.Results())
	case *types.Tuple:
		for v := range of.Variables() {
			s.check(v.Type())
		}
	case *types.Struct:
		for f := range of.Fields() {
			if f.Exported() {
				s.check(f.Type())
			}
		}
	case *types.Interface:
		for m := range of.Methods() {
			s.check(m.Signature())
		}
	case *types.Map:
		s.check(of.Key())
		s.check(of.Elem())
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		s.check(of.Elem())
	}
}

// The programs in examples, a module of its own, print what the comments at their ends say.
func TestExamplesOfOutsiders(t *testing.T) {
	onlyLong(t)
	t.Parallel()
	dir := t.TempDir()
	run := func(name string, args ...string) []byte {
		t.Helper()
		command := exec.Command(name, args...)
		command.Dir = "examples"
		command.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
		var stderr bytes.Buffer
		command.Stderr = &stderr
		out, err := command.Output()
		if err != nil {
			t.Fatalf("%v: %v\n%s", command, err, &stderr)
		}
		return out
	}
	run("go", "vet", "./...")
	run("go", "build", "-o", dir, "./...")
	programs, err := os.ReadDir(dir)
	if err != nil || len(programs) != 6 {
		t.Fatalf("%d programs: %v", len(programs), err)
	}
	for _, program := range programs {
		name := strings.TrimSuffix(program.Name(), ".exe")
		source, err := os.ReadFile("examples/" + name + "/main.go")
		if err != nil {
			t.Fatal(err)
		}
		_, comment, _ := strings.Cut(string(source), "\n// Output:\n")
		var want strings.Builder
		for line := range strings.Lines(comment) {
			want.WriteString(strings.TrimPrefix(line, "// "))
		}
		if got := string(run(dir + "/" + program.Name())); got != want.String() || got == "" {
			t.Errorf("%s prints\n%s, want\n%s", name, got, &want)
		}
	}
}
