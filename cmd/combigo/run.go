package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/internal/store/run"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/result"
)

func newRunCommand() *cobra.Command {
	return group("run",
		newRunStartCommand(),
		newRunResumeCommand(),
		newRunPlanCommand(),
		newRunReadCommand("run-status", "", runStatus),
		newRunVerifyCommand(),
		newRunReadCommand("run-result", "print the number only", runResult),
		newRunCombineCommand(),
		newRunTaskCommand(),
		newRunSubmitCommand(),
	)
}

// runCommand is a command that works on a run, with the values of its flags.
type runCommand struct {
	*command
	dir      string
	dirs     dirsFlag // of a new run
	disk     memoryFlag
	dryRun   bool
	limits   run.Limits
	options  run.Options // of a new run
	cluster  clusterFlags
	finished atomic.Uint64 // the share of the run that is done, as the bits of a float64
}

// addRunFlags adds the flags of a command that computes.
func (c *runCommand) addRunFlags(memoryDefault string) {
	flags, o := c.Flags(), &c.options
	flags.Var(&c.machine.memory, "memory", "ceiling on memory, with slurm of a task, such as 8GiB (default: "+memoryDefault+")")
	threadsVar(flags, &c.machine.threads, "")
	numberVar(flags, &c.limits.Stages, "max-steps", 0, maxTasks, "number of stages", "stop after `N` stages, of which a column has two (default: no limit)")
	timeVar(flags, &c.limits.Time, "max-time", "begin no further share after this `TIME`, such as 8h or 90m (default: no limit)")
	wordVar(flags, &o.Unlocked, "lock", "HOW", func(s string) (bool, error) {
		word, err := oneOf("flock", "none")(s)
		return word == "none", err
	}, func(unlocked bool) string { return map[bool]string{false: "flock", true: "none"}[unlocked] },
		"`HOW` other programs are kept from the directory: flock (by the system) or none (where the file system has no flock)")
	c.addOutputFlags("print the number only", "text", "json")
	c.cluster.register(c.command, &o.Engine)
}

// dirsFlag is directories with limits, one for each time that the flag is given.
type dirsFlag []run.Dir

func (f *dirsFlag) Set(text string) error {
	d, err := run.ParseDir(text)
	*f = append(*f, d)
	return err
}

func (f *dirsFlag) String() string { return "" }
func (f *dirsFlag) Type() string   { return "DIR[=SIZE]" }

// methodVar adds the flag --method.
func methodVar(flags *pflag.FlagSet, method *run.Method) {
	wordVar(flags, method, "method", "METHOD", func(s string) (run.Method, error) {
		if s == "auto" {
			return "", nil
		}
		word, err := oneOf("auto", string(run.Exact), string(run.Modulo))(s)
		return run.Method(word), err
	}, func(m run.Method) string { return cmp.Or(string(m), "auto") },
		"exact (all residues of the vector at once), modulo (one residue after the other, on less disk), or auto (exact if the disk has the room)")
}

func newRunStartCommand() *cobra.Command {
	c := &runCommand{options: run.Options{}, command: newCommand("run-start")}
	c.Flags().Var(&c.dirs, "dir", "directory of the run, new or empty; several, on disks of their own, share the files, each within its limit, such as --dir A --dir /dev/shm/b=8GiB")
	methodVar(c.Flags(), &c.options.Method)
	c.Flags().Var(value[[]int]{&c.options.Primes, "LIST", run.ParsePrimes, run.FormatPrimes}, "primes",
		"method modulo: only the residues modulo these primes of the engine's list, such as 3-5 or 1,4,7 (default: as many as the number needs, and the spare one)")
	c.Flags().Var(&c.disk, "disk", "ceiling on disk, such as 60GiB (default: what the file system has free)")
	c.Flags().BoolVar(&c.dryRun, "dry-run", false, "print the estimate, and do nothing")
	c.addRunFlags("that of the machine")
	return c.answerWith(func() (*view.Answer, error) {
		size, err := parseBoard(c.args)
		if err != nil {
			return nil, err
		}
		if len(c.dirs) == 0 {
			return nil, errors.New("--dir is missing: want the directory that the run will live in")
		}
		o := &c.options
		if c.given("primes") && o.Method == run.Exact {
			return nil, fmt.Errorf("--primes is for --method %s only", run.Modulo)
		}
		c.dir, o.Limit, o.More = c.dirs[0].Name, c.dirs[0].Limit, c.dirs[1:]
		o.Threads, o.Memory, o.Disk = c.machine.threads, c.machine.memory.size, c.disk.size
		if err := c.cluster.check(c.command, o.Engine); err != nil {
			return nil, err
		}
		if o.Engine == run.Slurm {
			if o.Cluster, err = c.cluster.changed(c.command, nil); err != nil {
				return nil, err
			}
		}
		return c.start(size)
	})
}

