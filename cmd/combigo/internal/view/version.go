package view

// A Build is what is known of a program.
type Build struct {
	Version, Commit string
	Changed         bool // since the commit
	Go, System      string
}

// String is the version in a line.
func (b Build) String() string {
	text := b.Version
	if b.Commit != "" {
		text += ", commit " + b.Commit[:min(12, len(b.Commit))]
		if b.Changed {
			text += " with changes"
		}
	}
	if b.Go != "" {
		text += ", " + b.Go
	}
	return text
}

// Version says which program this is.
func Version(b Build) *Answer {
	d := &Document{}
	d.record("combigo version %s", b)
	return &Answer{Document: d, json: object{
		"version", b.Version, "commit", some(b.Commit), "changed", b.Changed, "go", some(b.Go), "system", some(b.System),
	}}
}
