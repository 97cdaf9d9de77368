package canvas

import (
	"bytes"
	"image/color"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/goregular"
)

// pdf returns a file of one page, whose texts can be found and copied.
func (c *Canvas) pdf(scale float64) ([]byte, error) {
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: c.Width * c.Unit * scale, Ht: c.Height * c.Unit * scale}})
	doc.SetCatalogSort(true) // the same bytes every time
	doc.SetCreationDate(time.Unix(0, 0).UTC())
	doc.SetModificationDate(time.Unix(0, 0).UTC())
	doc.SetTitle(c.Title, true)
	doc.AddUTF8FontFromBytes(pdfFont, "", goregular.TTF)
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.AddPage()
	doc.SetLineCapStyle("round")
	doc.SetLineJoinStyle("round")
	c.paint(pdfPainter{doc}, scale)
	var file bytes.Buffer
	err := doc.Output(&file)
	return file.Bytes(), err
}

const pdfFont = "Go"

type pdfPainter struct{ *fpdf.Fpdf }

func (p pdfPainter) path(path Path) {
	for _, s := range path {
		at := s.places
		switch s.op {
		case 'M':
			p.MoveTo(at[0], at[1])
		case 'L':
			p.LineTo(at[0], at[1])
		case 'C':
			p.CurveBezierCubicTo(at[0], at[1], at[2], at[3], at[4], at[5])
		case 'Z':
			p.ClosePath()
		}
	}
}

func (p pdfPainter) opacity(c color.NRGBA) { p.SetAlpha(float64(c.A)/255, "Normal") }

func (p pdfPainter) fill(path Path, c color.NRGBA) {
	p.opacity(c)
	p.SetFillColor(int(c.R), int(c.G), int(c.B))
	p.path(path)
	p.DrawPath("F")
}

func (p pdfPainter) stroke(path Path, width, dash float64, c color.NRGBA) {
	p.opacity(c)
	p.SetDrawColor(int(c.R), int(c.G), int(c.B))
	p.SetLineWidth(width)
	var dashes []float64
	if dash > 0 {
		dashes = []float64{dash, dash}
	}
	p.SetDashPattern(dashes, 0)
	p.path(path)
	p.DrawPath("D")
}

func (p pdfPainter) text(x, y, size float64, upward bool, text string, c color.NRGBA) {
	p.opacity(c)
	p.SetFont(pdfFont, "", size)
	p.SetTextColor(int(c.R), int(c.G), int(c.B))
	if upward {
		p.TransformBegin()
		p.TransformRotate(90, x, y)
		defer p.TransformEnd()
	}
	p.Text(x, y, text)
}
