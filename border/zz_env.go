package border

import (
	"os"
	"strconv"
)

func envBins() int64 {
	n, _ := strconv.Atoi(os.Getenv("BINS"))
	if n == 0 {
		return binsWanted
	}
	return int64(n)
}
