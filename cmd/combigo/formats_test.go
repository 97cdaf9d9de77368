package main

import (
	"bytes"
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// tableOfFields is where docs/reference/json.md has the fields of JSON, and tableOfTypes where it
// has their types.
const (
	tableOfFields = "## Fields of JSON"
	tableOfTypes  = "## Types in JSON"
)

// section returns a section of a document, and what stands before and after it.
func section(t *testing.T, document, title string) (before, text, after string) {
	t.Helper()
	before, text, found := strings.Cut(document, title)
	text, after, ended := strings.Cut(text, "\n## ")
	if !found {
		t.Fatalf("the document has no section %q", title)
	}
	if ended {
		after = "\n## " + after
	}
	return before + title, text, after
}

// inputsOfSessions are the files that the commands in docs/reference/json.md read.
var inputsOfSessions = map[string]string{
	"position.txt": "X.O\n.X.\nO.X\n",
	"game.sgf":     "(;SZ[3];B[aa];W[bb];B[cc];W[ab])",
	"graph.txt":    "a b\nb c\nc a\nc d\n",
	"geng.g6":      "BW\nBw\n",
}

// The fields of JSON output are those that docs/reference/json.md lists, so that nobody who reads
// them is surprised; -update writes the list anew. They have the types of the other table there.
func TestJSONIsAsDocumented(t *testing.T) {
	before, text, after := section(t, readDoc(t, "docs/reference/json.md"), tableOfFields)
	types := typesOfFields(t)
	rows, groups := tableRows(text), groupsOfFields(text)
	if len(rows) < 40 {
		t.Fatalf("the document has %d commands", len(rows))
	}
	written, err := filepath.Abs(filepath.Join(repository, "docs", "reference", "json.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range inputsOfSessions {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, cells := range rows {
		command := namesIn(cells[0])[0]
		output, want := outputOf(t, append(strings.Fields(command), "--json")...), strings.TrimSpace(cells[1])
		types.check(t, command, output)
		switch got := groups.Replace(shapeOf(t, output)); {
		case got == want:
		case *update:
			text = strings.Replace(text, "| `"+command+"` | "+want+" |", "| `"+command+"` | "+got+" |", 1)
		default:
			t.Errorf("combigo %s --json has the fields\n%s\nbut the document\n%s", command, got, want)
		}
	}
	types.finish(t)
	if *update {
		if err := os.WriteFile(written, []byte(before+text+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var groupOfFields = regexp.MustCompile(`(?m)^\| (\*[a-z]+\*) \| (.+) \|$`)

// groupsOfFields replaces fields that many outputs have by the names that the document gives them.
func groupsOfFields(text string) *strings.Replacer {
	var pairs []string
	for _, group := range groupOfFields.FindAllStringSubmatch(text, -1) {
		pairs = append(pairs, group[2], group[1])
	}
	return strings.NewReplacer(pairs...)
}

// fieldTypes are the types of fields by name: those that are documented, and those that were met,
// with a command for each.
type fieldTypes struct {
	documented map[string]string
	met        map[string]map[string]string
}

// differs is the type of a field that is different things in different commands.
const differs = "differs"

func typesOfFields(t *testing.T) *fieldTypes {
	t.Helper()
	types := &fieldTypes{map[string]string{}, map[string]map[string]string{}}
	_, text, _ := section(t, readDoc(t, "docs/reference/json.md"), tableOfTypes)
	for _, cells := range tableRows(text) {
		for _, name := range namesIn(cells[0]) {
			types.documented[name], _, _ = strings.Cut(strings.TrimSpace(cells[1]), ",")
		}
	}
	return types
}

// check wants the types that are documented of all fields of an output.
func (f *fieldTypes) check(t *testing.T, command string, output []byte) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(output))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("combigo %s --json: %v", command, err)
	}
	f.walk(t, command, value)
}

func (f *fieldTypes) walk(t *testing.T, command string, value any) {
	t.Helper()
	switch value := value.(type) {
	case json.Number:
		if n, whole := new(big.Int).SetString(value.String(), 10); whole && n.BitLen() > 53 {
			t.Errorf("combigo %s --json: the number %s is above 2^53: want a string", command, value)
		}
	case []any:
		for _, item := range value {
			f.walk(t, command, item)
		}
	case map[string]any:
		for name, inner := range value {
			f.walk(t, command, inner)
			if inner == nil {
				continue // nothing is known, whatever the type
			}
			kind, want := jsonType(inner), f.documented[name]
			if want == "text" && kind == "quoted number" {
				kind = want // such as the id 7
			}
			if kind == "quoted number" && want == "number" && len(inner.(string)) > len("9007199254740992")-1 {
				kind = want // too large for a number
			}
			if want != "" && want != differs && kind != want {
				t.Errorf("combigo %s --json: the field %s is a %s, documented as a %s: %v", command, name, kind, want, inner)
			}
			if f.met[name] == nil {
				f.met[name] = map[string]string{}
			}
			f.met[name][kind] = command
		}
	}
}

// finish wants fields that are different things in different commands to be documented as such, and
// what is documented to be in use.
func (f *fieldTypes) finish(t *testing.T) {
	t.Helper()
	for name, kinds := range f.met {
		if f.documented[name] == "" && len(kinds) > 1 {
			t.Errorf("the field %s has several types, and no line in the table of types: %v", name, kinds)
		}
	}
	for name, kind := range f.documented {
		if len(f.met[name]) == 0 || kind == differs && len(f.met[name]) == 1 {
			t.Errorf("the table of types has %s, of which the commands have %v", name, f.met[name])
		}
	}
}

// quotedNumber is a number in quotes: whole, with decimals, with an exponent, or a fraction.
var quotedNumber = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+|/[0-9]+)?$`)

func jsonType(value any) string {
	switch value := value.(type) {
	case json.Number:
		return "number"
	case string:
		if quotedNumber.MatchString(value) {
			return "quoted number"
		}
		return "text"
	case bool:
		return "yes or no"
	case []any:
		return "list"
	}
	return "object"
}

// Every command that has JSON is in the list.
func TestEveryCommandWithJSONIsDocumented(t *testing.T) {
	text := readDoc(t, "docs/reference/json.md")
	err := eachCommand(newRootCommand(), func(command *cobra.Command) error {
		name := strings.TrimPrefix(command.CommandPath(), "combigo ")
		if command.Flags().Lookup("json") != nil && !strings.Contains(text, "`"+name+" ") && !strings.Contains(text, "`"+name+"`") {
			t.Errorf("docs/reference/json.md says nothing of the fields of combigo %s --json", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// shapeOf returns the names of the fields of an object in order, with those of the objects that
// they hold in parentheses.
func shapeOf(t *testing.T, output []byte) string {
	prefix := ""
	if strings.HasPrefix(string(output), "[") {
		prefix, output = "list of: ", firstOf(t, output)
	}
	var names []string
	all := fieldsInOrder(t, output)
	if len(all) == 0 || all[0].name != "schema" || string(all[0].value) != `"combigo 1"` {
		t.Errorf("a document begins without its schema: %.80q", output)
	}
	for _, f := range all[min(1, len(all)):] {
		name := f.name
		inner := f.value
		if strings.HasPrefix(string(inner), "[{") || strings.HasPrefix(string(inner), "[\n") {
			if list := []json.RawMessage{}; json.Unmarshal(inner, &list) == nil && len(list) > 0 {
				inner = list[0]
			}
		}
		if strings.HasPrefix(string(inner), "{") {
			var fields []string
			for _, g := range fieldsInOrder(t, inner) {
				fields = append(fields, g.name)
			}
			name += " (" + strings.Join(fields, ", ") + ")"
		}
		names = append(names, name)
	}
	return prefix + strings.Join(names, ", ")
}

func firstOf(t *testing.T, list []byte) []byte {
	t.Helper()
	var items []json.RawMessage
	if err := json.Unmarshal(list, &items); err != nil || len(items) == 0 {
		t.Fatalf("%v: %s", err, list)
	}
	return items[0]
}

type namedField struct {
	name  string
	value json.RawMessage
}

// fieldsInOrder returns the fields of an object as they are written.
func fieldsInOrder(t *testing.T, object []byte) []namedField {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(object)))
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	var fields []namedField
	for d.More() {
		key, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		f := namedField{name: key.(string)}
		if err := d.Decode(&f.value); err != nil {
			t.Fatal(err)
		}
		fields = append(fields, f)
	}
	return fields
}
