package liberties

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Files use what files before them declare, in the order of the package comment.
func TestReadingOrder(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	var names []string
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
		if name != "doc.go" {
			names = append(names, name)
		}
	}
	doc := files[slices.IndexFunc(files, func(f *ast.File) bool { return fset.File(f.Pos()).Name() == "doc.go" })]
	order := regexp.MustCompile(`\b[a-z]+\.go\b`).FindAllString(doc.Doc.Text(), -1)
	if sorted := slices.Sorted(slices.Values(order)); !slices.Equal(sorted, names) {
		t.Fatalf("the package comment lists %v, the files are %v", sorted, names)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	config := types.Config{Importer: noImports{}, Error: func(error) {}}
	if pkg, _ := config.Check("liberties", fset, files, info); pkg == nil {
		t.Fatal("the package is not understood")
	}
	seen := map[string]bool{}
	arrows := 0
	for id, object := range info.Uses {
		if !object.Pos().IsValid() || object.Pkg() == nil {
			continue
		}
		from, to := fset.File(id.Pos()).Name(), fset.File(object.Pos()).Name()
		if from == to || seen[from+to] {
			continue
		}
		seen[from+to] = true
		arrows++
		if slices.Index(order, from) < slices.Index(order, to) {
			t.Errorf("%s uses %s of %s, which comes later", from, object.Name(), to)
		}
	}
	if arrows < 50 {
		t.Errorf("only %d pairs of files are looked at", arrows)
	}
}

// noImports leaves out other packages, whose files do not matter.
type noImports struct{}

func (noImports) Import(string) (*types.Package, error) { return nil, errors.New("is left out") }
