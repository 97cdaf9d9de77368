package view

import (
	"fmt"
	"io"

	"combigo/result"
	"combigo/run"
)

// DryRun writes what a run would take, and what would be submitted, or why it is refused.
func DryRun(w io.Writer, p *run.Plan, s *run.Submission) error {
	if err := Plan(w, p); err != nil {
		return err
	}
	if s != nil {
		_, err := s.WriteTo(w)
		return err
	}
	if err := p.Refusal(); err != nil {
		_, err = fmt.Fprintf(w, "refused: %v\n", err)
		return err
	}
	return nil
}

// PlanJSON is what JSON has of what a run would take, and of what would be submitted.
func PlanJSON(p *run.Plan, s *run.Submission) any {
	refusal := ""
	if err := p.Refusal(); err != nil {
		refusal = err.Error()
	}
	return struct {
		Rows         int     `json:"rows"`
		Cols         int     `json:"cols"`
		Method       string  `json:"method"`
		Residues     int     `json:"residues"`
		Columns      int     `json:"residue_columns"`
		Shared       int     `json:"shared_columns"`
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
		p.Size.Rows, p.Size.Cols, string(p.Method), len(p.Primes), p.Columns(), p.Shared, p.Spare, int64(p.Vector), int64(p.Memory), int64(p.Parts.Least), int64(p.Parts.Whole),
		int64(p.Disk), int64(p.Parts.Disk), int64(p.Traffic), int64(p.Parts.Traffic), p.Steps,
		p.Time.Seconds(), p.Processors, p.Speed.Bytes, p.Speed.File.Seconds(), p.Speed.Measured, p.Reclaim, p.Keep, refusal, SubmissionJSON(s),
	}
}

// Plan writes what a run will take.
func Plan(w io.Writer, p *run.Plan) error {
	_, err := fmt.Fprintf(w, `run %s: %s, about %s%s
method      %s
memory      %s%s
disk        %s at the peak%s
traffic     %s read and written%s
%s
`, p.Size, residuesText(p), Roughly(p.Time), oneTask(p), methodText(p),
		p.Memory, cutting(p), p.Disk, keeping(p), p.Traffic, spilling(p), diskSpeed(p.Speed))
	if err == nil && p.Processors > 0 {
		_, err = fmt.Fprintf(w, "processors  %.1f are left for this: measured\n", p.Processors)
	}
	return err
}

// SubmissionJSON is what sbatch is called with, and what the jobs run.
func SubmissionJSON(s *run.Submission) any {
	if s == nil {
		return nil
	}
	type job struct {
		Name   string   `json:"name"`
		Tasks  int      `json:"tasks"`
		After  []string `json:"after,omitempty"`
		Sbatch []string `json:"sbatch"`
	}
	jobs := []job{}
	for _, j := range s.Jobs {
		var after []string
		for _, other := range j.After {
			after = append(after, s.Jobs[other].Name)
		}
		jobs = append(jobs, job{j.Name, j.Tasks, after, s.Command(j, nil)})
	}
	return struct {
		Script string `json:"script"`
		Jobs   []job  `json:"jobs"`
	}{s.Script, jobs}
}

func residuesText(p *run.Plan) string {
	if p.Method == run.Exact || p.Shared > 0 {
		return fmt.Sprintf("%s, %.3g state-steps", Plural(len(p.Primes), "residue"), p.Steps)
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
	case p.Method == run.Modulo:
		text := "modulo: half the columns, joined modulo each prime"
		if p.Shared > 0 {
			columns := "is"
			if p.Shared > 1 {
				columns = fmt.Sprintf("%d are", p.Shared)
			}
			text += fmt.Sprintf("; the first %s computed once for all residues, %d residue-columns in all", columns, p.Columns())
		}
		if p.DiskExact > 0 {
			text += fmt.Sprintf(" (method exact would take %s of disk)", p.DiskExact)
		}
		return text
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
