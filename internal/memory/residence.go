package memory

import "combigo.dev/combigo/result"

// residence is the memory of the process that is resident.
type residence struct {
	all    result.Bytes
	mapped result.Bytes // from files, such as the program itself
}
