package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/internal/view"
)

// certificateFlags are those of the commands that find games, and write and check certificates of
// them.
type certificateFlags struct {
	verify string
	out    output
}

func (f *certificateFlags) register(command *cobra.Command) {
	flags := command.Flags()
	flags.StringVar(&f.verify, "verify", "", "check the certificate in `FILE` (- is standard input)")
	f.out.register(command, "print the number of moves only", "text", "nodes", "sgf", "json")
	flags.Lookup("output").Usage = "`FILE` for the certificate, or for what --format says"
	flags.Lookup("format").Usage = "text, nodes (a position a line), sgf (of the game) or json"
	checkBefore(command, f.check)
}

// write writes what was found in the format asked for; or to a file, as a certificate if the format
// is text, and says what it is.
func (f *certificateFlags) write(command *cobra.Command, document *view.Document, c *view.Certified, json any) error {
	others := views{"json": asJSON(json), "nodes": c.Nodes, "sgf": c.SGF, "quiet": asLine(c.Report.Moves)}
	if f.out.file == "" {
		return f.out.write(command, document, others)
	}
	write := others[f.out.format]
	if write == nil || f.out.quiet {
		write = func(w io.Writer) error { return certificate.Write(w, c.Certificate) }
	}
	if err := writeFile("output", f.out.file, write); err != nil {
		return err
	}
	said := output{format: "text"}
	return said.write(command, document, nil)
}

// check returns an error for what does not go together, and for a board beside a certificate.
func (f *certificateFlags) check(command *cobra.Command, args []string) error {
	if f.verify != "" && len(args) > 0 {
		return fmt.Errorf("board %q and --verify cannot be combined", strings.Join(args, " "))
	}
	return f.noGame(command, "verify")
}

// noGame returns an error if a flag is given after which there is no game to write, and one is to
// be written.
func (f *certificateFlags) noGame(command *cobra.Command, name string) error {
	if !command.Flags().Changed(name) {
		return nil
	}
	if f.out.format == "sgf" || f.out.format == "nodes" {
		return fmt.Errorf("--format %s and --%s cannot be combined: want --format text or json", f.out.format, name)
	}
	return onlyOneOf(command, name, "output")
}

// maxCounted is the largest board whose positions are counted to see whether a certificate has them
// all.
const maxCounted = 16

// verifyFile checks the certificate in a file and says what it shows. One that shows nothing is
// exit status 1.
func (f *certificateFlags) verifyFile(command *cobra.Command) error {
	c, err := readInput(command.InOrStdin(), f.verify, certificate.Read)
	if err != nil {
		return fmt.Errorf("--verify: %w", err)
	}
	if c.Board.Len() > maxCounted {
		return fmt.Errorf("--verify: a board of %d points: want at most %d", c.Board.Len(), maxCounted)
	}
	found, err := view.Certify(command.Context(), c)
	switch {
	case command.Context().Err() != nil:
		return command.Context().Err()
	case err != nil:
		return exitError{exitIllegal, err}
	}
	return f.out.write(command, found.Verdict(), views{"json": asJSON(found), "quiet": asLine(found.Report.Moves)})
}
