package main

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// A shellSession completes lines in a shell: a program for it that has a line of the tutorial where
// it says SOURCE, and reads lines from the standard input and prints the words that complete each
// of them, or the line itself with the last one.
type shellSession struct {
	shell, source, program string
	args                   []string
}

var shellSessions = []shellSession{
	{"bash", "source <(combigo completion bash)", `
SOURCE
while IFS= read -r typed; do
	IFS=' ' read -ra COMP_WORDS <<<"$typed"
	COMP_LINE=$typed COMP_POINT=${#typed} COMP_TYPE=9 COMP_KEY=9 COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
	"$(complete -p combigo | sed 's/.*-F \([^ ]*\).*/\1/')" 2>/dev/null # compopt wants a line that is being typed
	printf '%s\n' "${COMPREPLY[*]}"
done`, []string{"--norc", "-c"}},
	{"zsh", "source <(combigo completion zsh)", `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1='go> '; autoload -Uz compinit; compinit -D -u; SOURCE; dump() { print -r -- \"[[\$BUFFER]]\"; BUFFER=; }
zle -N dump; bindkey '^X' dump; bindkey '^I' complete-word; echo re''ady"
zpty -r z line '*ready*go> *'
while IFS= read -r typed; do
	zpty -w -n z "$typed"$'\t\x18'
	zpty -r z line '*\[\[*\]\]*'
	print -r -- "${${line##*\[\[}%%\]\]*}"
done`, []string{"-f", "-c"}},
	{"fish", "combigo completion fish | source", `
SOURCE
while read -l typed
	complete -C "$typed" | string replace -r '\t.*' ''
end
true`, []string{"--no-config", "-c"}},
}

// The lines of the tutorial make shells complete commands, and the ids and words that these take.
func TestShellsComplete(t *testing.T) {
	lines := [][2]string{
		{"combigo cou", "count"},
		{"combigo paper sho", "show"},
		{"combigo paper show theorem-7", "theorem-7"},
		{"combigo compare gom", "gomoku"},
		{"combigo sequence A0947", "A094777"},
		{"combigo records 3 --of st", "strings"},
		{"combigo count 3 --lattice tor", "torus"},
	}
	tutorial := readDoc(t, "docs/tutorial.md")
	for _, s := range shellSessions {
		t.Run(s.shell, func(t *testing.T) {
			if !strings.Contains(tutorial, "\n"+s.source+" ") {
				t.Errorf("the tutorial does not have the line %s", s.source)
			}
			shell, err := exec.LookPath(s.shell)
			if err != nil {
				t.Skipf("%s is not installed: its completion is not tried", s.shell)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // a shell that waits for ever is a failure
			defer cancel()
			var typed, stderr bytes.Buffer
			for _, line := range lines {
				typed.WriteString(line[0] + "\n")
			}
			command := exec.CommandContext(ctx, shell, append(s.args, strings.Replace(s.program, "SOURCE", s.source, 1))...)
			command.Stdin, command.Stderr, command.Dir = &typed, &stderr, t.TempDir()
			command.Env = append(command.Environ(), "HOME="+command.Dir, "XDG_CONFIG_HOME="+command.Dir, "TERM=xterm")
			output, err := command.Output()
			if err != nil {
				t.Fatalf("%v: %s%s", err, output, &stderr)
			}
			answers := strings.Split(strings.TrimSpace(string(output)), "\n")
			if len(answers) != len(lines) {
				t.Fatalf("%d answers to %d lines: %q, %s", len(answers), len(lines), answers, &stderr)
			}
			for i, line := range lines {
				if words := strings.Fields(answers[i]); len(words) == 0 || words[len(words)-1] != line[1] {
					t.Errorf("%s is completed to %q, want %s", line[0], answers[i], line[1])
				}
			}
		})
	}
}

func TestDidYouMean(t *testing.T) {
	words := []string{"square", "square-octagonal", "hexagonal", "triangular", "torus"}
	for word, want := range map[string]string{
		"sqare": "square", "HEX": "hexagonal", "trous": "torus", "triangle": "triangular", "tor": "torus", "tori": "torus",
		"squar": "square or square-octagonal", "cube": "", "x": "", "": "",
	} {
		if want != "" {
			want = "; did you mean " + want + "?"
		}
		if got := didYouMean(word, words...); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
