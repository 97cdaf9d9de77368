package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/internal/web"
)

func newServeCommand() *cobra.Command {
	c := newCommand("serve")
	c.Args = noArguments
	address, browser, o := "", false, web.Options{JobTime: web.DefaultJobTime}
	flags := c.Flags()
	flags.StringVar(&address, "addr", "127.0.0.1:8361", "`ADDRESS` to listen on")
	flags.BoolVar(&browser, "open", false, "open the page in the browser")
	flags.Var(&c.machine.memory, "memory", "ceiling on memory, shared by all that is computed, such as 8GiB (default: 2GiB)")
	timeVar(flags, &o.JobTime, "job-time", "time after which a count is stopped, such as 30s or 5m")
	numberVar(flags, &o.Threads, "threads", 1, maxThreads, "number of threads", "number of threads of a count (default: one for each processor)")
	return c.answers(func() (*view.Answer, error) { return nil, serve(c, address, browser, o) })
}

func serve(c *command, address string, browser bool, o web.Options) error {
	if c.machine.memory.size == 0 {
		c.machine.memory.size = web.DefaultMemory
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return explainListen(address, err)
	}
	at := listener.Addr().(*net.TCPAddr)
	o.Memory, o.Loopback = c.machine.memory.budget(), at.IP.IsLoopback()
	var handler http.Handler
	if o.Program, err = os.Executable(); err == nil {
		handler, err = web.New(c.Context(), o)
	}
	if err != nil {
		return exitError{exitInternal, errors.Join(err, listener.Close())}
	}
	host := at.IP.String()
	if at.IP.IsUnspecified() {
		host = "localhost"
		c.PrintErrln("combigo: serve: every machine that reaches this one may use the pages: there are no passwords")
	}
	url := "http://" + net.JoinHostPort(host, strconv.Itoa(at.Port)) + "/"
	fmt.Fprintf(c.OutOrStdout(), "combigo serves %s; Ctrl-C ends it\n", url)
	if browser {
		if err := openBrowser(c.Context(), url); err != nil {
			c.PrintErrf("combigo: serve: --open: %v: open the address yourself\n", err)
		}
	}
	if err := web.Serve(c.Context(), listener, handler); c.Context().Err() == nil {
		return exitError{exitInternal, err}
	}
	return c.Context().Err()
}

// explainListen says why an address cannot be listened on, and what would be right.
func explainListen(address string, err error) error {
	var operation *net.OpError
	if errors.As(err, &operation) {
		err = operation.Err
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("--addr %s: the port is in use: want another one, or 0 for any that is free", address)
	}
	return fmt.Errorf("--addr %s: %w: want an address of this machine with a port, such as 127.0.0.1:8361", address, err)
}

// openBrowser asks the system to show a page.
func openBrowser(ctx context.Context, url string) error {
	name, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	}
	return exec.CommandContext(ctx, name, args...).Start()
}
