package dev.quietus.execution.linux;

import dev.quietus.execution.posix.Signal;
import dev.quietus.execution.unit.Look;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.UnitName;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is left of a unit whose supervisor is gone, where it may have been a process namespace. Its
 * end is proven only if its first process was seen here and is gone; a unit that never had a
 * namespace is told by its other marks.
 */
final class NamespaceFound implements Members {
    private final UnitName unit;
    private final FoundMembers marked;
    private @Nullable ProcessKey first;

    NamespaceFound(UnitName unit, FoundMembers marked) {
        this.unit = unit;
        this.marked = marked;
    }

    @Override
    public Look look() {
        Look seen = marked.look();
        if (first == null) {
            first = find(seen.living()).orElse(null);
        }
        List<Member> living = seen.living().stream().filter(this::isAsked).toList();
        ProcessKey known = first;
        boolean proven = known == null
                ? seen.conclusive()
                : NamespaceProcesses.living(known).isEmpty();
        return new Look(living, proven);
    }

    private Optional<ProcessKey> find(List<Member> living) {
        return living.stream()
                .map(Member::key)
                .filter(key -> NamespaceProcesses.isFirst((int) key.pid()))
                .filter(key -> NamespaceProcesses.living(key).isPresent())
                .findFirst();
    }

    /** The two processes that hold the namespace end by themselves when all others have. */
    private boolean isAsked(Member member) {
        ProcessKey known = first;
        return known == null || !member.key().equals(known) && !member.key().equals(unit.leader());
    }

    @Override
    public int terminate(List<Member> living) {
        return marked.terminate(living);
    }

    @Override
    public void kill(List<Member> living) {
        ProcessKey known = first;
        if (known != null) {
            Pidfd.signal(known, Signal.KILL.number());
            Pidfd.signal(unit.leader(), Signal.KILL.number());
        }
        marked.kill(living);
    }

    @Override
    public String proof() {
        return first == null ? marked.proof() : "end of the pid namespace's first process";
    }

    @Override
    public void release() {
        marked.release();
    }
}
