package main

import (
	"errors"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/internal/run"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/result"
)

// planFlags is what a site has.
type planFlags struct {
	nodes, cores int
	memory, disk memoryFlag
	speed        result.Bytes
	limit        time.Duration
	method       run.Method
	spare        run.Spare
	all          bool
	out          output
}

func newRunPlanCommand() *cobra.Command {
	f := &planFlags{nodes: 1, cores: runtime.NumCPU(), speed: 500e6}
	command := &cobra.Command{
		Use:   "plan ROWS [COLS]",
		Short: "Plan the run of a large board for other machines",
		Long: `Tell what a large board takes at a site, for each way to cut the work: the time
from the beginning to the end, the core-hours that the tasks hold, the disk,
what is read and written, the memory of a task and the number of jobs; and the
cheapest way that fits, or what is missing.

disk is one machine; slurm cuts each stage in tasks, one, two or four of which
share a node. A node leaves an eighth of its memory to the system. Times follow
from the numbers of state-steps, bytes and files, with speeds measured on one
kind of processor, and all tasks that are at work share the disk's speed: they
are meant to be right within a factor of two for machines that do nothing else.
The answer is the cheapest and the fastest way; --all lists the others, too.

Nothing is computed, measured or written.`,
		Example: `  combigo run plan 17 --nodes 4 --cores 32 --memory 64GiB --disk-speed 2GB/s
  combigo run plan 19 --nodes 8 --cores 64 --memory 512GiB \
      --disk 12TiB --disk-speed 3GB/s --time-limit 24h`,
		RunE: f.run,
	}
	flags := command.Flags()
	numberVar(flags, &f.nodes, "nodes", 1, maxTasks, "number of nodes", "`N` nodes")
	numberVar(flags, &f.cores, "cores", 1, maxThreads, "number of cores", "`N` cores of a node (default: those of this machine)")
	flags.Lookup("cores").DefValue = ""
	flags.Var(&f.memory, "memory", "memory of a node, such as 512GiB (default: that of this machine)")
	flags.Var(&f.disk, "disk", "disk that all nodes share, such as 12TiB (default: enough)")
	wordVar(flags, &f.speed, "disk-speed", "SPEED", parseSpeed, func(s result.Bytes) string { return "500MB/s" }, "`SPEED` at which all nodes together read and write it, such as 3GB/s")
	timeVar(flags, &f.limit, "time-limit", "longest `TIME` of a job, such as 24h (default: no limit)")
	registerMethod(flags, &f.method)
	registerSpare(flags, &f.spare)
	flags.BoolVar(&f.all, "all", false, "list all ways to cut the work")
	f.out.register(command, "", "text", "json")
	return command
}

// parseSpeed reads a size, with /s after it or not.
func parseSpeed(text string) (result.Bytes, error) {
	n, err := result.ParseBytes(strings.TrimSuffix(text, "/s"))
	if err != nil || n < 1 {
		return 0, errors.New("want bytes a second, such as 3GB/s")
	}
	return n, nil
}

func (f *planFlags) run(command *cobra.Command, args []string) error {
	size, err := oneBoard(args)
	if err != nil {
		return err
	}
	site := run.Site{Nodes: f.nodes, Cores: f.cores, Memory: f.memory.size, Disk: f.disk.size, DiskSpeed: f.speed, TimeLimit: f.limit}
	if site.Memory == 0 {
		if site.Memory = memory.Available(); site.Memory == 0 {
			return errors.New("the memory of this machine is not known: want --memory, such as 512GiB")
		}
	}
	ways, err := run.PlanWays(size, f.method, f.spare, site)
	if err != nil {
		return err
	}
	err = f.out.write(command, view.Ways(ways, f.all), views{"json": asJSON(view.WaysJSON(ways))})
	if err == nil && ways.Cheapest() == nil {
		err = exitError{exitUsage, nil}
	}
	return err
}
