// Package web is the explorer in the browser: a small local web server whose
// pages show positions, border states, counts, their growth, game graphs and records.
//
// Pages are written on the server, by html/template, from what the other packages
// compute; everything is embedded. They work with scripts off: every control is a
// link or a form. The one script makes them quicker, by replacing the part of the
// page that changes, and follows the progress of counts by server-sent events.
//
// Nothing is asked of other hosts, and the content security policy forbids it.
// Requests from other sites are refused, as are requests by a name that is not
// this machine's while the server listens on loopback only.
//
// What a request may cost is bounded: sizes of boards and texts, the number of
// counts at once and in the queue, their memory and their time. The work of a
// page ends when its client goes away. A count goes on until it is cancelled, and
// what may take longer than a page should (tables, records, estimates) is found in
// the background, within a time, and kept: memo.
package web
