package hamilton

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// The words that stand for files in the command of a solver.
const (
	problemWord   = "{problem}"
	tourWord      = "{tour}"
	parameterWord = "{par}"
)

// A Solver is a program that solves travelling-salesman problems.
type Solver struct {
	words []string
	log   io.Writer
}

// NewSolver reads the command line of a solver, words with spaces between; quotation marks hold a word with spaces together. In it {problem} stands for the TSPLIB file
// and {tour} for the file that the solver shall write, and {par} for a parameter file of LKH that names both. Without
// any of them a program called concorde is given -o {tour} {problem}, one called LKH {par}, and any other
// {problem} {tour}. What the solver prints goes to log.
func NewSolver(command string, log io.Writer) (*Solver, error) {
	words, err := splitWords(command)
	if err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, errors.New("no program: want a command such as concorde")
	}
	if !slices.ContainsFunc(words, func(w string) bool {
		return strings.Contains(w, problemWord) || strings.Contains(w, tourWord) || strings.Contains(w, parameterWord)
	}) {
		switch name := strings.ToLower(filepath.Base(words[0])); {
		case strings.HasPrefix(name, "concorde"):
			words = append(words, "-o", tourWord, problemWord)
		case strings.HasPrefix(name, "lkh"):
			words = append(words, parameterWord)
		default:
			words = append(words, problemWord, tourWord)
		}
	}
	path, err := exec.LookPath(words[0])
	if err != nil {
		return nil, fmt.Errorf("%s is no program here: want one that solves travelling-salesman problems", words[0])
	}
	if words[0], err = filepath.Abs(path); err != nil {
		return nil, err
	}
	return &Solver{words, log}, nil
}

// splitWords splits a command at its spaces. Between two quotation marks of either kind a space
// belongs to the word.
func splitWords(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	inWord := false
	for _, c := range command {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, inWord = c, true
		case quote == 0 && unicode.IsSpace(c):
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		default:
			word.WriteRune(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("%s has a quotation mark %c without its second one", command, quote)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// Solve lets the solver work on an instance, in a directory of its own that is removed afterwards, and returns the tour.
func (s *Solver) Solve(ctx context.Context, t *TSP) ([]int, error) {
	dir, err := os.MkdirTemp("", "combigo-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	files := map[string]string{
		problemWord: filepath.Join(dir, "problem.tsp"), tourWord: filepath.Join(dir, "tour"), parameterWord: filepath.Join(dir, "problem.par"),
	}
	if err := s.prepare(t, files); err != nil {
		return nil, err
	}
	var words []string
	for _, w := range s.words {
		for name, file := range files {
			w = strings.ReplaceAll(w, name, file)
		}
		words = append(words, w)
	}
	command := exec.CommandContext(ctx, words[0], words[1:]...)
	command.Dir, command.Stdout, command.Stderr = dir, s.log, s.log
	if err := command.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, fmt.Errorf("%s: %w", s.words[0], err)
	}
	tour, err := os.Open(files[tourWord])
	if err != nil {
		return nil, fmt.Errorf("%s has written no tour: want one in the file that stands for %s", s.words[0], tourWord)
	}
	defer tour.Close()
	return ReadTour(tour, "the tour of "+s.words[0])
}

// prepare writes the files that the solver reads.
func (s *Solver) prepare(t *TSP, files map[string]string) error {
	problem, err := os.Create(files[problemWord])
	if err != nil {
		return err
	}
	defer problem.Close()
	if err := t.Write(problem, "combigo"); err != nil {
		return err
	}
	parameters := fmt.Sprintf("PROBLEM_FILE = %s\nTOUR_FILE = %s\nOPTIMUM = %d\nSTOP_AT_OPTIMUM = YES\n",
		files[problemWord], files[tourWord], t.Optimum())
	return os.WriteFile(files[parameterWord], []byte(parameters), 0o600)
}
