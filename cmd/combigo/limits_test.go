package main

import (
	"cmp"
	"context"
	"io"
	"math/big"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"combigo.dev/combigo/internal/longtests"
)

// sizesAtLimits are arguments at, below and above the limits of commands: on what a command takes
// without flags for it, see docs/limits.md.
var sizesAtLimits = map[string]string{
	"count":      "0|1|22|23|24|25|30000|30001|1 30000|1 30001|18 1000000000000000000|18 1000000000000000001|19 1000000|3 0|-1|3--lattice|3 --colors 1000|4-3|0-1|1x1x1|99999999999999999999",
	"polynomial": "0|1|1 2000|1 2001|30000|44 46 --lattice torus",
	"symmetry":   "0|1|23|24|25|30000|30001",
	"patterns":   "0|1|31|32|30000|30001",
	"sequence":   "A094777 --terms 0|A094777 --terms 99999|A000001|A094777 --terms 9223372036854775807",
	"recurrence": "0|1|4 --matrix states|5 --matrix states|6|7|10|11|99999999999999999999",
	"states":     "0|1|12 --constructible|13 --constructible|24|25|1000|99999999999999999999",
	"compare":    "gomoku 0|gomoku 1|gomoku 19|gomoku 1000|gomoku 30001|connect4 0|connect4 1|connect4 1 1|connect4 100|gomoku 5 --length 256|gomoku 5 --length 257",
	"strip":      "0|1|13|14|14 --memory 1TB|15|16|17|1-16|1-17|13 --stored|14 --stored|16 --stored|1-14 --stored|24 --stored --digits 24|1 --stored --digits 25",
	"estimate":   "0|1|100|101|30000|30001|10^9|10^18|10^100|10^101|10^1000000|1 10^18|13 10^18|14 10^18",
	"sample":     "0 --runs 2|1 --runs 2|24 --runs 2|25 --runs 2|24 1 --runs 2|30000 --runs 2",
	"bounds":     "0|1|5|1 1000|1000|1001|1 1001|5 --width 16|5 --width 17|--width 16 --lattice square-octagonal|--conditional --width 12|--conditional --width 13",
	"random":     "0|1|18|19|24|25|1 30000|30001|1 --count 9223372036854775807|2 --lattice torus|30 --lattice torus",
	"list":       "0|1|3|18|19|24|25|30000|30001",
	"unrank":     "0 1|1 1|1 2|18 1|24 1|25 1|1 30000 1|1 30001 1|3 99999999999999999999",
	"liberties":  "0|1|1 1|9|28|29|30|300|301|1 1000|1 1001|29 29|300 1000|300 1001|30001",
	"records":    "0|1|15|16|17|1 30000|1 30001|30000|30001",
	"games":      "0|1|16|1 16|1 17|17|52 --bounds|53 --bounds|1 1 --bounds|19 --length 16|19 --length 17|20 --length 3|1 20 --length 1|1 --length 0|30001",
	"graph":      "0|1|1 16|1 17|4|5|30000|30001|4 --lattice torus",
	"hamilton":   "0|1|1x1|1x2|1x13|1x14|1x18|1x19|19|20|30001|2 2 --all|3 3 --all",
	"longest":    "0|1|1 16|1 17|5|30001",
	"run plan":   "0|1|24|25|30000|30001",
	"run start":  "0 --dir a --dry-run|1 --dir a --dry-run|24 --dir a --dry-run|25 --dir a --dry-run|30000 --dir a --dry-run|30001 --dir a --dry-run",
	"asymptotic": "--squares 18|--squares 19|--strips 13|--strips 14|--lattice torus|--lattice square --upto 16|--lattice square --upto 17",
	"paper show": "theorem-10|theorem-0",
	"rank":       "missing",
	"check":      "missing",
	"version":    "--json|1",
}

// inProcessOfItsOwn runs the rest of a test in another process, and reports whether this is that
// process. What was interrupted and goes on for a moment ends with the process, and takes no time
// from other tests.
func inProcessOfItsOwn(t *testing.T) bool {
	t.Helper()
	const mark = "COMBIGO_TEST_LIMITS"
	if os.Getenv(mark) != "" {
		return true
	}
	test := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.count=1")
	test.Env = append(os.Environ(), mark+"=1")
	if out, err := test.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// limitTime is how long a command at a limit may run before it is interrupted: that it runs says
// that it was not refused.
const limitTime = 10 * time.Millisecond

// atLimit runs a command, and wants the status 0 or 2, or that of Ctrl-C if it goes on for long. A
// panic ends the test.
func atLimit(t *testing.T, words ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limitTime)
	defer cancel()
	root := newCommands()
	if command, _, err := root.Find(words); err == nil {
		for _, limit := range []string{"--memory=300MB", "--threads=1"} {
			name, _, _ := strings.Cut(limit, "=")
			if command.Flags().Lookup(name[2:]) != nil && !strings.Contains(strings.Join(words, " "), name) {
				words = append(words, limit)
			}
		}
	}
	root.SetArgs(words)
	root.SetOut(io.Discard)
	root.SetErr(io.Discard)
	done := make(chan error, 1)
	go func() { done <- carryOut(ctx, root) }()
	var err error
	select {
	case err = <-done:
	case <-ctx.Done():
		select {
		case err = <-done:
		case <-time.After(5 * limitTime): // as Ctrl-C, which does not wait either
			return
		}
	}
	if code := withStatus(err).code; err != nil && code != exitUsage && ctx.Err() == nil {
		t.Errorf("combigo %s: exit status %d: %v", strings.Join(words, " "), code, err)
	}
}

