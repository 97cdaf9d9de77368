package connected

import "sync"

// meter tells how much of the work is done.
type meter struct {
	mu     sync.Mutex
	done   float64
	total  float64
	report func(share float64)
}

func (m *meter) add(work int64) {
	if m.report == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done += float64(work)
	m.report(min(1, m.done/m.total))
}
