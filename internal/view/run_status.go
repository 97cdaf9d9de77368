package view

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"combigo/internal/storage"
	"combigo/run"
)

// RunStatus writes how far a run has come.
func RunStatus(w io.Writer, s *run.Status) error {
	fmt.Fprintf(w, "run %s: %.2f %% done%s\n", s.Size, 100*s.Share, activity(s))
	for i, r := range s.Residues {
		name := fmt.Sprintf("residue %-3d modulo %d", i, r.Modulus)
		if r.Modulus == 0 {
			name = "the join    of all residues"
		}
		switch {
		case r.Fault != nil:
			fmt.Fprintf(w, "%s: damaged: %s\n", name, OneLine(r.Fault.Error()))
		case r.Known && r.Modulus == 0:
			fmt.Fprintf(w, "%s: done\n", name)
		case r.Known:
			fmt.Fprintf(w, "%s: %d\n", name, r.Value)
		case r.Stage == r.First && r.Ready == 0:
			fmt.Fprintf(w, "%s: not begun\n", name)
		case r.Modulus == 0:
			fmt.Fprintf(w, "%s: %d of %d bins\n", name, r.Ready, r.Bins)
		case r.Stage == r.End:
			fmt.Fprintf(w, "%s: %d of %d stages\n", name, r.Stage, r.End)
		default:
			fmt.Fprintf(w, "%s: %d of %d stages, and %d of %d bins\n", name, r.Stage, r.End, r.Ready, r.Bins)
		}
	}
	if s.Jobs != nil {
		for _, job := range s.Jobs.Held {
			fmt.Fprintf(w, "held        job %s, %s: %s; fix: scontrol release %s, when what held it is mended\n", job.ID, job.Name, job.Reason, job.ID)
		}
	}
	if s.Seconds > 0 {
		fmt.Fprintf(w, "speed       %.3g state-steps a second, %s read, %s written\n", s.Steps/s.Seconds, s.Read, s.Written)
	}
	if s.Again > 0 {
		fmt.Fprintf(w, "spills      %d were damaged, and their bins computed again: look after the disk\n", s.Again)
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
			one.Fault = OneLine(r.Fault.Error())
		}
		residues = append(residues, one)
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
		Jobs     *queue    `json:"jobs,omitempty"`
	}{
		s.Size.Rows, s.Size.Cols, string(s.Engine), s.Work == storage.AtWork, string(s.Work), s.Done, s.Share, s.Stages, residues, s.Steps, s.Seconds,
		int64(s.Read), int64(s.Written), s.Again, s.Left.Round(time.Second).Seconds(), jobs,
	}
}

// Verification writes the faults of the files of a run, one a line, and how much was read.
func Verification(w io.Writer, v *run.Verification) error {
	for _, fault := range faultLines(v) {
		fmt.Fprintln(w, fault)
	}
	gone := ""
	if v.Gone > 0 {
		gone = fmt.Sprintf("; %s gone meanwhile, the run is done with them", Plural(v.Gone, "file"))
	}
	_, err := fmt.Fprintf(w, "%s, %s of values, %s%s\n", Plural(v.Files, "file"), v.Bytes, Plural(len(v.Faults), "fault"), gone)
	return err
}

// VerificationJSON is what JSON has of the faults of the files of a run.
func VerificationJSON(v *run.Verification) any {
	return struct {
		Files  int      `json:"files"`
		Bytes  int64    `json:"bytes"`
		Gone   int      `json:"files_gone"`
		Faults []string `json:"faults"`
	}{v.Files, int64(v.Bytes), v.Gone, faultLines(v)}
}

// faultLines are the faults, a line for each; an empty list, not none, if there are none.
func faultLines(v *run.Verification) []string {
	faults := make([]string, len(v.Faults))
	for i, fault := range v.Faults {
		faults[i] = OneLine(fault.Error())
	}
	return faults
}
