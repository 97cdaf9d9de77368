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
	"testing/synctest"
	"time"
)

// pipes is a listener to whom connections come through a channel.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if c, ok := <-p; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (p pipes) Close() error {
	close(p)
	return nil
}

func (p pipes) Addr() net.Addr { return &net.IPAddr{} }

// unfinished connects, and sends the beginning of a request.
func unfinished(t *testing.T, server pipes, beginning string) net.Conn {
	t.Helper()
	here, there := net.Pipe()
	server <- there
	if _, err := io.WriteString(here, strings.ReplaceAll(beginning, "\n", "\r\n")); err != nil {
		t.Fatal(err)
	}
	return here
}

// Requests that do not come to their end, and answers that nobody reads, end after a time. The
// clock is that of the test.
func TestTimeouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const pageTime = time.Hour
		took := make(chan time.Duration, 1)
		endless := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			began := time.Now()
			_, err := io.Copy(io.Discard, r.Body)
			for err == nil && r.Method == http.MethodGet {
				_, err = w.Write(make([]byte, 1<<20))
			}
			took <- time.Since(began)
			if err == nil {
				t.Errorf("%s: the request ends well", r.Method)
			}
		})
		server, ended := make(pipes), make(chan error)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { ended <- Serve(ctx, server, endless, pageTime) }()
		for _, c := range []struct {
			beginning string
			want      time.Duration
		}{
			{"POST / HTTP/1.1\nHost: localhost\nContent-Length: 10\n\nabc", readTimeout}, // the rest never comes
			{"GET / HTTP/1.1\nHost: localhost\n\n", pageTime + writeTimeout},             // the answer is never read
		} {
			unfinished(t, server, c.beginning)
			if got := <-took; got != c.want {
				t.Errorf("%q ends after %v, want %v", c.beginning, got, c.want)
			}
		}
		began := time.Now()
		if _, err := io.ReadAll(unfinished(t, server, "GET / HT")); err != nil || time.Since(began) != readTimeout {
			t.Errorf("a head that does not end: %v after %v", err, time.Since(began))
		}
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the server ends with %v", err)
		}
	})
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
