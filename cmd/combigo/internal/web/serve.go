package web

import (
	"context"
	"net"
	"net/http"
	"time"
)

const (
	// readTimeout is the most that a client may take to send a request.
	readTimeout = 10 * time.Second
	// writeTimeout is the most that an answer may take when it is found.
	writeTimeout = 10 * time.Second
	// idleTimeout is how long a connection is kept for the next request.
	idleTimeout = time.Minute
)

// Serve answers requests until the context ends, and returns the context's error, or the one that
// ended it before. It bounds how long a request may take to come and its answer, which is found
// within the page time, to go.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, pageTime time.Duration) error {
	s := &http.Server{
		Handler: handler, ReadHeaderTimeout: readTimeout, ReadTimeout: readTimeout, WriteTimeout: pageTime + writeTimeout, IdleTimeout: idleTimeout,
	}
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	// Answers that take long are waited for no more.
	if err := s.Close(); err != nil {
		return err
	}
	return ctx.Err()
}

// fromElsewhere tells whether a page of another site makes the browser send a request, other than
// by leading there: then the answer is of no use to anybody, and only costs. Programs that are no
// browsers say nothing about it.
func fromElsewhere(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return false
	case "": // an old browser, or a page that is not from a secure place
		origin := r.Header.Get("Origin")
		return origin != "" && origin != "http://"+r.Host && origin != "https://"+r.Host
	}
	leads := r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
	return !leads || r.Method != http.MethodGet && r.Method != http.MethodHead
}
