package extremal

type checkpointFile struct{}

func (s *search) resume(string) error { return nil }
func (s *search) save() error         { return nil }
