//go:build !amd64

package border

import "unsafe"

func prefetch(unsafe.Pointer, uintptr, uintptr, uintptr) {}
