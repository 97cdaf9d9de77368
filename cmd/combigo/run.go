package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/run"
	"combigo.dev/combigo/internal/storage"
	"combigo.dev/combigo/internal/view"
)

func newRunCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "run",
		Short: "Count a large board on disk or on a cluster",
		Long: `Count the legal positions of a board that is too large for the memory of the
machine. The values of all words of the border are kept in files, in residues
modulo 64-bit primes, through half of the columns, and then joined with the
other half of the board.

The directory of a run survives Ctrl-C, a kill, a full disk and a power cut: run
resume goes on from the last file that was finished. Every file has checksums
and says where it belongs; one that was altered, cut or exchanged is refused
with its name, and never gives a wrong number.`,
		Example: `  combigo run start 14 --dir big --memory 2GiB --max-time 8h
  combigo run status big
  combigo run resume big
  combigo run result big`,
		Args: noSuchCommand,
		RunE: help,
	}
	command.AddCommand(
		newRunStartCommand(),
		newRunResumeCommand(),
		newRunPlanCommand(),
		newRunStatusCommand(),
		newRunVerifyCommand(),
		newRunResultCommand(),
		newRunTaskCommand(),
		newRunCollectCommand(),
		newRunSubmitCommand(),
	)
	return command
}

func newRunStartCommand() *cobra.Command {
	f := &runFlags{cluster: newClusterFlags()}
	var dryRun bool
	command := &cobra.Command{
		Use:   "start ROWS [COLS] --dir DIR",
		Short: "Begin a run in a new directory",
		Long: `Begin a run in a new directory, and compute until the end or a limit.

First the time, memory and disk that it takes are estimated and printed on
stderr; what cannot fit is refused, and nothing is written. --dry-run stops
there. For the time, the speed of the disk is measured, with some megabytes that
are removed at once, and what other programs leave of the processors.

The work of a stage is dealt out in shares, as many as the memory asks for. With
method exact all residues of the vector are on the disk at once, and with method
modulo one residue at a time, which takes two to three times as long.`,
		Example: `  combigo run start 9 --dir small
  combigo run start 16 --dir large --disk 60GiB --max-time 23h
  combigo run start 19 --dir huge --dry-run
  combigo run start 17 --dir /shared/l17 --engine slurm \
      --tasks 16 --threads 8 --task-memory 40G --dry-run`,
		RunE: func(command *cobra.Command, args []string) error {
			size, err := oneBoard(args)
			if err != nil {
				return err
			}
			if f.dir == "" {
				return errors.New("--dir is missing: want the directory that the run will live in")
			}
			if err := f.cluster.check(command, f.cluster.engine); err != nil {
				return err
			}
			return f.start(command, size, dryRun)
		},
	}
	flags := command.Flags()
	flags.StringVar(&f.dir, "dir", "", "directory `DIR` of the run, new or empty")
	flags.Var(&f.memory, "memory", "ceiling on memory, such as 8GiB (default: that of the machine)")
	flags.Var(&f.disk, "disk", "ceiling on disk, such as 60GiB (default: what the file system has free)")
	registerMethod(flags, &f.method)
	registerSpare(flags, &f.spare)
	f.registerWork(command)
	f.cluster.register(command)
	flags.BoolVar(&dryRun, "dry-run", false, "print the estimate, and do nothing")
	return command
}