// quickStep is how many of the sizes and bounds there are to each that the quick tests try.
const quickStep = 4

// Sizes at, below and above the limits of every command are answered or refused.
func TestSizesAtLimits(t *testing.T) {
	if !inProcessOfItsOwn(t) {
		return
	}
	t.Chdir(t.TempDir())
	for command, all := range sizesAtLimits {
		for i, words := range strings.Split(all, "|") {
			if i%quickStep != 0 && !longtests.Wanted() {
				continue
			}
			atLimit(t, append(strings.Fields(command), strings.Fields(words)...)...)
		}
	}
	err := eachCommand(newRootCommand(), func(command *cobra.Command) error {
		name := strings.TrimPrefix(command.CommandPath(), "combigo ")
		if command.Flags().Lookup("json") != nil && sizesAtLimits[name] == "" && !strings.HasPrefix(name, "run ") && !strings.HasPrefix(name, "paper ") {
			t.Errorf("no sizes of combigo %s are tried", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// bounds finds those of a number in the error of its flag.
var boundsOfFlag = regexp.MustCompile(`from (\d+)(?: to (\d+)| on)`)

// The page of limits has the bounds of every flag.
func TestLimitsAreDocumented(t *testing.T) {
	_, text, _ := section(t, readDoc(t, "docs/limits.md"), "## Flags")
	rows := tableRows(text)
	err := eachCommand(newRootCommand(), func(command *cobra.Command) error {
		name := strings.Fields(command.CommandPath() + " combigo")[1]
		command.Flags().VisitAll(func(flag *pflag.Flag) {
			err := flag.Value.Set("no number")
			if err == nil || !boundsOfFlag.MatchString(err.Error()) {
				return
			}
			b := boundsOfFlag.FindStringSubmatch(err.Error())
			if !slices.ContainsFunc(rows, func(cells []string) bool {
				return slices.Contains(namesIn(cells[0]), "--"+flag.Name) && (strings.TrimSpace(cells[1]) == "all" || slices.Contains(namesIn(cells[1]), name)) &&
					strings.TrimSpace(cells[2]) == b[1] && strings.TrimSpace(cells[3]) == cmp.Or(b[2], "no bound")
			}) {
				t.Errorf("docs/limits.md: combigo %s --%s: from %s to %s", name, flag.Name, b[1], cmp.Or(b[2], "no bound"))
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Flags at, below and above their bounds are taken or refused, with the commands of
// docs/reference/json.md.
func TestFlagsAtLimits(t *testing.T) {
	if !inProcessOfItsOwn(t) {
		return
	}
	_, text, _ := section(t, readDoc(t, "docs/reference/json.md"), tableOfFields)
	t.Chdir(t.TempDir())
	for name, text := range inputsOfSessions {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tried, commands := 0, map[string]bool{}
	for _, cells := range tableRows(text) {
		words := strings.Fields(namesIn(cells[0])[0])
		command, _, err := newRootCommand().Find(words)
		if err != nil {
			t.Fatal(err)
		}
		if commands[command.CommandPath()] {
			continue
		}
		commands[command.CommandPath()] = true
		command.Flags().VisitAll(func(flag *pflag.Flag) {
			err := flag.Value.Set("no number")
			if err == nil || strings.Contains(strings.Join(words, " "), "--"+flag.Name) {
				return
			}
			bounds := boundsOfFlag.FindStringSubmatch(err.Error())
			if bounds == nil {
				return
			}
			for _, bound := range bounds[1:] {
				x, ok := new(big.Int).SetString(bound, 10)
				if !ok {
					x = new(big.Int).Lsh(big.NewInt(1), 64) // beyond all flags without a bound
				}
				for d := int64(-1); d <= 1; d++ {
					if tried++; tried%quickStep != 0 && !longtests.Wanted() {
						continue
					}
					atLimit(t, append(words, "--"+flag.Name+"="+new(big.Int).Add(x, big.NewInt(d)).String())...)
				}
			}
		})
	}
	if tried < 200 {
		t.Errorf("only %d bounds of flags are found", tried)
	}
}
