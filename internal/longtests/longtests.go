// Package longtests says whether tests should be thorough. Plain `go test` is quick; with
// COMBIGO_LONG_TESTS=1 in the environment, as `.ci/run` has it, tests also take larger boards and
// more cases.
package longtests

import "os"

// Wanted reports whether the environment asks for the long tests.
func Wanted() bool { return os.Getenv("COMBIGO_LONG_TESTS") != "" }
