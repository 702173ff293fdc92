package dev.quietus.execution.linux;

import dev.quietus.execution.posix.Kill;
import dev.quietus.execution.posix.LinuxCalls;
import dev.quietus.execution.unit.ProcessKey;

import java.util.Optional;

/**
 * Signals to one process and no other. A descriptor holds the process, then it is checked that it
 * is the one that is meant, then it is signalled through the descriptor (pidfd_open(2),
 * pidfd_send_signal(2)): numbers come round again.
 */
final class Pidfd {
    private Pidfd() {}

    /**
     * Signals exactly this process. On kernels before 5.3 there are no such descriptors; then the
     * check is made immediately before the signal.
     */
    static Kill.Answer signal(ProcessKey process, int signal) {
        int pid = (int) process.pid();
        int descriptor = LinuxCalls.openProcess(pid);
        if (descriptor == LinuxCalls.GONE) {
            return Kill.Answer.NOBODY;
        }
        try {
            Optional<Proc.Stat> now = Proc.stat(pid);
            if (now.filter(stat -> stat.key().equals(process)).isEmpty()) {
                return Kill.Answer.NOBODY;
            }
            return descriptor == LinuxCalls.UNSUPPORTED
                    ? Kill.process(pid, signal)
                    : LinuxCalls.signal(descriptor, signal);
        } finally {
            if (descriptor >= 0) {
                LinuxCalls.close(descriptor);
            }
        }
    }
}
