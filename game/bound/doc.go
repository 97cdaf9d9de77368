// Package bound.
package bound
