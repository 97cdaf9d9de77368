package view

import (
	"combigo.dev/combigo/cmd/combigo/internal/selftest"
	"combigo.dev/combigo/internal/buildinfo"
)

// Version says which program this is, and what checks of it found, if it was checked.
func Version(b buildinfo.Info, checks []selftest.Outcome) *Answer {
	d := &Document{}
	d.record("combigo version %s", b)
	fields := object{
		"version", b.Version, "commit", some(b.Commit), "changed", b.Changed, "go", some(b.Go), "system", some(b.System),
	}
	if checks == nil {
		return &Answer{Document: d, json: fields}
	}
	passed, list := true, []object{}
	for _, c := range checks {
		if c.Fault == nil {
			d.fact(c.Name, "equal: "+c.Equal)
			list = append(list, object{"name", c.Name, "equal", c.Equal})
		} else {
			passed = false
			d.fact(c.Name, "FAILS: "+c.Fault.Error())
			list = append(list, object{"name", c.Name, "fault", c.Fault.Error()})
		}
	}
	return &Answer{Document: d, json: append(fields, "passed", passed, "checks", list)}
}
