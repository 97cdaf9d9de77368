package extremal

import (
	"fmt"
	"testing"
	"time"
)

func TestProtoFall(t *testing.T) {
	for _, m := range []int{7, 8, 10, 11, 13, 14, 16, 17} {
		start := time.Now()
		d, err := fall{m}.bound(t.Context(), newWorkers(1))
		fmt.Println(m, d, err, time.Since(start).Round(time.Millisecond))
	}
}
