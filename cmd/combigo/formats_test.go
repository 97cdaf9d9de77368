package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// The fields of JSON output are those that docs/formats.md lists, so that nobody
// who reads them is surprised.
func TestJSONFieldsAreAsDocumented(t *testing.T) {
	_, text, _ := strings.Cut(readDoc(t, "docs/formats.md"), "## Fields of JSON")
	text, _, _ = strings.Cut(text, "\n## ")
	rows := tableRows(text)
	if len(rows) < 20 {
		t.Fatalf("the document has %d commands", len(rows))
	}
	for _, cells := range rows {
		command := namesIn(cells[0])[0]
		t.Run(command, func(t *testing.T) {
			output := outputOf(t, append(strings.Fields(command), "--json")...)
			if strings.HasPrefix(string(output), "[") {
				var list []json.RawMessage
				if err := json.Unmarshal(output, &list); err != nil || len(list) == 0 {
					t.Fatalf("%v: %s", err, output)
				}
				output = list[0]
			}
			if got, want := strings.Join(keysInOrder(t, output), ", "), strings.Join(namesIn(cells[1]), ", "); got != want {
				t.Errorf("combigo %s --json has the fields\n%s\nbut the document\n%s", command, got, want)
			}
		})
	}
}

// keysInOrder returns the names of the fields of an object as they are written.
func keysInOrder(t *testing.T, object []byte) []string {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(object)))
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	var keys []string
	for d.More() {
		key, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key.(string))
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return keys
}
