package dev.quietus.execution.windows;

import dev.quietus.execution.unit.Look;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.Members;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The processes of a Job Object. None leaves it, for breaking away is not allowed; that the kernel
 * counts none is the proof of the end.
 */
final class JobMembers implements Members {
    /** What a process that was killed by its job exits with: what shells say of SIGKILL. */
    static final int KILLED = 137;

    private final Handle job;
    private final Optional<SuspendedProcess> leader;
    private final AtomicBoolean sent = new AtomicBoolean();
    private volatile boolean killed;

    /**
     * Those of a job.
     *
     * @param leader the started process, where it was started here
     */
    JobMembers(Handle job, Optional<SuspendedProcess> leader) {
        this.job = job;
        this.leader = leader;
    }

    @Override
    public Look look() {
        if (Jobs.active(job) == 0) {
            return new Look(List.of(), true);
        }
        List<Member> living = Jobs.processes(job).stream()
                .map(Processes::inJob)
                .flatMap(Optional::stream)
                .toList();
        return new Look(living, false);
    }

    /**
     * Sends Ctrl-Break, once, to the leader's console process group. It reaches those of the group
     * that share this process's console, and may be ignored; windows and services do not hear it.
     */
    @Override
    public int terminate(List<Member> living) {
        boolean leads =
                leader.filter(each -> !Processes.hasEnded(each.process())).isPresent();
        if (!leads || !sent.compareAndSet(false, true)) {
            return 0;
        }
        return Processes.sendBreak(leader.get().pid()) ? living.size() : 0;
    }

    @Override
    public void kill(List<Member> living) {
        killed = true;
        Jobs.terminate(job, KILLED);
    }

    /** Whether the job was told to kill. */
    boolean killed() {
        return killed;
    }

    @Override
    public String proof() {
        return "the job object counts no active process";
    }

    @Override
    public void release() {
        job.close();
    }
}
