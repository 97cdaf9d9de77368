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
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/internal/web"
)

// serveFlags is what the command serve is told.
type serveFlags struct {
	address string
	open    bool
	memory  memoryFlag
	time    time.Duration
	threads int
}

func newServeCommand() *cobra.Command {
	f := &serveFlags{time: web.DefaultJobTime}
	command := &cobra.Command{
		Use:   "serve",
		Short: "Show positions, counts and their growth in the browser",
		Long: `Serve a local web page: a board to click on, with strings, liberties and the
number of its position; border states; counts with their progress; how the
numbers grow, with an estimate for any board; the game graphs of small boards,
with games as walks; records with their positions; and the papers' tables and
figures, computed again.

The program contains everything; nothing is loaded from other hosts. The server
listens on this machine only, unless --addr says otherwise; there are no
passwords, so let it listen elsewhere only where all may use it. Counts take
turns, and are bounded in time; the whole server keeps a ceiling on memory.`,
		Example: `  combigo serve
  combigo serve --addr 127.0.0.1:9000 --open`,
		Args: noArguments,
		RunE: func(command *cobra.Command, _ []string) error { return f.run(command) },
	}
	flags := command.Flags()
	flags.StringVar(&f.address, "addr", "127.0.0.1:8361", "`ADDRESS` to listen on")
	flags.BoolVar(&f.open, "open", false, "open the page in the browser")
	flags.Var(&f.memory, "memory", "ceiling on memory, shared by all that is computed, such as 8GiB (default: 2GiB)")
	timeVar(flags, &f.time, "job-time", "time after which a count is stopped, such as 30s or 5m")
	numberVar(flags, &f.threads, "threads", 1, maxThreads, "number of threads", "number of threads of a count (default: one for each processor)")
	return command
}

func (f *serveFlags) run(command *cobra.Command) error {
	if f.memory.size == 0 {
		f.memory.size = web.DefaultMemory
	}
	listener, err := net.Listen("tcp", f.address)
	if err != nil {
		return explainListen(f.address, err)
	}
	address := listener.Addr().(*net.TCPAddr)
	program, err := os.Executable()
	var handler http.Handler
	if err == nil {
		handler, err = web.New(command.Context(), web.Options{
			Memory: f.memory.budget(), JobTime: f.time, Threads: f.threads, Loopback: address.IP.IsLoopback(), Program: program,
		})
	}
	if err != nil {
		return exitError{exitInternal, errors.Join(err, listener.Close())}
	}
	host := address.IP.String()
	if address.IP.IsUnspecified() {
		host = "localhost"
		fmt.Fprintln(command.ErrOrStderr(), "combigo: serve: every machine that reaches this one may use the pages: there are no passwords")
	}
	url := "http://" + net.JoinHostPort(host, strconv.Itoa(address.Port)) + "/"
	fmt.Fprintf(command.OutOrStdout(), "combigo serves %s; Ctrl-C ends it\n", url)
	if f.open {
		if err := openBrowser(command.Context(), url); err != nil {
			fmt.Fprintf(command.ErrOrStderr(), "combigo: serve: --open: %v: open the address yourself\n", err)
		}
	}
	if err := web.Serve(command.Context(), listener, handler); command.Context().Err() == nil {
		return exitError{exitInternal, err}
	}
	return command.Context().Err()
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