func newRunResumeCommand() *cobra.Command {
	f := &runFlags{cluster: newClusterFlags()}
	var fromScratch, dryRun bool
	command := &cobra.Command{
		Use:   "resume DIR",
		Short: "Go on with a run",
		Long: `Go on with a run, from the last file that was finished to the end or a limit.

--recompute mends damage; the messages say the number of the chain. The files of
the chain are read: the chain goes on with the last stage for which all that is
read is sound. A chain that was finished and is found to be wrong begins again.
--from-scratch lets a chain begin again in any case, and --recompute all does so
with all chains.

The settings of a run may be changed: who works on it (--engine), the memory,
and all that Slurm is told may be given again, and hold from then on.
A flag that is not given leaves what was there. The path of this program is
found again each time.`,
		Example: `  combigo run resume big --max-time 8h
  combigo run resume /shared/l17 --partition long --task-time 12:00:00
  combigo run resume /shared/l17 --engine disk
  combigo run resume big --recompute 2`,
		Args: oneDirectory,
		RunE: func(command *cobra.Command, args []string) error {
			if fromScratch && f.recompute == "" {
				return errors.New("--from-scratch is for --recompute only")
			}
			return f.resume(command, args[0], fromScratch, dryRun)
		},
	}
	flags := command.Flags()
	flags.Var(&f.memory, "memory", "ceiling on memory, such as 8GiB (default: as before)")
	flags.Var(&f.disk, "disk", "slurm: ceiling on disk, such as 60GiB (default: as before)")
	f.registerWork(command)
	f.cluster.register(command)
	for _, name := range []string{"engine", "tasks"} {
		flag := flags.Lookup(name)
		usage, _, _ := strings.Cut(flag.Usage, " (default")
		flag.Usage, flag.DefValue = usage+" (default: as before)", ""
	}
	flags.BoolVar(&dryRun, "dry-run", false, "slurm: print what would be submitted, and do nothing")
	flags.StringVar(&f.recompute, "recompute", "", "number `N` of a chain whose files are damaged, or whose residue is wrong, or all")
	flags.BoolVar(&fromScratch, "from-scratch", false, "with --recompute: begin the chain again, whatever is sound of it")
	return command
}

// newRunReadCommand is a command that reads the directory of a run, in which other programs may
// work.
func newRunReadCommand(command *cobra.Command, quiet string, show func(f *runFlags, command *cobra.Command, r *run.Run) error) *cobra.Command {
	f := &runFlags{}
	command.Args = oneDirectory
	command.RunE = func(command *cobra.Command, args []string) error {
		r, err := run.Open(storage.OS, args[0])
		if err != nil {
			return err
		}
		return show(f, command, r)
	}
	f.out.register(command, quiet, "text", "json")
	return command
}

func newRunStatusCommand() *cobra.Command {
	return newRunReadCommand(&cobra.Command{
		Use:   "status DIR",
		Short: "Tell how far a run has come",
		Long: `Tell how far a run has come, and whether a program works there. It needs no
right to write, and other programs may work in the directory. Exit status 1 if
files are damaged, with what mends them.`,
		Example: `  combigo run status big`,
	}, "", (*runFlags).printStatus)
}

func newRunVerifyCommand() *cobra.Command {
	return newRunReadCommand(&cobra.Command{
		Use:   "verify DIR",
		Short: "Read every file of a run against its checksums",
		Long: `Read every file that a run stands on against its checksums, and the manifest.
Exit status 1 if anything is wrong, with one line for each fault.

Other programs may work in the directory, and tasks of a cluster: a file that
they are done with meanwhile is no fault.`,
		Example: `  combigo run verify big`,
	}, "", (*runFlags).verify)
}

func newRunResultCommand() *cobra.Command {
	return newRunReadCommand(&cobra.Command{
		Use:   "result DIR",
		Short: "Print the number that a finished run gives, with its checks",
		Long: `Print the number that a finished run gives. With the method exact the sum of the
join must be an integer; with method modulo the residues, one more than the
number asks for unless --spare no was given, must fit together. The number must
fit the asymptotic formula. Otherwise nothing is printed.`,
		Example: `  combigo run result big --json`,
	}, "print the number only", (*runFlags).printResult)
}

// options are those of a new run.
func (f *runFlags) options(command *cobra.Command) (run.Options, error) {
	opt := run.Options{
		Threads: f.threads, Memory: f.memory.size, Disk: f.disk.size,
		Locking: f.locking, Method: f.method, Spare: f.spare, Engine: f.cluster.engine,
	}
	if opt.Engine != run.Slurm {
		return opt, nil
	}
	opt.Cluster = newCluster()
	return opt, f.cluster.change(command, f.threads, opt.Cluster)
}

func (f *runFlags) start(command *cobra.Command, size board.Size, dryRun bool) error {
	opt, err := f.options(command)
	if err != nil {
		return err
	}
	plan, err := run.NewPlan(storage.OS, f.dir, size, opt)
	if err != nil {
		return f.refuse(err)
	}
	if err := plan.Refusal(); err != nil && !dryRun { // whether Slurm is here or not
		return f.refuse(err)
	}
	// What is shorter than a measurement is begun at once. With Slurm other machines do the work,
	// and another disk may have the directory.
	const measureFrom = time.Second
	if opt.Engine != run.Slurm && (dryRun || plan.Time >= measureFrom) {
		plan.Measure(storage.OS)
	}
	if dryRun {
		return f.printPlan(command, plan)
	}
	if opt.Engine == run.Slurm {
		// The controller is asked before anything is written.
		if err := run.ControllerAnswers(command.Context(), run.SlurmCommands); err != nil {
			return fmt.Errorf("--engine slurm: %w", err)
		}
	}
	r, err := plan.Start(storage.OS)
	if err != nil {
		return f.refuse(err)
	}
	if err := view.Plan(plan).Text(command.ErrOrStderr(), terminalStyle(command.ErrOrStderr())); err != nil {
		return errors.Join(err, r.Close())
	}
	return f.goOn(command, r)
}

