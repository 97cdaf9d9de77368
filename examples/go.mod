module example.org/combigo-examples

go 1.26.0

require combigo.dev/combigo v0.0.0

require (
	github.com/cockroachdb/apd/v3 v3.2.3 // indirect
	github.com/gofrs/flock v0.13.1 // indirect
	github.com/klauspost/cpuid/v2 v2.2.10 // indirect
	github.com/zeebo/xxh3 v1.1.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)

replace combigo.dev/combigo => ../
