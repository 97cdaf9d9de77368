// Package buildinfo says which program this is.
package buildinfo

import (
	"cmp"
	"runtime"
	"runtime/debug"
)

// Release is the version of a release: scripts/release sets it.
var Release string

// Info is what is known of a program.
type Info struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Changed bool   `json:"changed"` // since the commit
	Go      string `json:"go,omitempty"`
	System  string `json:"system,omitempty"`
}

// Read returns the version of the module and the commit as far as the build knows them.
func Read() Info {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Info{Version: cmp.Or(Release, "(unknown)")}
	}
	b := Info{Version: cmp.Or(Release, info.Main.Version, "(unknown)"), Go: info.GoVersion, System: runtime.GOOS + "/" + runtime.GOARCH}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Commit = setting.Value
		case "vcs.modified":
			b.Changed = setting.Value == "true"
		}
	}
	return b
}

// String is the version in a line.
func (b Info) String() string {
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