// refuse names the flag that led to an error before the start.
func (f *runFlags) refuse(err error) error {
	var memory *run.MemoryError
	var disk *run.DiskError
	switch {
	case errors.As(err, &memory) && memory.OfTask:
		return fmt.Errorf("--task-memory %s: %w", f.cluster.given.Memory, err)
	case errors.As(err, &memory) && memory.Given:
		return fmt.Errorf("--memory %s: %w", f.memory.text, err)
	case errors.As(err, &disk) && disk.Given:
		return fmt.Errorf("--disk %s: %w", f.disk.text, err)
	case errors.Is(err, storage.ErrNoLocks):
		return fmt.Errorf("%w; fix: --lock file keeps the directory by a file, --lock none leaves it to you that only one program works there", err)
	}
	return err
}

// printPlan prints an estimate, and what would be submitted. A refusal is exit status 2.
func (f *runFlags) printPlan(command *cobra.Command, p *run.Plan) (err error) {
	var submission *run.Submission
	if p.Cluster && p.Refusal() == nil {
		if submission, err = p.Submission(storage.OS, queueHere(command.Context())); err != nil {
			return err
		}
	}
	err = f.out.write(command, view.DryRun(p, submission), views{"json": asJSON(view.PlanJSON(p, submission))})
	if err == nil && p.Refusal() != nil {
		return exitError{exitUsage, nil}
	}
	return err
}

func (f *runFlags) resume(command *cobra.Command, dir string, fromScratch, dryRun bool) error {
	f.dir = dir
	if dryRun {
		return f.preview(command, dir)
	}
	r, err := run.OpenLocked(storage.OS, dir, run.Options{Threads: f.threads, Memory: f.memory.size, Locking: f.locking})
	if err != nil {
		return f.refuse(err)
	}
	if err := f.changeSettings(command, r); err != nil {
		return errors.Join(err, r.Close())
	}
	if f.recompute != "" {
		err := f.recomputeChains(command, r, fromScratch)
		if err != nil {
			return errors.Join(fmt.Errorf("--recompute %s: %w", f.recompute, err), r.Close())
		}
	}
	return f.goOn(command, r)
}

// changeSettings changes those of a run that is resumed; not while jobs of it are in the queue.
func (f *runFlags) changeSettings(command *cobra.Command, r *run.Run) error {
	s := r.Settings()
	changed, err := f.settings(command, &s)
	if err != nil || !changed {
		return err
	}
	if r.Engine() == run.Slurm {
		here := run.SlurmIsHere()
		switch {
		case here == nil:
			err = r.Idle(command.Context(), run.SlurmCommands)
		case s.Engine == run.Slurm:
			err = here
		default:
			_, err = fmt.Fprintf(command.ErrOrStderr(), "run resume: %v; none of its jobs may be in the queue elsewhere\n", here)
		}
		if err != nil {
			return err
		}
	}
	if err := r.Change(s); err != nil {
		return f.refuse(err)
	}
	return nil
}

// preview shows what would be submitted.
func (f *runFlags) preview(command *cobra.Command, dir string) error {
	r, err := run.OpenShared(storage.OS, dir, run.Options{Threads: f.threads})
	if err != nil {
		return f.refuse(err)
	}
	s := r.Settings()
	if _, err := f.settings(command, &s); err != nil {
		return err
	}
	if s.Engine != run.Slurm {
		return errors.New("--dry-run is for --engine slurm only, to show what is submitted")
	}
	if err := r.Try(s); err != nil {
		return f.refuse(err)
	}
	submission, err := r.Submission(queueHere(command.Context()))
	if err != nil {
		return err
	}
	return f.out.write(command, view.Submission(submission), views{"json": asJSON(view.SubmissionJSON(submission))})
}

