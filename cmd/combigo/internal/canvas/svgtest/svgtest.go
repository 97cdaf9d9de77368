// Package svgtest reads drawings in tests.
package svgtest

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// Read returns the text of a drawing, and the number of elements of each name. The test fails if
// the drawing is no XML.
func Read(t testing.TB, svg string) (text string, elements map[string]int) {
	t.Helper()
	var words strings.Builder
	elements = map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return words.String(), elements
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.CharData:
			words.Write(token)
		case xml.StartElement:
			elements[token.Name.Local]++
		}
	}
}
