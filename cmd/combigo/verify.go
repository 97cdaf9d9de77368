package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"combigo/game/certificate"
	"combigo/result"
)

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
