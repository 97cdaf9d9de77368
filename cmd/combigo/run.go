package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
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
	)
}

// runCommand is a command that works on a run, with the values of its flags.
type runCommand struct {
	*command
	dir      string
	dirs     []run.Dir // of a new run
	dryRun   bool
	limits   run.Limits
	options  run.Options
	engine   run.Executor
	cluster  run.Cluster   // for Slurm
	prolog   string        // the name of its file
	finished atomic.Uint64 // the share of the run that is done, as the bits of a float64
}

const (
	tasksDefault = 16
	maxTasks     = 1 << 20 // far more than any scheduler takes
)

// addRunFlags adds the flags of a command that computes.
func (c *runCommand) addRunFlags() {
	flags, cluster := c.Flags(), &c.cluster
	flags.Var(&c.machine.memory, "memory", "ceiling on memory, with slurm of a task, such as 8GiB (default: that of the machine)")
	threadsVar(flags, &c.machine.threads, "")
	numberVar(flags, &c.limits.Stages, "max-steps", 0, maxTasks, "number of stages", "stop after `N` stages, of which a column has two (default: no limit)")
	timeVar(flags, &c.limits.Time, "max-time", "begin no further share after this `TIME`, such as 8h or 90m (default: no limit)")
	c.addOutputFlags("print the number only", "text", "json")
	c.engine = run.Disk
	enumVar(flags, &c.engine, "engine", "ENGINE", "`ENGINE` of the run: disk (this program) or slurm (a job array on a cluster, see docs/cluster.md)", run.Disk, run.Slurm)
	cluster.Tasks = tasksDefault
	numberVar(flags, &cluster.Tasks, "tasks", 1, maxTasks, "number of tasks", "slurm: `N` tasks, each with --threads processors")
	flags.StringArrayVar(&cluster.Extra, "sbatch", nil, "slurm: an `OPTION` of sbatch, such as --sbatch=--partition=long, --sbatch=--account=mine or --sbatch=--time=4:00:00; may be repeated")
	flags.StringVar(&cluster.Program, "program", "", "slurm: `PATH` of this program on the nodes (default: the path of the program that you call)")
	flags.StringVar(&c.prolog, "prolog", "", "slurm: `FILE` of shell commands, such as module load, that a task runs before the program")
}

// readFlags checks the flags of a command that computes.
func (c *runCommand) readFlags() error {
	names, why, o := []string{"program", "prolog", "sbatch", "tasks"}, "is for --engine slurm only", &c.options
	o.Threads, o.Memory = c.machine.threads, c.machine.memory.size
	if c.engine == run.Slurm {
		names, why = []string{"max-steps", "max-time", "part"}, "is not for --engine slurm, whose scheduler has limits of its own"
	}
	for _, name := range names {
		if c.given(name) {
			return fmt.Errorf("--%s %s", name, why)
		}
	}
	if c.engine != run.Slurm {
		return nil
	}
	o.Threads = max(1, o.Threads)
	o.Tasks, c.cluster.Threads, c.cluster.Memory = c.cluster.Tasks, o.Threads, o.Memory
	if c.cluster.Program == "" {
		program, err := os.Executable()
		if err != nil {
			return err
		}
		c.cluster.Program = program
	}
	if c.prolog != "" {
		text, err := os.ReadFile(c.prolog)
		if err != nil {
			return fmt.Errorf("--prolog: %w", err)
		}
		c.cluster.Prolog = string(text)
	}
	if err := c.cluster.Check(); err != nil {
		return fmt.Errorf("--sbatch %w", err)
	}
	return nil
}

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
	c := &runCommand{command: newCommand("run-start")}
	c.Flags().Var(eachVar(&c.dirs, "DIR[=SIZE]", run.ParseDir), "dir", "directory of the run, new or empty, with a limit on the files or not, such as l15=30GiB; several, on disks of their own, share the files: --dir A --dir /dev/shm/b=8GiB")
	methodVar(c.Flags(), &c.options.Method)
	c.Flags().Var(value[[]int]{&c.options.Primes, "LIST", run.ParsePrimes, run.FormatPrimes}, "primes",
		"method modulo: only the residues modulo these primes of the engine's list, such as 3-5 or 1,4,7 (default: as many as the number needs, and the spare one)")
	c.Flags().BoolVar(&c.dryRun, "dry-run", false, "print the estimate, and do nothing")
	c.addRunFlags()
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
		if err := c.readFlags(); err != nil {
			return nil, err
		}
		return c.start(size)
	})
}

func (c *runCommand) start(size board.Size) (*view.Answer, error) {
	slurm := c.engine == run.Slurm
	c.options.Elsewhere = slurm && c.dryRun
	plan, err := run.NewPlan(storage.OS, c.dir, size, c.options)
	if err == nil && !c.dryRun { // whether Slurm is here or not
		err = plan.Refusal()
	}
	if err != nil {
		return nil, err
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
		return nil, err
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
		return view.DryRun(p, ""), exitError{exitUsage, nil}
	case c.engine != run.Slurm:
		return view.DryRun(p, ""), nil
	}
	return viewOf(func(script string) *view.Answer { return view.DryRun(p, script) })(p.Script(storage.OS, &c.cluster))
}

