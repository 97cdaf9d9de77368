package web

import (
	"errors"
	"net/http"
)

// failures are what pages without an answer are called.
var failures = map[int]string{
	http.StatusNotFound: "Not here", http.StatusBadRequest: "This cannot be read", http.StatusServiceUnavailable: "Busy", http.StatusInternalServerError: "Something is wrong here",
}

// inputError is about what was typed: its page shows it again, with what would be right.
type inputError struct{ error }

func badInput(err error) error { return inputError{err} }

// ruleError is about a move that the rules of the game forbid: nothing is wrong with the request.
type ruleError string

func (e ruleError) Error() string { return string(e) }

// findingError says that an answer of a page is being computed.
type findingError struct {
	what  string
	share float64
}

func (e *findingError) Error() string { return e.what }

// statusOf is the status of a page with an error, or without one.
func statusOf(err error) int {
	var input inputError
	var rule ruleError
	switch {
	case err == nil, errors.As(err, &rule):
		return http.StatusOK
	case errors.As(err, &input):
		return http.StatusBadRequest
	case errors.Is(err, errCrowded):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}