func (c *runCommand) start(size board.Size) (*view.Answer, error) {
	slurm := c.options.Engine == run.Slurm
	c.options.Elsewhere = slurm && c.dryRun
	plan, err := run.NewPlan(storage.OS, c.dir, size, c.options)
	if err == nil && !c.dryRun { // whether Slurm is here or not
		err = plan.Refusal()
	}
	if err != nil {
		return nil, c.refuse(err)
	}
	// What is shorter than a measurement is begun at once. With Slurm other machines do the work,
	// and another disk may have the directory.
	const measureFrom = time.Second
	if !slurm && (c.dryRun || plan.Time >= measureFrom) {
		plan.Measure(storage.OS)
	}
	if c.dryRun {
		return c.dryStart(plan)
	}
	if slurm {
		if err := run.SlurmIsHere(); err != nil {
			return nil, fmt.Errorf("--engine slurm: %w", err)
		}
	}
	r, err := plan.Start(storage.OS)
	if err != nil {
		return nil, c.refuse(err)
	}
	if err := view.Plan(plan).Text(c.ErrOrStderr(), terminalStyle(c.ErrOrStderr())); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return c.goOn(r)
}

// dryStart shows an estimate, and what would be submitted. A refusal is exit status 2.
func (c *runCommand) dryStart(p *run.Plan) (*view.Answer, error) {
	switch {
	case p.Refusal() != nil:
		return view.DryRun(p, nil), exitError{exitUsage, nil}
	case p.Engine != run.Slurm:
		return view.DryRun(p, nil), nil
	}
	return viewOf(func(s *run.Submission) *view.Answer { return view.DryRun(p, s) })(p.Submission(storage.OS))
}

// refuse names the flag that led to an error before the start.
func (c *runCommand) refuse(err error) error {
	var disk *run.DiskError
	switch {
	case errors.As(err, &disk) && disk.Given:
		return fmt.Errorf("--disk %s: %w", c.disk.text, err)
	case errors.Is(err, storage.ErrNoLocks):
		return fmt.Errorf("%w; fix: --lock none leaves it to you that only one program works there", err)
	}
	return err
}

func newRunResumeCommand() *cobra.Command {
	c, recompute := &runCommand{command: newCommand("run-resume")}, ""
	c.Args = oneDirectory
	c.addRunFlags("as before")
	flags := c.Flags()
	for _, name := range []string{"engine", "tasks"} {
		flag := flags.Lookup(name)
		usage, _, _ := strings.Cut(flag.Usage, " (default")
		flag.Usage, flag.DefValue = usage+" (default: as before)", ""
	}
	flags.StringVar(&recompute, "recompute", "", "number `N` of a chain whose files are damaged, or whose residue is wrong, or all")
	return c.answerWith(func() (*view.Answer, error) {
		c.dir = c.args[0]
		r, err := run.OpenLocked(storage.OS, c.dir, run.Options{Threads: c.machine.threads, Unlocked: c.options.Unlocked})
		if err != nil {
			return nil, c.refuse(err)
		}
		if err = c.changeSettings(r); err == nil && recompute != "" {
			if err = c.recompute(r, recompute); err != nil {
				err = fmt.Errorf("--recompute %s: %w", recompute, err)
			}
		}
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
		return c.goOn(r)
	})
}

