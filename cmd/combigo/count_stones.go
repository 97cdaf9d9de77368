package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"combigo/count"
	"combigo/result"
)

// checkStones returns an error if the flags do not go with --by-stones, or are
// for nothing else.
func (f *countFlags) checkStones(command *cobra.Command) error {
	if !f.byStones {
		if f.plot != "" {
			return errors.New("count: --plot: a picture is drawn of the table of --by-stones only")
		}
		return nil
	}
	for _, name := range []string{"colors", "method", "modular"} {
		if command.Flags().Changed(name) {
			return fmt.Errorf("count: --by-stones and --%s are too many: stones are counted in one way, for two colours", name)
		}
	}
	if f.format.format == "bfile" {
		return errors.New("count: --format bfile: a table of stones is no single sequence: want text, json or csv")
	}
	if f.plot != "" {
		return checkPictureName("count: --plot", f.plot)
	}
	return nil
}

// runStones counts the positions of one board by their stones.
func (f *countFlags) runStones(command *cobra.Command, args []string) error {
	t, err := f.stones(command, args)
	if err != nil {
		return f.explain(err)
	}
	if f.plot != "" {
		if err := drawStones(f.plot, t); err != nil {
			return fmt.Errorf("count: --plot: %w", err)
		}
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error {
		switch {
		case f.json || f.format.format == "json":
			return result.JSON(w, newStonesDocument(t))
		case f.quiet || f.format.format == "csv":
			return writeStonesCSV(w, t)
		}
		return writeStones(w, t)
	})
}

func (f *countFlags) stones(command *cobra.Command, args []string) (*count.StoneTable, error) {
	if f.board.graph != "" {
		g, err := f.board.readGraph(command.InOrStdin())
		if err != nil {
			return nil, err
		}
		bar := newProgressBar(command.ErrOrStderr(), "count "+f.board.graph+" by stones")
		defer bar.finish()
		return count.GraphStones(command.Context(), g, f.options(bar))
	}
	boards, err := f.boards(args)
	if err != nil {
		return nil, err
	}
	size, single := boards.Single()
	if !single {
		return nil, fmt.Errorf("--by-stones: board %q: want one size, such as 5 or 4x7, not a range", strings.Join(args, " "))
	}
	bar := newProgressBar(command.ErrOrStderr(), "count "+size.String()+" by stones")
	defer bar.finish()
	return count.Stones(command.Context(), size, f.options(bar))
}

// pictureFormats are the ends of names of pictures.
var pictureFormats = []string{".svg", ".png", ".pdf"}

// checkPictureName returns an error, which begins with a flag, unless a file can
// be a picture and be written.
func checkPictureName(flag, name string) error {
	if !slices.Contains(pictureFormats, filepath.Ext(name)) {
		return fmt.Errorf("%s %q: want a name that ends in %s", flag, name, strings.Join(pictureFormats, ", "))
	}
	if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s %q: there is no directory %q", flag, name, filepath.Dir(name))
	}
	return nil
}
