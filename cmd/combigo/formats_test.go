package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// tableOfFields is where docs/formats.md has the fields of JSON.
const tableOfFields = "## Fields of JSON"

// The fields of JSON output are those that docs/formats.md lists, so that nobody who reads them is surprised; -update writes
// the list anew.
func TestJSONFieldsAreAsDocumented(t *testing.T) {
	whole := readDoc(t, "docs/formats.md")
	before, text, _ := strings.Cut(whole, tableOfFields)
	text, after, _ := strings.Cut(text, "\n## ")
	rows := tableRows(text)
	if len(rows) < 20 {
		t.Fatalf("the document has %d commands", len(rows))
	}
	for _, cells := range rows {
		command := namesIn(cells[0])[0]
		t.Run(command, func(t *testing.T) {
			got, want := shapeOf(t, outputOf(t, append(strings.Fields(command), "--json")...)), strings.TrimSpace(cells[1])
			if got == want {
				return
			}
			if *update {
				text = strings.Replace(text, "| "+strings.TrimSpace(cells[0])+" | "+want+" |", "| "+strings.TrimSpace(cells[0])+" | "+got+" |", 1)
				return
			}
			t.Errorf("combigo %s --json has the fields\n%s\nbut the document\n%s", command, got, want)
		})
	}
	if *update {
		whole = before + tableOfFields + text + "\n## " + after
		if err := os.WriteFile(filepath.Join(repository, "docs", "formats.md"), []byte(whole), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Every command that has JSON is in the list.
func TestEveryCommandWithJSONIsDocumented(t *testing.T) {
	text := readDoc(t, "docs/formats.md")
	err := eachCommand(newRootCommand(), func(command *cobra.Command) error {
		name := strings.TrimPrefix(command.CommandPath(), "combigo ")
		if command.Flags().Lookup("json") != nil && !strings.Contains(text, "`"+name+" ") && !strings.Contains(text, "`"+name+"`") {
			t.Errorf("docs/formats.md says nothing of the fields of combigo %s --json", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Numbers of rows and columns are numbers, and whatever is called a value is the number that was asked for or one of them.
func TestRowsAndColumnsAreNumbers(t *testing.T) {
	for _, cells := range tableRows(readDoc(t, "docs/formats.md")) {
		if !strings.Contains(cells[len(cells)-1], "`rows`") {
			continue
		}
		command := namesIn(cells[0])[0]
		var object struct{ Rows, Cols json.Number }
		output := outputOf(t, append(strings.Fields(command), "--json")...)
		if strings.HasPrefix(string(output), "[") {
			output = firstOf(t, output)
		}
		if err := json.Unmarshal(output, &object); err != nil {
			t.Errorf("combigo %s --json: %v", command, err)
		}
		if strings.Contains(string(output), `"rows": "`) {
			t.Errorf("combigo %s --json: the number of rows is a string", command)
		}
	}
}

// shapeOf returns the names of the fields of an object in order, with those of the objects that they hold in parentheses.
func shapeOf(t *testing.T, output []byte) string {
	prefix := ""
	if strings.HasPrefix(string(output), "[") {
		prefix, output = "list of: ", firstOf(t, output)
	}
	var names []string
	for _, f := range fieldsInOrder(t, output) {
		name := "`" + f.name + "`"
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
