// Package docs is the documents of this folder as files of the program: the explorer shows them.
package docs

import "embed"

// Files has the documents in Markdown, with their figures and pictures.
//
//go:embed *.md commands dev figures pictures reference
var Files embed.FS
