package web

import (
	"os/exec"
	"syscall"
)

// dieWithParent has a program end with the tests that start it, however they end.
func dieWithParent(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
