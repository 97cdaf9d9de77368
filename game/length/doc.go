// Package length counts games by length.
package length
