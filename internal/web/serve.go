package web

import (
	"context"
	"maps"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

const (
	// maxConnections is how many clients may be connected at once.
	maxConnections = 256
	// readTimeout is the most that a client may take to send a request.
	readTimeout = 10 * time.Second
	// writeTimeout is the most that an answer may take, from the end of the request's head on:
	// longer than any page waits.
	writeTimeout = maxFindTime + 10*time.Second
	// idleTimeout is how long a connection is kept for the next request.
	idleTimeout = time.Minute
)

// Serve answers requests until the context ends, and returns the context's error, or the one that
// ended it before. It bounds how long a request may take to come and its answer to go, and how many
// clients are connected: a new one takes the place of the one that has been silent longest.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	return newHTTPServer(handler, maxConnections).until(ctx, listener)
}

// httpServer is a server with its bounds.
type httpServer struct{ http.Server }

func newHTTPServer(handler http.Handler, most int) *httpServer {
	c := &connections{most: most, heard: map[net.Conn]time.Time{}}
	return &httpServer{http.Server{
		Handler: handler, ConnState: c.changed,
		ReadHeaderTimeout: readTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
	}}
}

func (s *httpServer) until(ctx context.Context, listener net.Listener) error {
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

// connections knows which connections are open, and closes the one that was heard of longest ago
// when there are too many.
type connections struct {
	most  int
	mu    sync.Mutex
	heard map[net.Conn]time.Time // when each one was heard of last
}

func (c *connections) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, open := c.heard[conn]
	switch {
	case state == http.StateNew:
		if len(c.heard) >= c.most {
			oldest := slices.MinFunc(slices.Collect(maps.Keys(c.heard)), func(a, b net.Conn) int { return c.heard[a].Compare(c.heard[b]) })
			_ = oldest.Close() // its goroutine ends by this, and says so
			delete(c.heard, oldest)
		}
		c.heard[conn] = time.Now()
	case state == http.StateActive && open:
		c.heard[conn] = time.Now()
	case state == http.StateClosed, state == http.StateHijacked:
		delete(c.heard, conn)
	}
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
