package paths

// placeDepth is how many nested loops are looked at for progress.
const placeDepth = 24

// progressStep is the least progress that is told.
const progressStep = 1e-4

// place is where a thread is in the tree of walks: in each of the outermost loops, how many parts
// are done of how many.
type place struct {
	done, parts [placeDepth]int32
	told        float64
}

// share returns how much is done, by the loops up to one.
func (p *place) share(last int) float64 {
	share, each := 0.0, 1.0
	for i := range last + 1 {
		if p.parts[i] == 0 {
			continue // not in this loop
		}
		each /= float64(p.parts[i])
		share += each * float64(p.done[i])
	}
	return share
}
