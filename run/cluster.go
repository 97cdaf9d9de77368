package run

// Cluster is what a site needs to be told.
type Cluster struct{}
