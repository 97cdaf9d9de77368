package border

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"
)

func TestScratch(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("N"))
	th, _ := strconv.Atoi(os.Getenv("T"))
	res, _ := strconv.Atoi(os.Getenv("R"))
	t0 := time.Now()
	e := newEngine(n)
	t1 := time.Now()
	e.makeTables(th)
	t2 := time.Now()
	fmt.Println("engine", t1.Sub(t0), "tables", t2.Sub(t1), "home", e.shape.states(), "most", e.most, "bins", e.sorted[0].count, e.sorted[1].count, "classes0")
	for _, ph := range e.phases {
		fmt.Println(ph.active, ph.layers[0].states(), ph.layers[len(ph.layers)-1].states(), len(ph.layers[0].seams))
	}
	t0 = time.Now()
	var s Stats
	if res > 0 {
		m := []uint64{1<<62 - 57, 1<<62 - 87, 1<<62 - 117, 1<<62 - 143}[:res]
		var r []uint64
		r, s, _ = Residues(context.Background(), n, n, m, Options{Threads: th})
		fmt.Println(r)
	} else {
		v, s1, _ := Count(context.Background(), n, n, Options{Threads: th})
		fmt.Println(v)
		s = s1
	}
	d := time.Since(t0)
	b, _ := os.ReadFile("/proc/self/status")
	_ = b
	fmt.Printf("%v  steps %.3g limbsteps %.3g; cpu ns/step %.2f ns/limbstep %.2f planned %.2f GB\n", d, s.StateSteps, s.LimbSteps, d.Seconds()*float64(th)*1e9/s.StateSteps, d.Seconds()*float64(th)*1e9/s.LimbSteps, float64(s.PlannedBytes)/1e9)
}
