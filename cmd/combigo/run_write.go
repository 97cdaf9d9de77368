package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"combigo/internal/storage"
	"combigo/internal/view"
	"combigo/result"
	"combigo/run"
)

func (f *runFlags) writePlan(ctx context.Context, w io.Writer, p *run.Plan) error {
	var submission *run.Submission
	if p.Cluster && p.Refusal() == nil {
		var err error
		if submission, err = p.Submission(storage.OS, queueHere(ctx)); err != nil {
			return err
		}
	}
	if !f.json {
		if err := writePlanText(w, p); err != nil {
			return err
		}
		if submission != nil {
			_, err := submission.WriteTo(w)
			return err
		}
		if err := p.Refusal(); err != nil {
			_, err = fmt.Fprintf(w, "refused: %v\n", err)
			return err
		}
		return nil
	}
	refusal := ""
	if err := p.Refusal(); err != nil {
		refusal = err.Error()
	}
	return result.JSON(w, struct {
		Rows         int     `json:"rows"`
		Cols         int     `json:"cols"`
		Method       string  `json:"method"`
		Residues     int     `json:"residues"`
		Columns      int     `json:"residue_columns"`
		Spare        bool    `json:"spare"`
		VectorBytes  int64   `json:"vector_bytes"`
		MemoryBytes  int64   `json:"memory_bytes"`
		LeastBytes   int64   `json:"memory_least_bytes"`
		WholeBytes   int64   `json:"memory_whole_bytes"`
		DiskBytes    int64   `json:"disk_bytes"`
		SpillBytes   int64   `json:"disk_spill_bytes"`
		TrafficBytes int64   `json:"traffic_bytes"`
		SpillTraffic int64   `json:"traffic_spill_bytes"`
		StateSteps   float64 `json:"state_steps"`
		Seconds      float64 `json:"seconds"`
		Processors   float64 `json:"processors"`
		DiskSpeed    float64 `json:"disk_bytes_per_second"`
		FileSeconds  float64 `json:"disk_seconds_per_file"`
		Measured     bool    `json:"disk_speed_measured"`
		Reclaim      bool    `json:"reclaim"`
		KeepEvery    int     `json:"keep_every"`
		Refusal      string  `json:"refusal,omitempty"`
		Submission   any     `json:"submission,omitempty"`
	}{
		p.Size.Rows, p.Size.Cols, string(p.Method), len(p.Primes), p.Columns(), p.Spare, int64(p.Vector), int64(p.Memory), int64(p.Parts.Least), int64(p.Parts.Whole),
		int64(p.Disk), int64(p.Parts.Disk), int64(p.Traffic), int64(p.Parts.Traffic), p.Steps,
		p.Time.Seconds(), p.Processors, p.Speed.Bytes, p.Speed.File.Seconds(), p.Speed.Measured, p.Reclaim, p.Keep, refusal, submissionJSON(submission),
	})
}

func writePlanText(w io.Writer, p *run.Plan) error {
	_, err := fmt.Fprintf(w, `run %s: %s, about %s%s
method      %s
memory      %s%s
disk        %s at the peak%s
traffic     %s read and written%s
%s
`, p.Size, residuesText(p), view.Roughly(p.Time), oneTask(p), methodText(p),
		p.Memory, cutting(p), p.Disk, keeping(p), p.Traffic, spilling(p), diskSpeed(p.Speed))
	if err == nil && p.Processors > 0 {
		_, err = fmt.Fprintf(w, "processors  %.1f are left for this: measured\n", p.Processors)
	}
	return err
}

// submissionJSON is what sbatch is called with, and what the jobs run.
func submissionJSON(s *run.Submission) any {
	if s == nil {
		return nil
	}
	type job struct {
		Name   string   `json:"name"`
		Tasks  int      `json:"tasks"`
		Behind []string `json:"behind,omitempty"`
		Sbatch []string `json:"sbatch"`
	}
	jobs := []job{}
	for _, j := range s.Jobs {
		var behind []string
		for _, other := range j.After {
			behind = append(behind, s.Jobs[other].Name)
		}
		jobs = append(jobs, job{j.Name, j.Tasks, behind, s.Command(j, nil)})
	}
	return struct {
		Script string `json:"script"`
		Jobs   []job  `json:"jobs"`
	}{s.Script, jobs}
}

func residuesText(p *run.Plan) string {
	if p.Method == run.Exact {
		return fmt.Sprintf("%s, %.3g state-steps", view.Plural(len(p.Primes), "residue"), p.Steps)
	}
	return fmt.Sprintf("%d residues of %.3g state-steps", len(p.Primes), p.Steps/float64(len(p.Primes)))
}

// methodText says how residues are computed.
func methodText(p *run.Plan) string {
	switch {
	case p.Method == run.Exact:
		spare := ""
		if p.Spare {
			spare = " and one more as a check"
		}
		return fmt.Sprintf("exact: half the columns, each in as many residues as it needs%s, %d in all, joined once", spare, p.Columns())
	case p.Method == run.Modulo && p.DiskExact > 0:
		return fmt.Sprintf("modulo: half the columns, joined modulo each prime (joined once they take %s of disk)", p.DiskExact)
	case p.Method == run.Modulo:
		return "modulo: half the columns, joined modulo each prime"
	}
	return "dp: all columns"
}

// oneTask says what the time of a run on a cluster is that of.
func oneTask(p *run.Plan) string {
	if p.Cluster {
		return " of one task at a time"
	}
	return ""
}

