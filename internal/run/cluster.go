package run

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"combigo.dev/combigo/result"
)

// Cluster is what a site's scheduler needs to be told. Empty fields are left to
// its defaults.
type Cluster struct {
	Program   string   `json:"program"`         // path of this program, for all nodes
	Tasks     int      `json:"tasks"`           // of a stage, at most
	Ahead     int      `json:"ahead,omitempty"` // stages that are submitted at once, 0: as many as the queue takes
	AtOnce    int      `json:"at_once,omitempty"`
	CPUs      int      `json:"cpus"` // of a task
	Partition string   `json:"partition,omitempty"`
	Account   string   `json:"account,omitempty"`
	Time      string   `json:"time,omitempty"`    // limit of a task
	Memory    string   `json:"memory,omitempty"`  // of a task
	Extra     []string `json:"extra,omitempty"`   // further options of sbatch
	Modules   []string `json:"modules,omitempty"` // that a job loads before the program
	Prolog    string   `json:"prolog,omitempty"`  // shell commands of a job before the program
}

// takenOptions are the options of sbatch that are not to be passed on, with what stands for them.
var takenOptions = map[string]string{
	"wait": "it would wait for each job before the next one is submitted", "test-only": "--dry-run does that", "wrap": "jobs have a script of their own",
	"array": "--tasks, --tasks-at-once", "dependency": "stages depend on each other", "job-name": "the run knows its jobs by their names",
	"output": "logs are in the directory of the run", "signal": "it tells a task that its time is nearly over", "parsable": "it is given already",
	"cpus-per-task": "--threads", "partition": "--partition", "account": "--account", "time": "--task-time",
}

// Check returns an error if sbatch has no such option, or an option would break the run.
func (c *Cluster) Check() error {
	if c.Tasks < 0 || c.AtOnce < 0 || c.CPUs < 0 || c.Ahead < 0 {
		return errors.New("--tasks, --tasks-at-once, --threads, --ahead: want no negative numbers")
	}
	if _, err := parseTaskMemory(c.Memory); err != nil {
		return fmt.Errorf("--task-memory: %w", err)
	}
	for _, module := range c.Modules {
		if module == "" || strings.ContainsFunc(module, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("'\"\\$`;&|<>()", r) }) {
			return fmt.Errorf("--module %q: want the name of a module, such as gcc/13", module)
		}
	}
	for _, option := range c.Extra {
		if err := checkExtra(option); err != nil {
			return err
		}
	}
	return nil
}

// checkExtra refuses an option of sbatch that would break the run. Options of one letter have a
// long form, by which they are known.
func checkExtra(option string) error {
	long, ok := strings.CutPrefix(option, "--")
	long, _, _ = strings.Cut(long, "=")
	if !ok || long == "" {
		return fmt.Errorf("--sbatch %q: want a long option of sbatch, such as --sbatch=--exclusive", option)
	}
	for taken, why := range takenOptions {
		if strings.HasPrefix(taken, long) { // sbatch takes the beginnings of options, too
			return fmt.Errorf("--sbatch=%s cannot be passed on: %s", option, why)
		}
	}
	return nil
}

// signalLead is how many seconds before the end of its time a task gets a signal. The scheduler may
// do so a minute earlier.
const signalLead = 60

// parseTaskMemory reads a size as the option --mem of sbatch has it: a number with K, M, G
// or T for powers of 1024, and megabytes without. None, and 0, the memory of a whole
// node, give 0: that is not known here.
func parseTaskMemory(text string) (result.Bytes, error) {
	if text == "" {
		return 0, nil
	}
	const units = "KMGT"
	number, shift := text, 20
	if i := strings.IndexByte(units, text[len(text)-1]&^0x20); i >= 0 {
		number, shift = text[:len(text)-1], 10*(i+1)
	}
	n, err := strconv.ParseUint(number, 10, 63-shift)
	if err != nil {
		return 0, fmt.Errorf("memory of a task %q: want a whole number with K, M, G or T, such as 40G", text)
	}
	return result.Bytes(n << shift), nil
}
