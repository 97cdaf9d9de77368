package view

import (
	"fmt"
	"strings"

	"combigo.dev/combigo/internal/run"
	"combigo.dev/combigo/result"
)

// Plan says what a run will take.
func Plan(p *run.Plan) *Document {
	d := &Document{}
	d.line("run %s: %s of columns modulo a prime, %.3g state-steps, about %s%s", p.Size, Plural(p.Columns, "residue"), p.Steps, Roughly(p.Time), oneTask(p))
	d.fact("method", methodText(p))
	d.fact("memory", fmt.Sprintf("%s, in %s of each stage (at least %s)", p.Memory, Plural(p.Shares, "share"), p.Least))
	d.fact("disk", fmt.Sprintf("%s at the peak", p.Disk))
	d.fact("traffic", fmt.Sprintf("%s read and written", p.Traffic))
	d.fact("disk speed", diskSpeed(p.Speed))
	if p.Processors > 0 {
		d.fact("processors", fmt.Sprintf("%.1f are left for this: measured", p.Processors))
	}
	return d
}

// DryRun says what a run would take, and what would be submitted, or why it is refused.
func DryRun(p *run.Plan, s *run.Submission) *Document {
	d := Plan(p)
	if s != nil {
		d.submission(s)
		return d
	}
	if err := p.Refusal(); err != nil {
		d.line("refused: %v", err)
	}
	return d
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
		Spare        bool    `json:"spare"`
		Shares       int     `json:"shares"`
		VectorBytes  int64   `json:"vector_bytes"`
		MemoryBytes  int64   `json:"memory_bytes"`
		LeastBytes   int64   `json:"memory_least_bytes"`
		DiskBytes    int64   `json:"disk_bytes"`
		TrafficBytes int64   `json:"traffic_bytes"`
		StateSteps   float64 `json:"state_steps"`
		Seconds      float64 `json:"seconds"`
		Processors   float64 `json:"processors"`
		DiskSpeed    float64 `json:"disk_bytes_per_second"`
		FileSeconds  float64 `json:"disk_seconds_per_file"`
		Measured     bool    `json:"disk_speed_measured"`
		Refusal      string  `json:"refusal,omitempty"`
		Submission   any     `json:"submission,omitempty"`
	}{
		p.Size.Rows, p.Size.Cols, string(p.Method), len(p.Primes), p.Columns, p.Spare, p.Shares, int64(p.Vector), int64(p.Memory), int64(p.Least),
		int64(p.Disk), int64(p.Traffic), p.Steps, p.Time.Seconds(), p.Processors, p.Speed.Bytes, p.Speed.File.Seconds(), p.Speed.Measured,
		refusal, SubmissionJSON(s),
	}
}

// Submission has the calls of sbatch.
func Submission(s *run.Submission) *Document {
	d := &Document{}
	d.submission(s)
	return d
}

func (d *Document) submission(s *run.Submission) {
	var b strings.Builder
	_, _ = s.WriteTo(&b) // never fails
	d.script(b.String())
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

// methodText says how the number is computed.
func methodText(p *run.Plan) string {
	text := fmt.Sprintf("modulo: half of the columns for each of %d primes, one after the other", len(p.Primes))
	if p.Method == run.Exact {
		text = "exact: half of the columns, each in as many residues as its values need"
	}
	if p.Spare {
		text += ", and one residue more as a check"
	}
	if p.DiskExact > 0 {
		text += fmt.Sprintf(" (method exact would take %s of disk)", p.DiskExact)
	}
	return text
}

// oneTask says what the time of a run on a cluster is that of.
func oneTask(p *run.Plan) string {
	if p.Cluster {
		return " of one task at a time"
	}
	return ""
}

func diskSpeed(s run.DiskSpeed) string {
	how := "measured"
	if !s.Measured {
		how = "assumed"
	}
	return fmt.Sprintf("%s a second, and %.1f ms a file: %s", result.Bytes(s.Bytes), 1e3*s.File.Seconds(), how)
}
