package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/zeebo/xxh3"

	"combigo.dev/combigo/result"
)

// Settings say how a run is worked on: by whom, and with what. They may change whenever nobody
// works on the run; the numbers, and the files between stages, do not depend on them.
type Settings struct {
	Engine  Engine       `json:"engine"`
	Memory  result.Bytes `json:"memory"`            // ceiling, 0: none was given
	Disk    result.Bytes `json:"disk"`              // ceiling, 0: none was given
	Cluster *Cluster     `json:"cluster,omitempty"` // for Slurm
}

const (
	settingsName   = "settings.json"
	settingsFormat = "combigo settings 2"
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
	case s.Memory < 0 || s.Disk < 0:
		return fmt.Errorf("memory %d, disk %d: want no negative numbers", s.Memory, s.Disk)
	case s.Engine == Slurm:
		return s.Cluster.Check()
	}
	return nil
}

// options are those with which the run could have been started.
func (s Settings) options(threads int) Options {
	return Options{Threads: threads, Memory: s.Memory, Disk: s.Disk, Engine: s.Engine, Cluster: s.Cluster}
}

func checksumOf(b []byte) string { return fmt.Sprintf("%016x", xxh3.Hash(b)) }