// cutting says what less or more memory would do.
func cutting(p *run.Plan) string {
	least, whole := p.Parts.Least, p.Parts.Whole
	switch {
	case p.Parts.Traffic > 0:
		return fmt.Sprintf(", large bins in parts (least %s, uncut with %s)", least, whole)
	case least < whole:
		return fmt.Sprintf(" (large bins in parts below %s, least %s)", whole, least)
	}
	return ""
}

// spilling says how much of the traffic comes from bins that go through in parts.
func spilling(p *run.Plan) string {
	if p.Parts.Traffic == 0 {
		return ""
	}
	return fmt.Sprintf(", of it %s for bins in parts", p.Parts.Traffic)
}

func diskSpeed(s run.DiskSpeed) string {
	how := "measured"
	if !s.Measured {
		how = "assumed"
	}
	return fmt.Sprintf("disk speed  %s a second, and %.1f ms a file: %s", result.Bytes(s.Bytes), 1e3*s.File.Seconds(), how)
}

// keeping says what the room on the disk is used for beside the two vectors that a stage needs.
func keeping(p *run.Plan) string {
	switch {
	case p.Reclaim:
		return ", giving back what was read at once"
	case p.Keep == 1:
		return ", keeping the stage before the last"
	case p.Keep > 1:
		return fmt.Sprintf(", keeping one stage of %d", p.Keep)
	}
	return ", keeping no stage"
}

func writeStatus(w io.Writer, s *run.Status) error {
	fmt.Fprintf(w, "run %s: %.2f %% done%s\n", s.Size, 100*s.Share, activity(s))
	for i, r := range s.Residues {
		name := fmt.Sprintf("residue %-3d modulo %d", i, r.Modulus)
		if r.Modulus == 0 {
			name = fmt.Sprintf("residue %-3d the join over all", i)
		}
		switch {
		case r.Fault != nil:
			fmt.Fprintf(w, "%s: damaged: %s\n", name, oneLine(r.Fault.Error()))
		case r.Known && r.Modulus == 0:
			fmt.Fprintf(w, "%s: done\n", name)
		case r.Known:
			fmt.Fprintf(w, "%s: %d\n", name, r.Value)
		case r.Stage == r.First && r.Ready == 0:
			fmt.Fprintf(w, "%s: not begun\n", name)
		default:
			fmt.Fprintf(w, "%s: %d of %d stages, and %d of %d bins\n", name, r.Stage, s.Stages, r.Ready, r.Bins)
		}
	}
	if s.Seconds > 0 {
		fmt.Fprintf(w, "speed       %.3g state-steps a second, %s read, %s written\n", s.Steps/s.Seconds, s.Read, s.Written)
	}
	if s.Again > 0 {
		fmt.Fprintf(w, "spills      %d were damaged, and their bins done anew: look after the disk\n", s.Again)
	}
	if s.LostLogs > 0 {
		fmt.Fprintf(w, "logs        %d cannot be read: the speed is told without them\n", s.LostLogs)
	}
	if s.Left > 0 && !s.Done {
		fmt.Fprintf(w, "time left   about %s\n", s.Left)
	}
	return nil
}

func activity(s *run.Status) string {
	switch {
	case s.Work == storage.AtWork:
		return ", a program is at work"
	case s.Done:
		return ": combigo run result prints the number"
	case s.Work == storage.Unknown:
		return "; whether a program is at work cannot be told: the lock cannot be read"
	case s.Engine == run.Slurm:
		return ", squeue shows its jobs: where there are none, combigo run resume goes on"
	}
	return ", no program is at work: combigo run resume goes on"
}

// statusJSON is the status with the field names of the JSON output.
func statusJSON(s *run.Status) any {
	type residue struct {
		Modulus string `json:"modulus"`
		Value   string `json:"value,omitempty"`
		Stage   int    `json:"stage"`
		Bins    int    `json:"bins"`
		Ready   int    `json:"bins_done"`
		Fault   string `json:"fault,omitempty"`
	}
	residues := []residue{}
	for _, r := range s.Residues {
		one := residue{Modulus: strconv.FormatUint(r.Modulus, 10), Stage: r.Stage, Bins: r.Bins, Ready: r.Ready}
		if r.Known {
			one.Value = strconv.FormatUint(r.Value, 10)
		}
		if r.Fault != nil {
			one.Fault = oneLine(r.Fault.Error())
		}
		residues = append(residues, one)
	}
	return struct {
		Rows     int       `json:"rows"`
		Cols     int       `json:"cols"`
		Engine   string    `json:"engine"`
		Busy     bool      `json:"busy"`
		Work     string    `json:"work"`
		Done     bool      `json:"done"`
		Share    float64   `json:"share"`
		Stages   int       `json:"stages"`
		Residues []residue `json:"residues"`
		Steps    float64   `json:"state_steps"`
		Seconds  float64   `json:"seconds"`
		Read     int64     `json:"bytes_read"`
		Written  int64     `json:"bytes_written"`
		Again    int       `json:"damaged_spills"`
		Left     float64   `json:"seconds_left"`
	}{
		s.Size.Rows, s.Size.Cols, string(s.Engine), s.Work == storage.AtWork, string(s.Work), s.Done, s.Share, s.Stages, residues, s.Steps, s.Seconds,
		int64(s.Read), int64(s.Written), s.Again, s.Left.Round(time.Second).Seconds(),
	}
}
