package dev.quietus.execution.linux;

import dev.quietus.execution.posix.Signal;
import dev.quietus.execution.unit.Look;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.ProcessKey;

import java.util.List;

/**
 * The processes of a process namespace: all that descends from its first one. That first one is
 * ours, is never asked to end, and becomes a zombie only after the kernel has ended and reaped
 * everybody else in the namespace (pid_namespaces(7)). So its end is the proof.
 */
final class NamespaceMembers implements Members {
    static final String PROOF = "end of the pid namespace's first process";

    private final int leader;
    private final ProcessKey first;
    private final Adoption adoption;
    private final Runnable letGo;

    /**
     * Those of a started namespace.
     *
     * @param leader the process outside that waits for the first one
     * @param first the first process, by its number outside
     * @param letGo is called when nobody else lives in it: the first one may end
     */
    NamespaceMembers(int leader, ProcessKey first, Adoption adoption, Runnable letGo) {
        this.leader = leader;
        this.first = first;
        this.adoption = adoption;
        this.letGo = letGo;
    }

    @Override
    public Look look() {
        if (Proc.hasEnded(first)) {
            return new Look(List.of(), true);
        }
        List<Member> inside = NamespaceProcesses.below(first);
        if (inside.isEmpty()) {
            letGo.run();
        }
        return new Look(inside, false);
    }

    @Override
    public int terminate(List<Member> living) {
        return NamespaceProcesses.terminate(living);
    }

    /** Nobody in the namespace can be born or live on when its first process is killed. */
    @Override
    public void kill(List<Member> living) {
        Pidfd.signal(first, Signal.KILL.number());
    }

    @Override
    public String proof() {
        return PROOF;
    }

    @Override
    public void release() {
        adoption.leave(leader);
    }
}
