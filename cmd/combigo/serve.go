package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/cmd/combigo/internal/web"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/par"
)

// newServeCommand returns the command serve, whose pages ask all commands.
func newServeCommand(commands func() *cobra.Command) *cobra.Command {
	c := newCommand("serve")
	c.Args = noArguments
	address, browser, o := "", false, web.Options{JobTime: web.DefaultJobTime, PageTime: web.DefaultPageTime}
	o.Ask = func(ctx context.Context, args []string, opt par.Options) (*view.Page, error) {
		return ask(ctx, commands(), args, opt)
	}
	flags := c.Flags()
	flags.StringVar(&address, "addr", "127.0.0.1:8361", "`ADDRESS` to listen on")
	flags.BoolVar(&browser, "open", false, "open the page in the browser")
	flags.Var(&c.machine.memory, "memory", "ceiling on memory, shared by all that is computed, such as 8GiB (default: 2GiB)")
	timeVar(flags, &o.JobTime, "job-time", "time after which a count is stopped, such as 30s or 5m")
	timeVar(flags, &o.PageTime, "page-time", "time after which other work of a page is stopped; a page that a link of another site leads to has a twentieth")
	numberVar(flags, &o.Threads, "threads", 1, maxThreads, "number of threads", "number of threads of a count (default: one for each processor)")
	return c.answerWith(func() (*view.Answer, error) { return nil, serve(c, address, browser, o) })
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
	o.Memory = c.machine.memory.budget()
	host := at.IP.String()
	if at.IP.IsUnspecified() {
		host = "localhost"
	}
	if !at.IP.IsLoopback() {
		c.PrintErrln("combigo: serve: every machine that reaches this one may use the pages: there are no passwords")
		name, _, _ := net.SplitHostPort(address) // it was listened on
		own, _ := os.Hostname()                  // a machine without a name is reached by its address
		o.Names = []string{name, own}
	}
	handler, err := web.New(c.Context(), o)
	if err != nil {
		return exitError{exitInternal, errors.Join(err, listener.Close())}
	}
	url := "http://" + net.JoinHostPort(host, strconv.Itoa(at.Port)) + "/"
	fmt.Fprintf(c.OutOrStdout(), "combigo serves %s; Ctrl-C ends it\n", url)
	if browser {
		if err := openBrowser(c.Context(), url); err != nil {
			c.PrintErrf("combigo: serve: --open: %v: open the address yourself\n", err)
		}
	}
	if err := web.Serve(c.Context(), listener, handler, o.PageTime); c.Context().Err() == nil {
		return exitError{exitInternal, err}
	}
	return c.Context().Err()
}

// ask answers a question of the explorer by one of the commands, in this process: within the memory
// that a question may take, without files, and no longer than its context. What is wrong with the
// question is a [web.InputError].
func ask(ctx context.Context, root *cobra.Command, args []string, opt par.Options) (*view.Page, error) {
	p := &pageCall{Options: opt}
	if command, _, err := root.Find(args); err == nil {
		if scratch := command.Flags().Lookup("scratch"); scratch != nil {
			if err := scratch.Value.Set(web.NoScratch); err != nil {
				return nil, err
			}
		}
	}
	root.SetArgs(args)
	root.SetIn(strings.NewReader(""))
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	err := carryOut(context.WithValue(ctx, pageKey{}, p), root)
	if err != nil && ctx.Err() == nil {
		exit := withStatus(err)
		if err = exit.err; exit.code == exitUsage {
			err = web.InputError{Err: err}
		}
		if large := (*count.LargeError)(nil); errors.As(err, &large) {
			err = web.InputError{Err: large.Err} // a page of several boards quotes none
		}
	}
	return p.page, err
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
