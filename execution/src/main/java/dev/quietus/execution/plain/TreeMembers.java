package dev.quietus.execution.plain;

import dev.quietus.execution.linux.LinuxProcesses;
import dev.quietus.execution.unit.Look;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.UnitName;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The processes of a unit as far as the JDK shows them: the descendants of everybody that was ever
 * seen; on Linux also the leader's session and who carries the unit's mark. Who was handed to
 * another parent between two looks, and carries no mark, is not seen. So nothing is ever proven.
 */
final class TreeMembers implements Members {
    private final ProcessKey leader;
    private final String mark;
    private final boolean ownSession;
    /** Everybody that was seen and may live. */
    private final Set<ProcessKey> known = new LinkedHashSet<>();

    /**
     * Those of a started process.
     *
     * @param ownSession whether it leads a session of its own
     */
    TreeMembers(ProcessKey leader, String mark, boolean ownSession) {
        this.leader = leader;
        this.mark = mark;
        this.ownSession = ownSession;
        known.add(leader);
    }

    /** Remembers who is there, so that they are found again under another parent. */
    synchronized void remember() {
        List<ProcessKey> session =
                Handles.PROC && ownSession ? LinuxProcesses.session(leader.pid()) : List.of();
        known.removeIf(process -> Handles.living(process).isEmpty());
        // Asked after the session was read: while one of ours lives in it, its number is ours.
        boolean anchored = session.stream().anyMatch(known::contains);
        if (anchored) {
            known.addAll(session);
        }
        for (ProcessKey process : List.copyOf(known)) {
            Handles.of(process).stream()
                    .flatMap(ProcessHandle::descendants)
                    .flatMap(handle -> Handles.key(handle).stream())
                    .forEach(known::add);
        }
        if (Handles.PROC) {
            known.addAll(LinuxProcesses.carrying(UnitName.MARKER + "=" + mark));
        }
        known.removeIf(process -> process.pid() == ProcessHandle.current().pid());
    }

    @Override
    public synchronized Look look() {
        remember();
        List<Member> living =
                known.stream().map(Handles::living).flatMap(Optional::stream).toList();
        return new Look(living, false);
    }

    @Override
    public int terminate(List<Member> living) {
        return (int) living.stream()
                .filter(member ->
                        Handles.of(member.key()).filter(ProcessHandle::destroy).isPresent())
                .count();
    }

    @Override
    public void kill(List<Member> living) {
        living.forEach(
                member -> Handles.of(member.key()).ifPresent(ProcessHandle::destroyForcibly));
    }

    @Override
    public String proof() {
        return "the JDK's process tree, which proves nothing";
    }

    @Override
    public void release() {
        synchronized (this) {
            known.clear();
        }
    }
}
