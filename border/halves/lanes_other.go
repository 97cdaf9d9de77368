//go:build !amd64

package halves

const vectors = false

func addListed(target, source *uint64, at *uint32, rows, limbs int) { panic("halves: no vectors") }

func subListed(target, source *uint64, at *uint32, rows, limbs int) { panic("halves: no vectors") }

func addRange(target, source *uint64, rows, limbs int) { panic("halves: no vectors") }

func subRange(target, source *uint64, rows, limbs int) { panic("halves: no vectors") }

func vectorProducts2(columns, x, y *uint64, places *uint32, count int) { panic("halves: no vectors") }

func vectorProducts3(columns, x, y *uint64, places *uint32, count int) { panic("halves: no vectors") }