// queueHere is what the queue takes, if there is one here.
func queueHere(ctx context.Context) run.Queue {
	if run.SlurmIsHere() != nil {
		return run.Queue{}
	}
	return run.QueueOf(ctx, run.SlurmCommands)
}

// goOn computes, or leaves that to the scheduler of a cluster.
func (f *runFlags) goOn(command *cobra.Command, r *run.Run) error {
	if r.Engine() == run.Slurm {
		return f.submit(command, r)
	}
	return f.work(command, r)
}

// recomputeChains makes a run compute chains again, or from the last sound stage, and says which;
// not while jobs of a cluster read what they have left.
func (f *runFlags) recomputeChains(command *cobra.Command, r *run.Run, fromScratch bool) error {
	if r.Engine() == run.Slurm {
		if err := r.Idle(command.Context(), run.SlurmCommands); err != nil {
			return err
		}
	}
	if f.recompute == "all" {
		return r.RecomputeAll()
	}
	i, err := strconv.Atoi(f.recompute)
	if err != nil {
		return errors.New("want the number of a chain, or all")
	}
	w := &run.Rewind{Chain: i}
	if fromScratch {
		err = r.Forget(i)
	} else {
		bar := newProgressBar(command, "verify "+r.Size().String())
		w, err = r.Recompute(command.Context(), i, bar.report())
		bar.finish()
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(command.ErrOrStderr(), "run resume: %s\n", view.OneLine(w.String()))
	return err
}

// work computes, and prints the number, or how far the run has come if a limit ended it.
func (f *runFlags) work(command *cobra.Command, r *run.Run) (err error) {
	defer func() { err = errors.Join(err, r.Close()) }()
	debug.SetGCPercent(collectorPercent)
	goesOn(command, f.farewell)
	bar := newProgressBar(command, "run "+r.Size().String())
	var began sync.Once
	err = r.Advance(command.Context(), run.Limits{Stages: f.maxSteps, Time: f.maxTime}, func(share float64) {
		f.done.Store(math.Float64bits(share))
		began.Do(func() { bar.resumed(share) })
		if show := bar.report(); show != nil {
			show(share)
		}
	})
	bar.finish()
	var memory *run.MemoryError
	switch {
	case errors.As(err, &memory) && f.memory.size > 0:
		return fmt.Errorf("--memory %s: %w", f.memory.text, err)
	case errors.Is(err, run.ErrLimit) && f.out.quiet:
		return nil // there is no number yet
	case errors.Is(err, run.ErrLimit):
		return f.printStatus(command, r)
	case errors.Is(err, context.Canceled):
		return err
	case err != nil:
		return exitError{exitInternal, err}
	}
	return f.printResult(command, r)
}

// farewell says how far the run is after Ctrl-C, and how to go on with it.
func (f *runFlags) farewell() string {
	done := ""
	if share := math.Float64frombits(f.done.Load()); share > 0 {
		done = fmt.Sprintf(", %.3g %% done", 100*share)
	}
	return fmt.Sprintf("%s; combigo run resume %s goes on", done, f.dir)
}

// queuePatience is how long run status waits for the queue of the scheduler.
const queuePatience = 10 * time.Second

func (f *runFlags) printStatus(command *cobra.Command, r *run.Run) error {
	s, err := r.Status()
	if err != nil {
		return err
	}
	if r.Engine() == run.Slurm && run.SlurmIsHere() == nil {
		ctx, cancel := context.WithTimeout(command.Context(), queuePatience)
		s.Jobs, _ = r.Jobs(ctx, run.SlurmCommands) // without an answer the status is that of the files
		cancel()
	}
	err = f.out.write(command, view.RunStatus(s), views{"json": asJSON(view.RunStatusJSON(s))})
	if err == nil && s.Fault() != nil {
		err = exitError{exitInternal, nil}
	}
	return err
}

func (f *runFlags) verify(command *cobra.Command, r *run.Run) error {
	bar := newProgressBar(command, "verify "+r.Size().String())
	v, err := r.Verify(command.Context(), bar.report())
	bar.finish()
	if err != nil {
		return err
	}
	err = f.out.write(command, view.Verification(v), views{"json": asJSON(view.VerificationJSON(v))})
	if err == nil && len(v.Faults) > 0 {
		err = exitError{exitInternal, nil}
	}
	return err
}
