package run

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
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

// shortOptions are those of them that have a letter, too.
var shortOptions = map[byte]string{
	'W': "wait", 'a': "array", 'd': "dependency", 'J': "job-name", 'o': "output", 'c': "cpus-per-task", 'p': "partition", 'A': "account", 't': "time",
}

// Check returns an error if the scheduler cannot be told so, or is told what would break the run.
func (c *Cluster) Check() error {
	if c.Tasks < 0 || c.AtOnce < 0 || c.CPUs < 0 || c.Ahead < 0 {
		return errors.New("--tasks, --tasks-at-once, --threads, --ahead: want no negative numbers")
	}
	if _, err := parseTaskMemory(c.Memory); err != nil {
		return fmt.Errorf("--task-memory: %w", err)
	}
	if _, err := parseTaskTime(c.Time); err != nil {
		return fmt.Errorf("--task-time: %w", err)
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

func checkExtra(option string) error {
	name := option
	if long, ok := strings.CutPrefix(option, "--"); ok {
		long, _, _ = strings.Cut(long, "=")
		for taken, why := range takenOptions {
			if long != "" && strings.HasPrefix(taken, long) { // sbatch takes the beginnings of options, too
				return fmt.Errorf("--sbatch=%s cannot be passed on: %s", option, why)
			}
		}
		name = long
	} else if short, ok := strings.CutPrefix(option, "-"); ok && short != "" {
		if taken, ok := shortOptions[short[0]]; ok {
			return fmt.Errorf("--sbatch=%s cannot be passed on: %s", option, takenOptions[taken])
		}
		name = short
	} else {
		name = ""
	}
	if name == "" {
		return fmt.Errorf("--sbatch %q: want an option of sbatch, such as --sbatch=--exclusive", option)
	}
	return nil
}

// signalLead is how long before the end of its time a task is told of it. The scheduler may do so a
// minute earlier.
const signalLead = 60 * time.Second

// lead is signalLead, or less where a task has little time.
func (c *Cluster) lead() time.Duration {
	if limit, err := parseTaskTime(c.Time); err == nil && limit > 0 {
		return min(signalLead, limit/4)
	}
	return signalLead
}

// parseTaskTime reads a time as the option --time of sbatch has it: minutes, minutes:seconds,
// hours:minutes:seconds, days-hours, days-hours:minutes or days-hours:minutes:seconds. None, and
// what has no
// limit, give 0.
func parseTaskTime(text string) (time.Duration, error) {
	if text == "" || text == "0" || strings.EqualFold(text, "infinite") || strings.EqualFold(text, "unlimited") {
		return 0, nil
	}
	wrong := fmt.Errorf("time of a task %q: want minutes, hours:minutes:seconds or days-hours, such as 4:00:00", text)
	days, clock, hasDays := strings.Cut(text, "-")
	if !hasDays {
		days, clock = "0", text
	}
	fields := strings.Split(clock, ":")
	units := map[bool][]time.Duration{
		true:  {time.Hour, time.Minute, time.Second},
		false: {time.Minute, time.Second},
	}[hasDays || len(fields) == 3]
	if len(fields) > len(units) {
		return 0, wrong
	}
	n, err := strconv.ParseUint(days, 10, 16)
	total := time.Duration(n) * 24 * time.Hour
	for i, field := range fields {
		one, errField := strconv.ParseUint(field, 10, 24)
		err = errors.Join(err, errField)
		total += time.Duration(one) * units[i]
	}
	if err != nil {
		return 0, wrong
	}
	return total, nil
}

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
