package dev.quietus.execution.plain;

import dev.quietus.execution.linux.LinuxProcesses;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.ProcessKey;

import java.time.Instant;
import java.util.Optional;

/**
 * Processes as the JDK shows them, told apart by number and start. On Linux the start is the
 * kernel's own, in clock ticks since boot, and so the same for every process that looks; elsewhere
 * it is the JDK's, in milliseconds since 1970.
 */
final class Handles {
    /** Whether {@code /proc} tells more than the JDK does. */
    static final boolean PROC = LinuxProcesses.told();

    private Handles() {}

    /** Which process a handle means. */
    static Optional<ProcessKey> key(ProcessHandle handle) {
        return PROC
                ? LinuxProcesses.key(handle.pid())
                : handle.info()
                        .startInstant()
                        .map(Instant::toEpochMilli)
                        .map(start -> new ProcessKey(handle.pid(), start));
    }

    /**
     * The handle of exactly this process. The key is read after the handle was taken: if it is
     * still the same, the handle can't mean a later process.
     */
    static Optional<ProcessHandle> of(ProcessKey process) {
        return ProcessHandle.of(process.pid())
                .filter(handle -> key(handle).filter(process::equals).isPresent());
    }

    /** Exactly this process, if it lives. */
    static Optional<Member> living(ProcessKey process) {
        return PROC
                ? LinuxProcesses.living(process)
                : of(process)
                        .filter(ProcessHandle::isAlive)
                        .map(handle -> new Member(
                                process,
                                handle.info().command().orElse("[" + process.pid() + "]"),
                                "running"));
    }
}
