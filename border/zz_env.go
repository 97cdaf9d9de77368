package border

import (
	"os"
	"strconv"
)

func envInt(k string, d int) int {
	n, _ := strconv.Atoi(os.Getenv(k))
	if n == 0 {
		return d
	}
	return n
}

func envBins() int64 { return int64(envInt("BINS", binsWanted)) }

func init() { cacheBytes = envInt("CB", 1<<20) }
