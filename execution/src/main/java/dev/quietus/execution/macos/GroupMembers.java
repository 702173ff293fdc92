package dev.quietus.execution.macos;

import dev.quietus.execution.posix.Kill;
import dev.quietus.execution.posix.MacCalls;
import dev.quietus.execution.posix.Signal;
import dev.quietus.execution.unit.Look;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.ProcessKey;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The processes of a unit on macOS: its process group, its session, and what descends from anybody
 * who was seen. Who left both before anybody looked is not seen, so nothing is proven.
 */
final class GroupMembers implements Members {
    private final ProcessKey leader;
    private final Supplier<List<BsdInfo>> processes;
    private final IntUnaryOperator sessions;
    /** Whether the leader's number is taken, by itself or as a zombie that is not reaped. */
    private final Predicate<ProcessKey> held;

    private final Set<ProcessKey> known = new HashSet<>();

    /**
     * Those of a leader.
     *
     * @param processes all processes
     * @param sessions the session of a process
     * @param held whether a number still means the process it meant
     */
    GroupMembers(
            ProcessKey leader,
            Supplier<List<BsdInfo>> processes,
            IntUnaryOperator sessions,
            Predicate<ProcessKey> held) {
        this.leader = leader;
        this.processes = processes;
        this.sessions = sessions;
        this.held = held;
    }

    /** Those of a leader on this machine. */
    static GroupMembers here(ProcessKey leader) {
        return new GroupMembers(
                leader,
                MacProcesses::all,
                MacCalls::session,
                key -> MacProcesses.of(key.pid())
                        .filter(info -> info.key().equals(key))
                        .isPresent());
    }

    @Override
    public Look look() {
        List<BsdInfo> all = processes.get();
        // Asked after all were read: while it is there, nobody else has its group or session.
        boolean ours = held.test(leader);
        Set<Integer> found = new HashSet<>();
        for (BsdInfo each : all) {
            if (known.contains(each.key()) || ours && isInGroup(each)) {
                found.add(each.pid());
            }
        }
        addDescendants(all, found);
        found.remove((int) ProcessHandle.current().pid());
        List<Member> living = all.stream()
                .filter(each -> found.contains(each.pid()))
                .filter(BsdInfo::lives)
                .map(BsdInfo::member)
                .toList();
        living.forEach(member -> known.add(member.key()));
        return new Look(living, false);
    }

    private boolean isInGroup(BsdInfo process) {
        long number = leader.pid();
        return process.pid() == number
                || process.group() == number
                || sessions.applyAsInt(process.pid()) == number;
    }

    private static void addDescendants(List<BsdInfo> all, Set<Integer> found) {
        boolean grown = true;
        while (grown) {
            grown = false;
            for (BsdInfo each : all) {
                grown |= found.contains(each.parent()) && found.add(each.pid());
            }
        }
    }

    @Override
    public int terminate(List<Member> living) {
        return MacProcesses.terminate(living);
    }

    /** The group as a whole as well, against those that were born since the look. */
    @Override
    public void kill(List<Member> living) {
        if (held.test(leader)) {
            Kill.group((int) leader.pid(), Signal.KILL.number());
        }
        living.forEach(member -> MacProcesses.signal(member.key(), Signal.KILL.number()));
    }

    @Override
    public String proof() {
        return "process group and session, which prove nothing";
    }

    @Override
    public void release() {
        known.clear();
    }
}
