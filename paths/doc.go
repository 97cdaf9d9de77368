// Package paths counts and estimates the walks through a directed graph that come back nowhere.
package paths
