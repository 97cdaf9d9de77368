package main

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The files of a package can be read one after the other: none uses one after it. Where the package
// comment names an order, it is such a one.
func TestFilesUseOnlyFilesBefore(t *testing.T) {
	for _, name := range packages(t) {
		p := parsePackage(t, name)
		order := p.documentedOrder()
		if order == nil {
			order = p.order(t)
		}
		for i, file := range order {
			for _, used := range slices.Sorted(maps.Keys(p.uses[file])) {
				if at := slices.Index(order, used); at < 0 || at > i {
					t.Errorf("%s: %s uses %s, which comes after it: %q", name, file, used, p.uses[file][used])
				}
			}
		}
		for file := range p.uses {
			if !slices.Contains(order, file) {
				t.Errorf("%s: the package comment does not say when to read %s", name, file)
			}
		}
	}
}

// sourcePackage is what the files of a package use of each other.
type sourcePackage struct {
	name string
	doc  string
	uses map[string]map[string]string // by file and file that it uses: a name
}

func parsePackage(t *testing.T, name string) sourcePackage {
	t.Helper()
	dir := filepath.Join(repository, name)
	source, err := build.ImportDir(dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := sourcePackage{name: name, uses: map[string]map[string]string{}}
	set := token.NewFileSet()
	var files []*ast.File
	for _, file := range source.GoFiles {
		parsed, err := parser.ParseFile(set, filepath.Join(dir, file), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, parsed)
		if parsed.Doc != nil {
			p.doc = parsed.Doc.Text()
		}
	}
	fileOf := func(pos token.Pos) string {
		return strings.TrimSuffix(filepath.Base(set.Position(pos).Filename), ".go")
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: emptyPackages{}, Error: func(error) {}} // names of other packages stay unknown
	checked, _ := config.Check(name, set, files, &info)
	for _, file := range files {
		p.uses[fileOf(file.Pos())] = map[string]string{}
	}
	for ident, object := range info.Uses {
		if object.Pkg() != checked || !object.Pos().IsValid() {
			continue
		}
		if from, to := fileOf(ident.Pos()), fileOf(object.Pos()); from != to {
			p.uses[from][to] = object.Name()
		}
	}
	return p
}

// emptyPackages imports packages without a name in them.
type emptyPackages struct{}

func (emptyPackages) Import(name string) (*types.Package, error) {
	p := types.NewPackage(name, path.Base(name))
	p.MarkComplete()
	return p, nil
}

var fileName = regexp.MustCompile(`([a-z0-9_]+)\.go`)

// documentedOrder returns the files that the package comment names under "Reading order", nil if it
// has no such section.
func (p *sourcePackage) documentedOrder() []string {
	_, section, found := strings.Cut(p.doc, "# Reading order\n")
	if !found {
		return nil
	}
	section, _, _ = strings.Cut(section, "\n# ")
	var order []string
	for _, match := range fileName.FindAllStringSubmatch(section, -1) {
		order = append(order, match[1])
	}
	for _, rest := range []string{"doc", "memory_linux", "memory_other"} { // of the last there is one for each system
		if p.uses[rest] != nil && !slices.Contains(order, rest) {
			order = append([]string{rest}, order...)
		}
	}
	return order
}

// order puts each file after those that it uses.
func (p *sourcePackage) order(t *testing.T) []string {
	t.Helper()
	var order, under []string
	var visit func(file string)
	visit = func(file string) {
		if slices.Contains(order, file) {
			return
		}
		if at := slices.Index(under, file); at >= 0 {
			t.Fatalf("%s: files use each other in a circle: %q", p.name, under[at:])
		}
		under = append(under, file)
		for _, used := range slices.Sorted(maps.Keys(p.uses[file])) {
			visit(used)
		}
		under = under[:len(under)-1]
		order = append(order, file)
	}
	for _, file := range slices.Sorted(maps.Keys(p.uses)) {
		visit(file)
	}
	return order
}
