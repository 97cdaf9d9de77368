package view

import (
	"slices"

	"combigo.dev/combigo/cmd/combigo/internal/selftest"
	"combigo.dev/combigo/internal/buildinfo"
)

// Version says which program this is, and what checks of it found, if it was checked.
func Version(b buildinfo.Info, checks []selftest.Outcome) *Answer {
	d := &Document{}
	d.record("combigo version %s", b)
	if checks == nil {
		return &Answer{Document: d, json: b}
	}
	for _, c := range checks {
		if c.Fault == nil {
			d.fact(c.Name, "equal: "+c.Equal)
		} else {
			d.fact(c.Name, "FAILS: "+c.Fault.Error())
		}
	}
	return &Answer{Document: d, json: struct {
		buildinfo.Info
		Passed bool               `json:"passed"`
		Checks []selftest.Outcome `json:"checks"`
	}{b, !slices.ContainsFunc(checks, func(c selftest.Outcome) bool { return c.Fault != nil }), checks}}
}
