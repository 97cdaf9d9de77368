package run

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
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
	Extra     []string `json:"extra,omitempty"`   // further options of sbatch
	Modules   []string `json:"modules,omitempty"` // that a job loads before the program
	Prolog    string   `json:"prolog,omitempty"`  // shell commands of a job before the program
}

// Check returns an error if a field makes no sense.
func (c *Cluster) Check() error {
	if c.Tasks < 0 || c.AtOnce < 0 || c.CPUs < 0 || c.Ahead < 0 {
		return errors.New("--tasks, --tasks-at-once, --threads, --ahead: want no negative numbers")
	}
	for _, module := range c.Modules {
		if module == "" || strings.ContainsFunc(module, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("'\"\\$`;&|<>()", r) }) {
			return fmt.Errorf("--module %q: want the name of a module, such as gcc/13", module)
		}
	}
	for _, option := range c.Extra {
		if !strings.HasPrefix(option, "--") || option == "--" {
			return fmt.Errorf("--sbatch %q: want a long option of sbatch, such as --sbatch=--exclusive", option)
		}
	}
	return nil
}

// signalLead is how many seconds before the end of its time a task gets a signal. The scheduler may
// do so a minute earlier.
const signalLead = 60
