package dev.quietus.execution.linux;

import dev.quietus.execution.posix.Signal;
import dev.quietus.execution.unit.Look;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.UnitName;

import java.util.List;

/**
 * What is left of a unit in a process namespace whose supervisor is gone. Its first process, which
 * was noted, is gone only after the kernel has ended and reaped everybody else in the namespace
 * (pid_namespaces(7)); so its end is the proof here too.
 */
final class NamespaceFound implements Members {
    private final UnitName unit;
    private final ProcessKey first;
    private final FoundMembers marked;

    NamespaceFound(UnitName unit, ProcessKey first, FoundMembers marked) {
        this.unit = unit;
        this.first = first;
        this.marked = marked;
    }

    @Override
    public Look look() {
        List<Member> living =
                marked.look().living().stream().filter(this::isAsked).toList();
        return new Look(living, Proc.hasEnded(first));
    }

    /** The two processes that hold the namespace end by themselves when all others have. */
    private boolean isAsked(Member member) {
        return !member.key().equals(first) && !member.key().equals(unit.leader());
    }

    @Override
    public int terminate(List<Member> living) {
        return marked.terminate(living);
    }

    @Override
    public void kill(List<Member> living) {
        Pidfd.signal(first, Signal.KILL.number());
        Pidfd.signal(unit.leader(), Signal.KILL.number());
        marked.kill(living);
    }

    @Override
    public String proof() {
        return NamespaceMembers.PROOF;
    }

    @Override
    public void release() {
        marked.release();
    }
}
