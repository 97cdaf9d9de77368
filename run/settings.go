package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"combigo/internal/storage"
	"combigo/result"
)

// Settings say how a run is worked on: by whom, and with what. They may change whenever nobody
// works on the run; the numbers, and the files between stages, do not depend on them.
type Settings struct {
	Engine Engine       `json:"engine"`
	Memory result.Bytes `json:"memory"` // ceiling, 0: none was given
	Disk   result.Bytes `json:"disk"`   // ceiling, 0: none was given
	// Reclaim says that tiles are given back as soon as they are read, by the engine Disk.
	Reclaim bool `json:"reclaim"`
	// KeepEvery is 0 if no stage is kept; see [Run.keptBefore].
	KeepEvery int      `json:"keep_every"`
	Cluster   *Cluster `json:"cluster,omitempty"` // for Slurm
}

const (
	settingsName   = "settings.json"
	settingsFormat = "combigo settings 1"
)

// settingsFile is the file of the settings. It says what run it is of.
type settingsFile struct {
	Format string `json:"format"`
	Run    string `json:"run"`
	Settings
	Checksum string `json:"checksum"` // of all the above
}

func (f settingsFile) seal() (settingsFile, error) {
	f.Checksum = ""
	bare, err := json.Marshal(f)
	f.Checksum = checksumOf(bare)
	return f, err
}

// parseSettings reads the settings of a run, and checks that they make sense.
func parseSettings(text []byte, run string) (Settings, error) {
	var f settingsFile
	if err := strictly(text, &f); err != nil {
		return Settings{}, err
	}
	sealed, err := f.seal()
	switch {
	case err != nil:
		return Settings{}, err
	case f.Format != settingsFormat:
		return Settings{}, fmt.Errorf("the format is %q, want %q", f.Format, settingsFormat)
	case f.Checksum != sealed.Checksum:
		return Settings{}, errors.New("it does not match its checksum: it has been altered")
	case f.Run != run:
		return Settings{}, &foreignSettings{Got: f.Run, Want: run}
	}
	return f.Settings, f.check()
}

// foreignSettings says that settings are of another run.
type foreignSettings struct{ Got, Want string }

func (e *foreignSettings) Error() string {
	return fmt.Sprintf("it is of the run %s, want %s", e.Got, e.Want)
}

// strictly decodes one JSON value without unknown fields.
func strictly(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if d.More() {
		return errors.New("there is more after the end")
	}
	return nil
}

func (s Settings) check() error {
	switch {
	case s.Engine != Disk && (s.Engine != Slurm || s.Cluster == nil):
		return fmt.Errorf("the engine is %q, want disk, or slurm with what sbatch is told", s.Engine)
	case s.KeepEvery < 0 || s.Memory < 0 || s.Disk < 0:
		return fmt.Errorf("memory %d, disk %d, every stage of %d is kept: want no negative numbers", s.Memory, s.Disk, s.KeepEvery)
	case s.KeepEvery > 0 && s.Reclaim:
		return errors.New("this run gives back what it has read, since the disk is short: it keeps no stage")
	case s.Engine == Slurm:
		return s.Cluster.Check()
	}
	return nil
}

// options are those with which the run could have been started.
func (s Settings) options(threads int) Options {
	return Options{Threads: threads, Memory: s.Memory, Disk: s.Disk, Engine: s.Engine, Cluster: s.Cluster}
}

// Settings returns how the run is worked on.
func (r *Run) Settings() Settings {
	s := r.settings
	if s.Cluster != nil {
		c := *s.Cluster
		s.Cluster = &c
	}
	return s
}

// Try changes how this program works on the run, and writes nothing. The error is a [MemoryError] if the run
// does not fit; then nothing has changed.
func (r *Run) Try(s Settings) error {
	if err := errors.Join(s.check(), r.makeEngine()); err != nil {
		return err
	}
	if err := r.fits(s); err != nil {
		return err
	}
	r.settings, r.settingsFault = s, nil
	r.memory, _, _ = s.options(r.threads).memory()
	return nil
}

// Change is [Run.Try] for all programs from now on.
func (r *Run) Change(s Settings) error {
	fault := r.settingsFault
	if err := r.Try(s); err != nil {
		return err
	}
	r.settingsFault = fault
	return explain(r.saveSettings())
}

// fits returns a [MemoryError] if the memory of the settings is too little.
func (r *Run) fits(s Settings) error {
	opt := s.options(r.threads)
	p := &Plan{Size: r.Size(), dir: r.dir, Cluster: s.Engine == Slurm, engine: r.engine, opt: opt}
	var err error
	if p.memory, p.ofTask, err = opt.memory(); err != nil {
		return err
	}
	if p.memory == 0 {
		return nil // what the machine, or the node, has
	}
	if err := p.estimateMemory(r.manifest.method(), r.manifest.Spare); err != nil {
		return err
	}
	return p.memoryRefusal()
}

func (r *Run) saveSettings() error {
	f, err := settingsFile{Format: settingsFormat, Run: r.manifest.ID, Settings: r.settings}.seal()
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	name := filepath.Join(r.dir, settingsName)
	if r.settingsFault != nil { // whatever is in its place
		if err := storage.RemoveAll(r.fs, name); err != nil {
			return err
		}
	}
	r.settingsFault = nil
	return storage.WriteFile(r.fs, name, r.tag, append(text, '\n'))
}

// loadSettings reads the settings. Runs that were started by an older version have them in the manifest until they change.
func (r *Run) loadSettings() error {
	name := filepath.Join(r.dir, settingsName)
	text, err := storage.ReadFile(r.fs, name, maxManifestBytes)
	if err == nil {
		r.settings, err = parseSettings(text, r.manifest.ID)
	} else if errors.Is(err, os.ErrNotExist) && r.manifest.Format == manifestWithSettings {
		r.settings, err = r.manifest.settings(), nil
	}
	r.settingsFault = nil
	if err == nil || isShortage(err) {
		return err
	}
	r.settings = Settings{Engine: Disk}
	var foreign *foreignSettings
	if errors.As(err, &foreign) {
		if id, err := (&manifest{ID: foreign.Got}).runID(); err == nil {
			if r.settingsFault = r.foreignManifest(id); r.settingsFault != nil {
				return nil
			}
		}
	}
	r.settingsFault = &DamageError{
		File: name, Cause: err,
		Fix: r.readAgain(err) + fmt.Sprintf("combigo run resume %s --engine disk, or slurm, writes it again, with the options that are given; nothing else is damaged", r.dir),
	}
	return nil
}