func newRunResumeCommand() *cobra.Command {
	c, recompute := &runCommand{command: newCommand("run-resume")}, ""
	c.Args = oneDirectory
	c.addRunFlags()
	c.Flags().Var(value[run.Part]{&c.options.Part, "I/N", run.ParsePart, nil}, "part", "one of N programs that work in the directory at the same time, on any machines: number I (default: the only one)")
	c.flagRules(atMostOne("part", "recompute"))
	c.Flags().StringVar(&recompute, "recompute", "", "number `N` of a chain whose files are damaged, or whose residue is wrong, or all")
	return c.answerWith(func() (*view.Answer, error) {
		if err := c.readFlags(); err != nil {
			return nil, err
		}
		c.dir = c.args[0]
		if c.engine == run.Slurm && recompute == "" {
			c.options.Part = run.Part{Of: maxTasks} // tasks may be at work
		}
		r, err := run.OpenLocked(storage.OS, c.dir, c.options)
		if err != nil {
			return nil, err
		}
		if recompute != "" {
			if err = c.recompute(r, recompute); err != nil {
				return nil, errors.Join(fmt.Errorf("--recompute %s: %w", recompute, err), r.Close())
			}
		}
		return c.goOn(r)
	})
}

// recompute takes a chain back to its last sound stage, and says which that is, or lets all chains
// begin again.
func (c *runCommand) recompute(r *run.Run, chain string) error {
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

// submit hands the work to the scheduler, and says so.
func (c *runCommand) submit(r *run.Run) (*view.Answer, error) {
	printed, err := r.Submit(c.Context(), &c.cluster, run.SlurmCommands)
	if err != nil {
		return nil, exitError{exitInternal, err}
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s; combigo run status shows how far the tasks have come\n", strings.TrimSpace(printed))
	return nil, err
}

// goOn computes, or leaves that to the scheduler of a cluster. The answer is the number, or how far
// the run has come if a limit ended the work.
func (c *runCommand) goOn(r *run.Run) (answer *view.Answer, err error) {
	defer func() { err = errors.Join(err, r.Close()) }()
	if c.engine == run.Slurm {
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
	if s.Engine == run.Slurm && run.SlurmIsHere() == nil {
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
	c.Args = someArguments("the directory of a run, or value files")
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
	c.Args = someArguments("value files of runs")
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
	var disks []*run.Portion
	var method run.Method
	var all bool
	flags := c.Flags()
	numberVar(flags, &site.Nodes, "nodes", 1, maxTasks, "number of nodes", "`N` nodes")
	numberVar(flags, &site.Cores, "cores", 1, maxThreads, "number of cores", "`N` cores of a node (default: those of this machine)")
	flags.Lookup("cores").DefValue = ""
	flags.Var(&c.machine.memory, "memory", "memory of a node, such as 512GiB (default: that of this machine)")
	flags.Var(eachVar(&disks, "SIZE[@SPEED]", parseDisk), "disk", "disk that all nodes share, and the speed at which they read and write it together, such as 12TiB@3GB/s, 12TiB or @3GB/s; several, given one by one, share the files (default: enough, at 500MB/s)")
	timeVar(flags, &site.TimeLimit, "time-limit", "longest `TIME` of a job, such as 24h (default: no limit)")
	methodVar(flags, &method)
	flags.BoolVar(&all, "all", false, "list all ways to split the work")
	c.addOutputFlags("", "text", "json")
	return c.answerWith(func() (*view.Answer, error) {
		size, err := parseBoard(c.args)
		if err != nil {
			return nil, err
		}
		site.Memory = cmp.Or(c.machine.memory.size, memory.Available())
		if site.Disks = disks; len(disks) == 0 {
			site.Disks = []*run.Portion{{Speed: run.DiskSpeed{Bytes: speedDefault}}}
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

// speedDefault is that of a plain solid-state disk.
const speedDefault = result.Bytes(500e6)

// parseDisk reads the size of a disk, its speed, or both.
func parseDisk(text string) (*run.Portion, error) {
	d := &run.Portion{Speed: run.DiskSpeed{Bytes: speedDefault}}
	size, speed, has := strings.Cut(text, "@")
	var err error
	if size != "" || !has {
		d.Room, err = result.ParseBytes(size)
	}
	if err == nil && has {
		d.Speed.Bytes, err = parseSpeed(speed)
	}
	return d, err
}

// parseSpeed reads a size with a unit, with /s after it or not.
func parseSpeed(text string) (result.Bytes, error) {
	size := strings.TrimSuffix(text, "/s")
	n, err := result.ParseBytes(size)
	if err != nil || strings.Trim(size, "0123456789. ") == "" {
		return 0, errors.New("want bytes a second, such as 3GB/s")
	}
	return n, nil
}

var oneDirectory = oneArgument("the directory of a run")

// collectorPercent bounds the garbage next to the tables of a run, which are counted in its memory:
// a collection costs next to nothing, since the buffers are none of its business.
const collectorPercent = 25
