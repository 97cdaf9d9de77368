package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/run"
	"combigo.dev/combigo/internal/storage"
	"combigo.dev/combigo/result"
)

// runFlags is what the subcommands of run are told.
type runFlags struct {
	dir       string
	threads   int
	memory    memoryFlag
	disk      memoryFlag
	maxSteps  int
	maxTime   time.Duration
	recompute string
	locking   storage.Locking
	spare     run.Spare
	method    run.Method
	cluster   clusterFlags
	out       output
	done      atomic.Uint64 // the share of the run, as the bits of a float64
}

// registerMethod adds the flag --method.
func registerMethod(flags *pflag.FlagSet, method *run.Method) {
	wordVar(flags, method, "method", "METHOD", func(s string) (run.Method, error) {
		if s == "auto" {
			return "", nil
		}
		word, err := oneOf("auto", string(run.Halves), string(run.Exact), string(run.Modulo))(s)
		return run.Method(word), err
	}, func(m run.Method) string { return cmp.Or(string(m), "auto") },
		"exact (all residues of the vector at once), modulo (one residue after the other, on less disk), or halves and auto (exact if the disk has the room)")
}

func registerSpare(flags *pflag.FlagSet, spare *run.Spare) {
	*spare = run.SpareIfNew
	enumVar(flags, spare, "spare", "WHEN", "whether one residue more than needed is a check: yes, no or auto (with method exact yes if no number is published to compare with, with method modulo always)",
		run.SpareIfNew, run.SpareYes, run.SpareNo)
}

func (f *runFlags) registerWork(command *cobra.Command) {
	flags := command.Flags()
	numberVar(flags, &f.threads, "threads", 1, maxThreads, "number of threads", "number of threads (default: one for each processor)")
	numberVar(flags, &f.maxSteps, "max-steps", 0, maxTasks, "number of stages", "stop after `N` stages, of which a column has two (default: no limit)")
	timeVar(flags, &f.maxTime, "max-time", "begin no further share after this `TIME`, such as 8h or 90m (default: no limit)")
	f.locking = storage.Flock
	enumVar(flags, &f.locking, "lock", "HOW", "`HOW` other programs are kept from the directory: flock (by the system), file (by the file "+storage.OwnerName+", where the file system has no flock) or none", storage.Flock, storage.Owner, storage.Unlocked)
	f.out.register(command, "print the number only", "text", "json")
}

var oneDirectory = oneArgument("the directory of a run")

// collectorPercent bounds the garbage beside the tables of a run, which are counted in its memory:
// a collection costs next to nothing, since the buffers are none of its business.
const collectorPercent = 25

func (f *runFlags) printResult(command *cobra.Command, r *run.Run) error {
	answer, err := r.Answer()
	if err != nil {
		return err
	}
	res, err := count.Finish(command.Context(), r.Size(), answer)
	if wrong := (*result.InternalError)(nil); errors.As(err, &wrong) {
		return exitError{exitInternal, r.WrongResidue(err, count.Suspect(r.Size(), answer))}
	}
	if err != nil {
		return err
	}
	return writeResult(command, &f.out, res, res)
}

// clusterFlags is what a run on a cluster is told besides.
type clusterFlags struct {
	engine run.Engine
	given  run.Cluster                   // what the flags say; Prolog is the name of the file
	take   map[string]func(*run.Cluster) // what each flag changes, which only Slurm has a use for
}

const (
	tasksDefault = 16
	maxTasks     = 1 << 20 // far more than any scheduler takes
)

func newClusterFlags() clusterFlags {
	return clusterFlags{engine: run.Disk}
}

