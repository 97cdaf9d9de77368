package view

import (
	"html/template"
	"io"

	"combigo/liberties"
)

// libertiesPage is a page that stands alone: no script, no file beside it.
var libertiesPage = template.Must(template.New("liberties").Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Most liberties of one group</title>
<style>
body { font-family: sans-serif; margin: 2em; }
table { border-collapse: collapse; }
th, td { border: 1px solid #bbb; padding: 0.2em 0.5em; text-align: right; }
.rule { font-weight: bold; }
.square { background: #eee; }
.unproved { color: #777; font-style: italic; }
.wrong { background: #f66; font-weight: bold; }
</style>
</head>
<body>
<h1>Most liberties of one group</h1>
{{range .Wrong}}<p class="wrong">{{.}}</p>
{{end}}{{with .Diagram}}<pre>{{.}}</pre>
<p>{{$.Status}}</p>
{{end}}{{with .Rows}}<table>
<tr><th></th>{{range $.Widths}}<th>{{.}}</th>{{end}}<th>from</th><th>rule</th><th>since</th><th>repeat</th><th>in print</th></tr>
{{range .}}<tr><th>{{.Height}}</th>{{range .Cells}}<td class="{{.Class}}">{{.Liberties}}</td>{{end}}<td>{{.From}}</td><td>{{.Rule}}</td><td>{{.Since}}</td><td>{{.Repeat}}</td><td>{{.Printed}}</td></tr>
{{end}}</table>
<p>Rows by columns. Bold: the rule for all widths begins. Grey: square. Italic: not proved, a known group has that number.
Since, repeat: the states after these two columns are the same; in print: the column "repeat" of Go::CountLiberties, the first of the two in that program's own search.</p>
{{end}}</body>
</html>
`))

type libertiesPageData struct {
	Wrong   []string
	Diagram string
	Status  string
	Widths  []int
	Rows    []libertiesPageRow
}

type libertiesPageRow struct {
	Height, From int
	Rule         string
	Since        string
	Repeat       string
	Printed      string // the column "repeat" of the published table
	Cells        []libertiesPageCell
}

type libertiesPageCell struct {
	Liberties int
	Class     string
}

func writeBoardHTML(w io.Writer, b *liberties.Board) error {
	diagram, err := groupText(b.Group)
	if err != nil {
		return err
	}
	data := libertiesPageData{Diagram: diagram, Status: proofWords(b.Proof)}
	if b.Differs() {
		data.Wrong = append(data.Wrong, wrong(b.Rows, b.Cols, b.Column))
	}
	data.Rows = []libertiesPageRow{{Height: b.Rows, Cells: []libertiesPageCell{{b.Liberties, cellClass(b.Rows, 0, b.Column)}}}}
	data.Widths = []int{b.Cols}
	return libertiesPage.Execute(w, data)
}

func writeRowsHTML(w io.Writer, rows []*liberties.Row) error {
	var data libertiesPageData
	for i := range rows[0].Columns {
		data.Widths = append(data.Widths, i+1)
	}
	for _, r := range rows {
		line := libertiesPageRow{
			Height: r.Height, From: r.Rule.From, Rule: joinSteps(r.Rule.Steps),
			Since: orEmpty(r.Since), Repeat: orEmpty(r.Repeat), Printed: printedRepeat(r.Height),
		}
		for _, c := range r.Columns {
			line.Cells = append(line.Cells, libertiesPageCell{c.Liberties, cellClass(r.Height, r.Rule.From, c)})
			if c.Differs() {
				data.Wrong = append(data.Wrong, wrong(r.Height, c.Width, c))
			}
		}
		data.Rows = append(data.Rows, line)
	}
	return libertiesPage.Execute(w, data)
}

func cellClass(height, from int, c liberties.Column) (class string) {
	if c.Width == from {
		class += "rule "
	}
	if c.Width == height {
		class += "square "
	}
	if c.Proof == liberties.Unproved {
		class += "unproved "
	}
	if c.Differs() {
		class += "wrong "
	}
	return class
}
