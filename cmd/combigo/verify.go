package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"combigo/game/certificate"
	"combigo/result"
)

// certificateFlags are those of the commands that find games, and write and check certificates of them.
type certificateFlags struct {
	verify string
	output string
	format formatFlag
	json   bool
}

func (f *certificateFlags) register(flags *pflag.FlagSet) {
	f.format = formatFlag{"text", []string{"text", "nodes", "sgf", "json"}}
	flags.StringVar(&f.verify, "verify", "", "check the certificate in `FILE` (- is standard input)")
	flags.StringVar(&f.output, "output", "", "`FILE` for the certificate, or for what --format says")
	flags.Var(&f.format, "format", "text, nodes (a position a line), sgf (of the game) or json")
	flags.BoolVar(&f.json, "json", false, "short for --format json")
}

// check settles the format, and returns an error for what does not go together, and for a board beside a certificate.
func (f *certificateFlags) check(command *cobra.Command, args []string) error {
	if err := onlyOneOf(command, "format", "json"); err != nil {
		return err
	}
	if f.json {
		f.format.format = "json"
	}
	if f.verify != "" && len(args) > 0 {
		return fmt.Errorf("%s: board %q: none is wanted with --verify", command.Name(), strings.Join(args, " "))
	}
	return f.noGame(command, "verify")
}

// noGame returns an error if a flag is given after which there is no game to write, and one is to be written.
func (f *certificateFlags) noGame(command *cobra.Command, name string) error {
	if !command.Flags().Changed(name) {
		return nil
	}
	if f.format.format == "sgf" || f.format.format == "nodes" {
		return fmt.Errorf("%s: --format %s and --%s are too many: want --format text or json", command.Name(), f.format.format, name)
	}
	return onlyOneOf(command, name, "output")
}

// mostCounted is the largest board whose positions are counted to see whether a certificate has them all.
const mostCounted = 16

// verifyCertificate checks the certificate in a file and says what it shows. One that shows nothing is exit status 1.
func verifyCertificate(command *cobra.Command, name, file string, asJSON bool) error {
	c, err := readCertificate(command.InOrStdin(), file)
	if err != nil {
		return fmt.Errorf("%s: --verify: %w", name, err)
	}
	if c.Board.Len() > mostCounted {
		return fmt.Errorf("%s: --verify: a board of %d points: want at most %d", name, c.Board.Len(), mostCounted)
	}
	found, err := certify(command.Context(), c)
	if err != nil {
		return err
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error {
		if asJSON {
			return result.JSON(w, newCertificateJSON(found))
		}
		return writeVerdict(w, found)
	})
}

func readCertificate(stdin io.Reader, file string) (*certificate.Certificate, error) {
	if file == "-" {
		return certificate.Read(stdin, "<stdin>")
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, unreadable(file, err)
	}
	defer f.Close()
	return certificate.Read(f, file)
}
