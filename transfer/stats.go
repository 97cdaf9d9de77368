package transfer

// Stats says how a result was got.
type Stats struct {
	Threads    int   // goroutines that computed
	Levels     int   // choices of a solution
	Width      int   // largest number of points that a state describes, 0 if unknown
	StateBytes int   // of a packed state
	PeakStates int   // states of the largest level
	StateSteps int64 // states whose arcs were followed, over all levels
	Arcs       int64 // arcs followed
	PeakBytes  int64 // most memory in states, values and buffers at any time
}
