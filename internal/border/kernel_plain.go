//go:build !amd64 || purego

package border

const vectors = false

func runVector(*int32, *[2]*uint32, *uint32, *constants) { panic("border: there are no vectors") }
func copyVector(_, _ *uint32, _, _ *int32, _ int)        { panic("border: there are no vectors") }
func transposeVector(_, _ *uint32, _ *[lanes]int32)      { panic("border: there are no vectors") }
func fence()                                             {}