// changeSettings changes those of a run that is resumed; not while jobs of it are in the queue.
func (c *runCommand) changeSettings(r *run.Run) error {
	s := r.Settings()
	if err := c.settings(&s); err != nil || reflect.DeepEqual(s, r.Settings()) {
		return err
	}
	if r.Settings().Engine == run.Slurm {
		var err error
		here := run.SlurmIsHere()
		switch {
		case here == nil:
			err = r.Idle(c.Context(), run.SlurmCommands)
		case s.Engine == run.Slurm:
			err = here
		default:
			c.PrintErrf("run resume: %v; none of its jobs may be in the queue elsewhere\n", here)
		}
		if err != nil {
			return err
		}
	}
	if err := r.Change(s); err != nil {
		return c.refuse(err)
	}
	return nil
}

// settings changes those of a run as the flags say.
func (c *runCommand) settings(s *run.Settings) (err error) {
	if c.given("engine") {
		s.Engine = c.options.Engine
	}
	if err := c.cluster.check(c.command, s.Engine); err != nil {
		return err
	}
	if c.given("memory") {
		s.Memory = c.machine.memory.size
	}
	if s.Engine == run.Slurm {
		s.Cluster, err = c.cluster.changed(c.command, s.Cluster)
	}
	return err
}

// submit hands what is missing to the scheduler, and says so.
func (c *runCommand) submit(r *run.Run) (*view.Answer, error) {
	jobs, err := r.Submit(c.Context(), run.SlurmCommands)
	if err != nil {
		return nil, exitError{exitInternal, err}
	}
	if jobs == 0 {
		return runResult(c.command, r)
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s submitted; squeue shows them, combigo run status how far they have come\n", view.Plural(jobs, "job"))
	return nil, err
}

// recompute makes a run compute chains again, or from the last sound stage, and says which; not
// while jobs of a cluster read what they have left.
func (c *runCommand) recompute(r *run.Run, chain string) error {
	if r.Settings().Engine == run.Slurm {
		if err := r.Idle(c.Context(), run.SlurmCommands); err != nil {
			return err
		}
	}
	if chain == "all" {
		return r.RecomputeAll()
	}
	i, err := strconv.Atoi(chain)
	if err != nil {
		return errors.New("want the number of a chain, or all")
	}
	w, err := r.Recompute(c.Context(), i, c.startWork("verify %s", r.Size()).Progress)
	c.bar.finish()
	if err == nil {
		c.PrintErrf("run resume: %s\n", view.OneLine(w.String()))
	}
	return err
}

// goOn computes, or leaves that to the scheduler of a cluster. The answer is the number, or how far
// the run has come if a limit ended the work.
func (c *runCommand) goOn(r *run.Run) (answer *view.Answer, err error) {
	defer func() { err = errors.Join(err, r.Close()) }()
	if r.Settings().Engine == run.Slurm {
		return c.submit(r)
	}
	debug.SetGCPercent(collectorPercent)
	c.setResumeHint(func() string {
		done := ""
		if share := math.Float64frombits(c.finished.Load()); share > 0 {
			done = fmt.Sprintf(", %.3g %% done", 100*share)
		}
		return fmt.Sprintf("%s; combigo run resume %s goes on", done, c.dir)
	})
	var began sync.Once
	progress := c.progress("run %s", r.Size()) // the run keeps its own ceiling
	err = r.Advance(c.Context(), c.limits, func(share float64) {
		c.finished.Store(math.Float64bits(share))
		began.Do(func() { c.bar.resumed(share) })
		progress(share)
	})
	c.bar.finish()
	var memory *result.MemoryError
	switch {
	case errors.As(err, &memory): // before anything is computed
		return nil, err
	case errors.Is(err, run.ErrLimit) && c.out.quiet:
		return nil, nil // there is no number yet
	case errors.Is(err, run.ErrLimit):
		return runStatus(c.command, r)
	case errors.Is(err, context.Canceled):
		return nil, err
	case err != nil:
		return nil, exitError{exitInternal, err}
	}
	return runResult(c.command, r)
}

// newRunReadCommand is a command that reads the directory of a run, in which other programs may
// work.
func newRunReadCommand(name, quiet string, read func(c *command, r *run.Run) (*view.Answer, error)) *cobra.Command {
	c := newCommand(name)
	c.Args = oneDirectory
	c.addOutputFlags(quiet, "text", "json")
	return c.answerWith(func() (*view.Answer, error) {
		r, err := run.Open(storage.OS, c.args[0], run.Options{})
		if err != nil {
			return nil, err
		}
		return read(c, r)
	})
}

func runStatus(c *command, r *run.Run) (*view.Answer, error) {
	const patience = 10 * time.Second // with the queue of the scheduler
	s, err := r.Status()
	if err != nil {
		return nil, err
	}
	if r.Settings().Engine == run.Slurm && run.SlurmIsHere() == nil {
		ctx, cancel := context.WithTimeout(c.Context(), patience)
		s.Jobs, _ = r.Jobs(ctx, run.SlurmCommands) // without an answer the status is that of the files
		cancel()
	}
	if s.Fault != nil {
		err = exitError{exitInternal, nil}
	}
	return view.RunStatus(s), err
}

// newRunVerifyCommand reads the files of a run, or value files that runs have left.
func newRunVerifyCommand() *cobra.Command {
	c := newCommand("run-verify")
	c.Args = cobra.ArbitraryArgs
	c.check(func() error {
		if len(c.args) == 0 {
			return errors.New("no argument is given: want the directory of a run, or value files")
		}
		return nil
	})
	c.addOutputFlags("", "text", "json")
	return c.answerWith(func() (*view.Answer, error) {
		if info, err := os.Stat(c.args[0]); len(c.args) > 1 || filepath.Ext(c.args[0]) == ".value" || err == nil && !info.IsDir() {
			values, err := count.ReadValues(c.args...)
			if err != nil {
				return nil, err
			}
			return c.showValues(values)
		}
		r, err := run.Open(storage.OS, c.args[0], run.Options{})
		if err != nil {
			return nil, err
		}
		v, err := r.Verify(c.Context(), c.startWork("verify %s", r.Size()).Progress)
		if err != nil {
			return nil, err
		}
		if len(v.Faults) > 0 {
			err = exitError{exitInternal, nil}
		}
		return view.Verification(v), err
	})
}

// showValues checks value files, each by itself.
func (c *command) showValues(values []*count.Value) (*view.Answer, error) {
	if err := count.CheckValues(c.Context(), values, c.limits()); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(values, func(v *count.Value) bool { return v.Fault != nil }) {
		return view.Values(values), exitError{exitInternal, nil}
	}
	return view.Values(values), nil
}

func newRunCombineCommand() *cobra.Command {
	c := newCommand("run-combine")
	c.Args = cobra.ArbitraryArgs
	c.check(func() error {
		if len(c.args) == 0 {
			return errors.New("no argument is given: want value files of runs")
		}
		return nil
	})
	c.addOutputFlags("print the number only", "text", "json")
	return c.answerWith(func() (*view.Answer, error) {
		values, err := count.ReadValues(c.args...)
		if err != nil {
			return nil, err
		}
		return viewOf(view.Result)(count.Combine(c.Context(), values, c.limits()))
	})
}

func runResult(c *command, r *run.Run) (*view.Answer, error) {
	found, values, err := count.OfRun(c.Context(), r.Dir())
	switch {
	case errors.As(err, new(*result.InternalError)):
		return nil, exitError{exitInternal, err}
	case err != nil:
		return nil, err
	case found == nil: // some of the residues that the number takes
		return c.showValues(values)
	}
	return view.Result(found), nil
}

func newRunPlanCommand() *cobra.Command {
	c := newCommand("run-plan")
	site := run.Site{Nodes: 1, Cores: runtime.NumCPU()}
	var disks disksFlag
	speed := result.Bytes(500e6)
	var method run.Method
	var all bool
	flags := c.Flags()
	numberVar(flags, &site.Nodes, "nodes", 1, maxTasks, "number of nodes", "`N` nodes")
	numberVar(flags, &site.Cores, "cores", 1, maxThreads, "number of cores", "`N` cores of a node (default: those of this machine)")
	flags.Lookup("cores").DefValue = ""
	flags.Var(&c.machine.memory, "memory", "memory of a node, such as 512GiB (default: that of this machine)")
	flags.Var(&disks, "disk", "disk that all nodes share, such as 12TiB, or 8TiB@500MB/s with a speed of its own; several, given one by one, share the files (default: enough)")
	wordVar(flags, &speed, "disk-speed", "SPEED", parseSpeed, func(s result.Bytes) string { return "500MB/s" }, "`SPEED` at which all nodes together read and write it, such as 3GB/s")
	timeVar(flags, &site.TimeLimit, "time-limit", "longest `TIME` of a job, such as 24h (default: no limit)")
	methodVar(flags, &method)
	flags.BoolVar(&all, "all", false, "list all ways to cut the work")
	c.addOutputFlags("", "text", "json")
	return c.answerWith(func() (*view.Answer, error) {
		size, err := parseBoard(c.args)
		if err != nil {
			return nil, err
		}
		site.Memory = cmp.Or(c.machine.memory.size, memory.Available())
		if len(disks) == 0 {
			disks = disksFlag{{}}
		}
		if c.given("disk-speed") && !slices.ContainsFunc(disks, func(d run.Portion) bool { return d.Speed.Bytes == 0 }) {
			return nil, errors.New("--disk-speed: each --disk has a speed of its own: want one of the two")
		}
		for _, d := range disks {
			d.Speed.Bytes = cmp.Or(d.Speed.Bytes, speed)
			site.Disks = append(site.Disks, &d)
		}
		if site.Memory == 0 {
			return nil, errors.New("the memory of this machine is not known: want --memory, such as 512GiB")
		}
		ways, err := run.PlanWays(size, method, site)
		if err != nil {
			return nil, err
		}
		if ways.Cheapest == nil {
			err = exitError{exitUsage, nil}
		}
		return view.Ways(ways, all), err
	})
}

// disksFlag is disks with their speeds, one for each time that the flag is given. A speed of 0 is
// that of --disk-speed.
type disksFlag []run.Portion

func (f *disksFlag) Set(text string) (err error) {
	var d run.Portion
	size, speed, has := strings.Cut(text, "@")
	if d.Room, err = result.ParseBytes(size); err == nil && has {
		d.Speed.Bytes, err = parseSpeed(speed)
	}
	*f = append(*f, d)
	return err
}

func (f *disksFlag) String() string { return "" }
func (f *disksFlag) Type() string   { return "SIZE[@SPEED]" }

// parseSpeed reads a size with a unit, with /s after it or not.
func parseSpeed(text string) (result.Bytes, error) {
	size := strings.TrimSuffix(text, "/s")
	n, err := result.ParseBytes(size)
	if err != nil || strings.Trim(size, "0123456789. ") == "" {
		return 0, errors.New("want bytes a second, such as 3GB/s")
	}
	return n, nil
}

// clusterFlags holds the values of the flags of a run on a cluster.
type clusterFlags struct {
	given  run.Cluster // what the flags say
	prolog string
}

const (
	tasksDefault = 16
	maxTasks     = 1 << 20 // far more than any scheduler takes
)

func (f *clusterFlags) register(c *command, engine *run.Engine) {
	flags, given := c.Flags(), &f.given
	*engine = run.Disk
	enumVar(flags, engine, "engine", "ENGINE", "`ENGINE` of the run: disk (this machine) or slurm (job arrays on a cluster, see docs/cluster.md)", run.Disk, run.Slurm)
	numberVar(flags, &given.Tasks, "tasks", 1, maxTasks, "number of tasks", fmt.Sprintf("slurm: at most `N` tasks of a stage; each takes --threads processors (default: %d)", tasksDefault))
	flags.StringArrayVar(&given.Extra, "sbatch", nil, "slurm: an `OPTION` of sbatch, such as --sbatch=--partition=long, --sbatch=--account=mine or --sbatch=--time=4:00:00; may be repeated")
	flags.StringVar(&given.Program, "program", "", "slurm: `PATH` of this program on the nodes (default: that of the one you call)")
	flags.StringVar(&f.prolog, "prolog", "", "slurm: `FILE` of shell commands, such as module load, that a job runs before the program")
}

// check refuses flags that the engine has no use for.
func (f *clusterFlags) check(c *command, engine run.Engine) error {
	names, why := []string{"program", "prolog", "sbatch", "tasks"}, "is for --engine slurm only"
	if engine == run.Slurm {
		names, why = []string{"max-steps", "max-time"}, "is not for --engine slurm, whose scheduler has limits of its own"
	}
	for _, name := range names {
		if c.given(name) {
			return fmt.Errorf("--%s %s", name, why)
		}
	}
	return nil
}

// changed puts what is given in place of what was, if anything was.
func (f *clusterFlags) changed(c *command, was *run.Cluster) (*run.Cluster, error) {
	now := run.Cluster{Tasks: tasksDefault, CPUs: 1}
	if was != nil {
		now = *was
	}
	if c.given("threads") {
		now.CPUs = c.machine.threads
	}
	now.Tasks = cmp.Or(f.given.Tasks, now.Tasks)
	if c.given("sbatch") {
		now.Extra = f.given.Extra
	}
	program, err := os.Executable()
	if err != nil {
		program = "combigo"
	}
	now.Program = cmp.Or(f.given.Program, program)
	if c.given("prolog") {
		text, err := os.ReadFile(f.prolog)
		if err != nil {
			return nil, fmt.Errorf("--prolog: %w", err)
		}
		now.Prolog = string(text)
	}
	if err := now.Check(); err != nil {
		return nil, fmt.Errorf("--sbatch %w", err)
	}
	return &now, nil
}

var oneDirectory = oneArgument("the directory of a run")

// collectorPercent bounds the garbage next to the tables of a run, which are counted in its memory:
// a collection costs next to nothing, since the buffers are none of its business.
const collectorPercent = 25

// exitAgain is the status of a task that was interrupted, and has finished some of its shares: the
// scripts of the jobs know it.
const exitAgain = 75

// newJobCommand is a command that the jobs of a cluster call.
func newJobCommand(name string, work func(*command, *run.Run) error) *command {
	c := newCommand(name)
	c.Hidden, c.Args = true, oneDirectory
	threadsVar(c.Flags(), &c.machine.threads, "")
	c.answerWith(func() (*view.Answer, error) {
		r, err := run.Open(storage.OS, c.args[0], run.Options{Threads: c.machine.threads})
		if err != nil {
			return nil, err
		}
		err = errors.Join(work(c, r), r.Close())
		switch {
		case err == nil:
			return nil, nil
		case errors.Is(err, run.ErrAgain):
			return nil, exitError{exitAgain, err}
		}
		return nil, exitError{exitInternal, err}
	})
	return c
}

func newRunTaskCommand() *cobra.Command {
	var chain, stage, task, tasks int
	c := newJobCommand("run-task", func(c *command, r *run.Run) error {
		debug.SetGCPercent(collectorPercent)
		ctx, stop := signal.NotifyContext(c.Context(), syscall.SIGTERM) // which the scripts of the jobs send
		defer stop()
		return r.Task(ctx, chain, stage, task, tasks)
	})
	for name, to := range map[string]*int{"chain": &chain, "stage": &stage, "task": &task, "tasks": &tasks} {
		c.Flags().IntVar(to, name, 0, "number of the "+name)
	}
	return c.Command
}

func newRunSubmitCommand() *cobra.Command {
	return newJobCommand("run-submit", func(c *command, r *run.Run) error {
		jobs, err := r.SubmitNext(c.Context(), run.SlurmCommands)
		fmt.Fprintf(c.OutOrStdout(), "%s submitted\n", view.Plural(jobs, "job"))
		return err
	}).Command
}
