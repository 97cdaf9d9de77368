package result

import "fmt"

// An InternalError says that something was computed and failed a check. It is a fault of the
// program or of the machine, never of the input.
type InternalError struct {
	Of    string // what was computed, such as "the number of games on 3x3"
	Check string // which check, and how it failed
}

// InternalErrorf returns an [*InternalError] about something that was computed. The rest is as for
// fmt.Sprintf.
func InternalErrorf(of, check string, args ...any) error {
	return &InternalError{Of: of, Check: fmt.Sprintf(check, args...)}
}

func (e *InternalError) Error() string {
	return fmt.Sprintf("internal error: %s is wrong: %s", e.Of, e.Check)
}
