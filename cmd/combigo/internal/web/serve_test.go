package web

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// bounded starts a server with the bounds of the real one, as a function changes them.
func bounded(t *testing.T, handler http.Handler, change func(*http.Server)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	s := newHTTPServer(handler)
	change(s)
	go func() { ended <- until(ctx, listener, s) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the server ends with %v", err)
		}
	})
	return listener.Addr().String()
}

// unfinished connects, and sends the beginning of a request.
func unfinished(t *testing.T, address, beginning string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := io.WriteString(c, strings.ReplaceAll(beginning, "\n", "\r\n")); err != nil {
		t.Fatal(err)
	}
	return c
}

// Requests that do not come to their end, and answers that nobody reads, end after a time.
func TestTimeouts(t *testing.T) {
	s := newHTTPServer(http.NotFoundHandler())
	if s.ReadTimeout != readTimeout || s.ReadHeaderTimeout != readTimeout || s.WriteTimeout <= maxFindTime || s.IdleTimeout == 0 {
		t.Errorf("the server has the times %v, %v, %v, %v", s.ReadTimeout, s.ReadHeaderTimeout, s.WriteTimeout, s.IdleTimeout)
	}
	written := make(chan error, 1)
	endless := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, err := io.Copy(io.Discard, r.Body)
		for err == nil && r.Method == http.MethodGet {
			_, err = w.Write(make([]byte, 1<<20))
		}
		written <- err
	})
	address := bounded(t, endless, func(s *http.Server) {
		s.ReadHeaderTimeout, s.ReadTimeout, s.WriteTimeout = 50*time.Millisecond, 50*time.Millisecond, 100*time.Millisecond
	})
	for _, beginning := range []string{
		"POST / HTTP/1.1\nHost: localhost\nContent-Length: 10\n\nabc", // the rest never comes
		"GET / HTTP/1.1\nHost: localhost\n\n",                         // the answer is never read
	} {
		unfinished(t, address, beginning)
		if err := <-written; err == nil {
			t.Errorf("%q: the request ends well", beginning)
		}
	}
	if _, err := io.ReadAll(unfinished(t, address, "GET / HT")); err != nil {
		t.Errorf("a head that does not end: %v", err)
	}
}

// Pages of other sites can lead here, and nothing else.
func TestRequestsOfOtherSites(t *testing.T) {
	handler, err := New(t.Context(), Options{Threads: 1, patience: time.Minute, Ask: nothing})
	if err != nil {
		t.Fatal(err)
	}
	paths := []string{"/", "/numbers/unrank?rows=3&cols=3&number=1", "/numbers/records?of=strings&rows=3&cols=3", "/random?size=3", "/numbers/squares", "/count/x/json", "/static/app.js"}
	for _, c := range []struct {
		method, headers string
		refused         bool
	}{
		{"GET", "", false}, // curl
		{"GET", "Sec-Fetch-Site: same-origin, Sec-Fetch-Mode: cors", false},
		{"GET", "Sec-Fetch-Site: none, Sec-Fetch-Mode: navigate, Sec-Fetch-Dest: document", false},
		{"GET", "Sec-Fetch-Site: cross-site, Sec-Fetch-Mode: navigate, Sec-Fetch-Dest: document", false},
		{"HEAD", "Sec-Fetch-Site: same-site, Sec-Fetch-Mode: navigate, Sec-Fetch-Dest: document", false},
		{"GET", "Origin: http://localhost", false},
		{"GET", "Sec-Fetch-Site: cross-site, Sec-Fetch-Mode: no-cors, Sec-Fetch-Dest: image", true},
		{"GET", "Sec-Fetch-Site: same-site, Sec-Fetch-Mode: cors, Sec-Fetch-Dest: empty", true},
		{"GET", "Sec-Fetch-Site: cross-site, Sec-Fetch-Mode: navigate, Sec-Fetch-Dest: iframe", true},
		{"GET", "Sec-Fetch-Site: cross-site", true},
		{"GET", "Origin: https://example.org", true},
		{"GET", "Origin: null", true},
		{"POST", "Sec-Fetch-Site: cross-site, Sec-Fetch-Mode: navigate, Sec-Fetch-Dest: document", true},
	} {
		for _, path := range paths {
			request := httptest.NewRequest(c.method, path, nil)
			request.Host = "localhost"
			for line := range strings.SplitSeq(c.headers, ", ") {
				if name, value, ok := strings.Cut(line, ": "); ok {
					request.Header.Set(name, value)
				}
			}
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, request)
			if refused := answer.Code == http.StatusForbidden; refused != c.refused {
				t.Errorf("%s %s, %s: status %d", c.method, path, c.headers, answer.Code)
			}
		}
	}
}
