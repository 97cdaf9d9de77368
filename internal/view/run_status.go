package view

import (
	"fmt"
	"strconv"
	"time"

	"combigo.dev/combigo/internal/run"
	"combigo.dev/combigo/internal/storage"
)

// RunStatus says how far a run has come.
func RunStatus(s *run.Status) *Document {
	d := &Document{}
	d.line("run %s: %.2f %% done%s", s.Size, 100*s.Share, activity(s))
	for i := range s.Chains {
		c := &s.Chains[i]
		name := "number"
		if c.Modulus > 0 {
			name = fmt.Sprintf("residue %-3d modulo %d", i, c.Modulus)
		}
		d.record("%s: %s", name, chainText(c))
	}
	if s.Jobs != nil {
		for _, job := range s.Jobs.Held {
			d.fact("held", fmt.Sprintf("job %s, %s: %s; fix: scontrol release %s, when what held it is mended", job.ID, job.Name, job.Reason, job.ID))
		}
	}
	if s.Seconds > 0 {
		d.fact("speed", fmt.Sprintf("%.3g state-steps a second, %s read, %s written", s.Steps/s.Seconds, s.Read, s.Written))
	}
	if s.LostLogs > 0 {
		d.fact("logs", fmt.Sprintf("%d cannot be read: the speed leaves them out", s.LostLogs))
	}
	if s.Left > 0 && !s.Done {
		d.fact("time left", fmt.Sprintf("about %s", s.Left))
	}
	return d
}

// chainText says how far a chain has come.
func chainText(c *run.ChainStatus) string {
	switch {
	case c.Fault != nil:
		return "damaged: " + OneLine(c.Fault.Error())
	case c.Known() && c.Modulus > 0:
		return c.Value.String()
	case c.Known():
		return "done"
	case c.Stage == 0 && c.Ready == 0:
		return "not begun"
	case c.Stage == c.End:
		return fmt.Sprintf("%d of %d stages", c.Stage, c.End)
	}
	return fmt.Sprintf("%d of %d stages, and %d of %d shares", c.Stage, c.End, c.Ready, c.Shares)
}

func activity(s *run.Status) string {
	switch {
	case s.Work == storage.AtWork:
		return ", a program is at work"
	case s.Done:
		return ": combigo run result prints the number"
	case s.Work == storage.Unknown:
		return "; whether a program is at work cannot be told: the lock cannot be read"
	case s.Jobs != nil && s.Jobs.Running+s.Jobs.Waiting+len(s.Jobs.Held) == 0:
		return ", none of its jobs is in the queue: combigo run resume goes on"
	case s.Jobs != nil:
		return fmt.Sprintf(", %s run, %d wait, %d are held", Plural(s.Jobs.Running, "job"), s.Jobs.Waiting, len(s.Jobs.Held))
	case s.Engine == run.Slurm:
		return ", squeue shows its jobs: where there are none, combigo run resume goes on"
	}
	return ", no program is at work: combigo run resume goes on"
}

// RunStatusJSON is what JSON has of how far a run has come.
func RunStatusJSON(s *run.Status) any {
	type chain struct {
		Modulus string `json:"modulus"`
		Value   string `json:"value,omitempty"`
		Stage   int    `json:"stage"`
		Stages  int    `json:"stages"`
		Shares  int    `json:"shares"`
		Ready   int    `json:"shares_done"`
		Fault   string `json:"fault,omitempty"`
	}
	chains := []chain{}
	for _, c := range s.Chains {
		one := chain{Modulus: strconv.FormatUint(c.Modulus, 10), Stage: c.Stage, Stages: c.End, Shares: c.Shares, Ready: c.Ready}
		if c.Known() {
			one.Value = c.Value.String()
		}
		if c.Fault != nil {
			one.Fault = OneLine(c.Fault.Error())
		}
		chains = append(chains, one)
	}
	type held struct {
		ID     string `json:"id"`
		Name   string `json:"name"`
		Reason string `json:"reason"`
	}
	type queue struct {
		Running int    `json:"running"`
		Waiting int    `json:"waiting"`
		Held    []held `json:"held"`
	}
	var jobs *queue
	if s.Jobs != nil {
		jobs = &queue{s.Jobs.Running, s.Jobs.Waiting, []held{}}
		for _, job := range s.Jobs.Held {
			jobs.Held = append(jobs.Held, held(job))
		}
	}
	return struct {
		Rows    int     `json:"rows"`
		Cols    int     `json:"cols"`
		Engine  string  `json:"engine"`
		Busy    bool    `json:"busy"`
		Work    string  `json:"work"`
		Done    bool    `json:"done"`
		Share   float64 `json:"share"`
		Chains  []chain `json:"chains"`
		Steps   float64 `json:"state_steps"`
		Seconds float64 `json:"seconds"`
		Read    int64   `json:"bytes_read"`
		Written int64   `json:"bytes_written"`
		Left    float64 `json:"seconds_left"`
		Jobs    *queue  `json:"jobs,omitempty"`
	}{
		s.Size.Rows, s.Size.Cols, string(s.Engine), s.Work == storage.AtWork, string(s.Work), s.Done, s.Share, chains, s.Steps, s.Seconds,
		int64(s.Read), int64(s.Written), s.Left.Round(time.Second).Seconds(), jobs,
	}
}

// Verification has the faults of the files of a run, one a line, and how much was read.
func Verification(v *run.Verification) *Document {
	d := &Document{}
	for _, fault := range faultLines(v) {
		d.record("%s", fault)
	}
	gone, what := "", fmt.Sprintf("%s of values", v.Bytes)
	if v.Gone > 0 {
		gone = fmt.Sprintf("; %s gone meanwhile, the run is done with them", Plural(v.Gone, "file"))
	}
	if v.Finished {
		what = "the manifest and the values of all chains: the run is finished, and keeps no others"
	}
	d.line("%s, %s, %s%s", Plural(v.Files, "file"), what, Plural(len(v.Faults), "fault"), gone)
	return d
}

// VerificationJSON is what JSON has of the faults of the files of a run.
func VerificationJSON(v *run.Verification) any {
	return struct {
		Files    int      `json:"files"`
		Bytes    int64    `json:"bytes"`
		Gone     int      `json:"files_gone"`
		Finished bool     `json:"finished"`
		Faults   []string `json:"faults"`
	}{v.Files, int64(v.Bytes), v.Gone, v.Finished, faultLines(v)}
}

// faultLines are the faults, a line for each; an empty list, not none, if there are none.
func faultLines(v *run.Verification) []string {
	faults := make([]string, len(v.Faults))
	for i, fault := range v.Faults {
		faults[i] = OneLine(fault.Error())
	}
	return faults
}
