package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"combigo/internal/par"
	"combigo/internal/view"
	"combigo/result"
	"combigo/run"
)

// planFlags is what a site has.
type planFlags struct {
	nodes, cores int
	memory, disk memoryFlag
	speed        result.Bytes
	limit        time.Duration
	method       run.Method
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

disk is one machine that takes one residue after the other; slurm cuts each
stage of a residue in tasks, one, two or four of which share a node, and works
on residues side by side where there are nodes and disk for them. A node leaves
an eighth of its memory to the system. Times follow from the numbers of
state-steps, bytes and files, with speeds measured on one kind of processor, and
all tasks that are at work share the disk's speed: they are meant to be right
within a factor of two for machines that do nothing else.

Nothing is measured and nothing written. But the sizes of the bins are found
here: 17 rows take 1.1 GB and some ten seconds for it, 19 rows 5.1 GB and
forty; a line on stderr says so.`,
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
	f.out.register(command, "", "text", "json")
	return command
}

// noticeOfPlan is how long a plan may take without saying so.
const noticeOfPlan = 5 * time.Second

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
		if site.Memory = par.Available(); site.Memory == 0 {
			return errors.New("the memory of this machine is not known: want --memory, such as 512GiB")
		}
	}
	took, need, err := run.PlanNeed(size)
	if err != nil {
		return err
	}
	if took >= noticeOfPlan {
		fmt.Fprintf(command.ErrOrStderr(), "run plan %s: the sizes of the bins are found first, which takes about %s and %s\n", size, took, need)
	}
	ways, err := run.PlanWays(command.Context(), size, f.method, site)
	var memory *run.MemoryError
	if errors.As(err, &memory) {
		return fmt.Errorf("the sizes of the bins are found with %s of memory, there are %s here: plan on a machine that has them", memory.Need, memory.Ceiling)
	}
	if err != nil {
		return err
	}
	err = f.out.write(command, views{
		"text": asText(view.Ways, ways), "json": asJSON(view.WaysJSON(ways)),
	})
	if err == nil && ways.Cheapest() == nil {
		err = exitError{exitUsage, nil}
	}
	return err
}