func (f *clusterFlags) register(command *cobra.Command) {
	flags, given := command.Flags(), &f.given
	enumVar(flags, &f.engine, "engine", "ENGINE", "`ENGINE` of the run: disk (this machine) or slurm (job arrays on a cluster, see docs/cluster.md)", run.Disk, run.Slurm)
	numberVar(flags, &given.Tasks, "tasks", 1, maxTasks, "number of tasks", fmt.Sprintf("slurm: at most `N` tasks of a stage; each takes --threads processors (default: %d)", tasksDefault))
	numberVar(flags, &given.AtOnce, "tasks-at-once", 0, maxTasks, "number of tasks", "slurm: at most `N` tasks of an array at the same time, 0 for any number")
	numberVar(flags, &given.Ahead, "ahead", 0, maxTasks, "number of stages", "slurm: submit at most `N` stages at once (default, and 0: as many as the queue of the site takes); a job submits the next ones")
	flags.StringVar(&given.Partition, "partition", "", "slurm: `NAME` of the partition")
	flags.StringVar(&given.Account, "account", "", "slurm: `NAME` of the account")
	flags.StringVar(&given.Time, "task-time", "", "slurm: limit on the `TIME` of a task, such as 4:00:00")
	flags.StringVar(&given.Memory, "task-memory", "", "slurm: `SIZE` of the memory of a task, such as 40G, in units of sbatch")
	flags.StringArrayVar(&given.Extra, "sbatch", nil, "slurm: a further `OPTION` of sbatch, such as --sbatch=--exclusive; may be repeated")
	flags.StringVar(&given.Program, "program", "", "slurm: `PATH` of this program on the nodes (default: that of the one you call)")
	flags.StringArrayVar(&given.Modules, "module", nil, "slurm: `NAME` of a module that a job loads first; may be repeated")
	flags.StringVar(&given.Prolog, "prolog", "", "slurm: `FILE` of shell commands that a job runs before the program")
	f.take = map[string]func(*run.Cluster){
		"tasks": func(c *run.Cluster) { c.Tasks = given.Tasks }, "tasks-at-once": func(c *run.Cluster) { c.AtOnce = given.AtOnce },
		"ahead":     func(c *run.Cluster) { c.Ahead = given.Ahead },
		"partition": func(c *run.Cluster) { c.Partition = given.Partition }, "account": func(c *run.Cluster) { c.Account = given.Account },
		"task-time": func(c *run.Cluster) { c.Time = given.Time }, "task-memory": func(c *run.Cluster) { c.Memory = given.Memory },
		"sbatch": func(c *run.Cluster) { c.Extra = given.Extra }, "module": func(c *run.Cluster) { c.Modules = given.Modules },
		"program": func(*run.Cluster) {}, "prolog": func(*run.Cluster) {}, // see change
	}
}

// check refuses flags that the engine has no use for.
func (f *clusterFlags) check(command *cobra.Command, engine run.Engine) error {
	names, why := slices.Sorted(maps.Keys(f.take)), "is for --engine slurm only"
	if engine == run.Slurm {
		names, why = []string{"max-steps", "max-time"}, "is not for --engine slurm, whose scheduler has limits of its own"
	}
	for _, name := range names {
		if command.Flags().Changed(name) {
			return fmt.Errorf("--%s %s", name, why)
		}
	}
	return nil
}

// change puts what is given in place of what was.
func (f *clusterFlags) change(command *cobra.Command, threads int, c *run.Cluster) error {
	given := command.Flags().Changed
	if given("threads") {
		c.CPUs = threads
	}
	for name, take := range f.take {
		if given(name) {
			take(c)
		}
	}
	c.Program = cmp.Or(f.given.Program, programPath())
	if given("prolog") {
		text, err := os.ReadFile(f.given.Prolog)
		if err != nil {
			return fmt.Errorf("--prolog: %w", err)
		}
		c.Prolog = string(text)
	}
	return c.Check()
}

// newCluster is what a run on a cluster is told if no flag says anything else.
func newCluster() *run.Cluster { return &run.Cluster{Tasks: tasksDefault, CPUs: 1} }

// programPath is where this program is, for the jobs to run it.
func programPath() string {
	program, err := os.Executable()
	if err != nil {
		return "combigo"
	}
	return program
}
