package web

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"html/template"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"unicode"

	"github.com/russross/blackfriday/v2"

	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/docs"
)

// documentsPath is where the folder docs begins: links between documents lead on here as they do
// there.
const documentsPath = "/docs/"

// document shows a document of the folder docs, or sends a picture of one.
func document(f *form) (page, error) {
	file := f.PathValue("file")
	text, err := docs.Files.ReadFile(file)
	switch {
	case err != nil:
		return notFound(f)
	case path.Ext(file) != ".md":
		return page{instead: http.StripPrefix(documentsPath, http.FileServerFS(docs.Files))}, nil
	}
	return documentPage(f, string(text)), nil
}

// documents lists the documents.
func documents(f *form) (page, error) {
	list := "# All documents\n\n"
	files, err := fs.Glob(docs.Files, "*.md")
	for _, file := range files {
		text, readErr := docs.Files.ReadFile(file)
		err = cmp.Or(err, readErr)
		list += fmt.Sprintf("- [%s](%s)\n", titleOf(string(text)), file)
	}
	return documentPage(f, list), err
}

// documentPage returns the page of a document in Markdown.
func documentPage(f *form, text string) page {
	return page{Title: titleOf(text), Here: f.URL.Path, Body: markdown(text)}
}

// titleOf is the first heading of a document.
func titleOf(text string) string {
	title, _, _ := strings.Cut(strings.TrimLeft(text, "# "), "\n")
	return title
}

// markdown returns Markdown as HTML.
func markdown(text string) template.HTML {
	const extensions = blackfriday.NoIntraEmphasis | blackfriday.Tables | blackfriday.FencedCode | blackfriday.Autolink | blackfriday.SpaceHeadings
	renderer := documentRenderer{blackfriday.NewHTMLRenderer(blackfriday.HTMLRendererParameters{})}
	return template.HTML(blackfriday.Run([]byte(text), blackfriday.WithExtensions(extensions), blackfriday.WithRenderer(renderer)))
}

// A documentRenderer writes Markdown as the other pages are written: texts are typeset, tables can
// be scrolled, drawings are part of the page and have its colours.
type documentRenderer struct{ *blackfriday.HTMLRenderer }

// RenderNode writes a node of a document when it is entered, and when it is left.
func (d documentRenderer) RenderNode(w io.Writer, node *blackfriday.Node, entering bool) blackfriday.WalkStatus {
	switch node.Type {
	case blackfriday.Text:
		_, _ = io.WriteString(w, view.Typeset(string(node.Literal))) // into memory
		return blackfriday.GoToNext
	case blackfriday.CodeBlock:
		fmt.Fprintf(w, "<pre tabindex=\"0\"><code>%s</code></pre>\n", html.EscapeString(string(node.Literal)))
		return blackfriday.GoToNext
	case blackfriday.Heading:
		node.HeadingID = anchorOf(plainText(node))
	case blackfriday.Link:
		if strings.HasPrefix(string(node.Destination), "../") { // outside of the folder
			return blackfriday.GoToNext
		}
	case blackfriday.Paragraph:
		if image := node.FirstChild.Next; image != nil && image.Type == blackfriday.Image && plainText(node) == plainText(image) {
			_, _ = io.WriteString(w, figure(string(image.Destination), plainText(image)))
			return blackfriday.SkipChildren
		}
	case blackfriday.Table:
		if entering {
			_, _ = io.WriteString(w, `<div class="scroll" tabindex="0" role="region" aria-label="Table">`)
			break
		}
		defer func() { _, _ = io.WriteString(w, "</div>\n") }()
	}
	return d.HTMLRenderer.RenderNode(w, node, entering)
}

// plainText is the text of a node and of those below it.
func plainText(node *blackfriday.Node) string {
	var text bytes.Buffer
	node.Walk(func(n *blackfriday.Node, entering bool) blackfriday.WalkStatus {
		if entering {
			text.Write(n.Literal)
		}
		return blackfriday.GoToNext
	})
	return text.String()
}

// anchorOf is what links call a heading, as GitHub has it.
func anchorOf(heading string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' {
			return '-'
		}
		if r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// figure is a picture by itself, with what it shows. A picture of pages in the light has a twin in
// the dark.
func figure(file, shows string) string {
	caption := "<figcaption>" + view.Typeset(shows) + "</figcaption></figure>\n"
	if svg, err := docs.Files.ReadFile(file); err == nil && path.Ext(file) == ".svg" {
		return `<figure class="drawn">` + string(svg) + caption
	}
	picture := `<img src="` + file + `" alt="` + html.EscapeString(shows) + `">`
	if dark := strings.Replace(file, "-light.", "-dark.", 1); dark != file {
		picture = `<picture><source srcset="` + dark + `" media="(prefers-color-scheme: dark)">` + picture + "</picture>"
	}
	return `<figure class="drawn">` + picture + caption
}
