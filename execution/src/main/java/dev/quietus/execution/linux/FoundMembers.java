package dev.quietus.execution.linux;

import dev.quietus.execution.posix.Kill;
import dev.quietus.execution.posix.Signal;
import dev.quietus.execution.unit.Look;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.UnitName;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is left of a unit whose supervisor is gone: its control group, what carries its mark, what
 * is in its leader's session, and what descends from those. Who had left all of these can't be
 * found any more; so only an empty control group proves an end.
 */
final class FoundMembers implements Members {
    private final UnitName unit;
    private final Optional<Cgroup> cgroup;

    FoundMembers(UnitName unit, Optional<Cgroup> cgroup) {
        this.unit = unit;
        this.cgroup = cgroup;
    }

    @Override
    public Look look() {
        long births = Proc.births();
        Map<Integer, Proc.Stat> all = new LinkedHashMap<>();
        Proc.all().forEach(pid -> Proc.stat(pid).ifPresent(stat -> all.put(pid, stat)));
        Map<Integer, Proc.Stat> found = new LinkedHashMap<>();
        cgroup.filter(Cgroup::populated)
                .ifPresent(group -> group.members()
                        .forEach(pid -> Proc.stat(pid).ifPresent(stat -> found.put(pid, stat))));
        boolean leaderThere = Optional.ofNullable(all.get((int) unit.leader().pid()))
                .filter(stat -> stat.key().equals(unit.leader()))
                .isPresent();
        long self = ProcessHandle.current().pid();
        for (Proc.Stat stat : all.values()) {
            if (stat.pid() != self
                    && (leaderThere && inSession(stat)
                            || Proc.carries(stat.pid(), UnitName.MARKER + "=" + unit.mark()))) {
                found.put(stat.pid(), stat);
            }
        }
        addDescendants(all, found);
        List<Member> living =
                found.values().stream().filter(Proc::lives).map(Proc::member).toList();
        boolean emptied = cgroup.isPresent() && !cgroup.get().populated();
        return new Look(living, emptied && births == Proc.births());
    }

    /** While the leader is there, even as a zombie, nobody else can have its session. */
    private boolean inSession(Proc.Stat stat) {
        return stat.session() == unit.leader().pid()
                || stat.group() == unit.leader().pid();
    }

    private static void addDescendants(Map<Integer, Proc.Stat> all, Map<Integer, Proc.Stat> found) {
        boolean grown = true;
        while (grown) {
            grown = false;
            for (Proc.Stat stat : all.values()) {
                if (found.containsKey(stat.parent()) && !found.containsKey(stat.pid())) {
                    found.put(stat.pid(), stat);
                    grown = true;
                }
            }
        }
    }

    @Override
    public int terminate(List<Member> living) {
        return (int) living.stream()
                .filter(member ->
                        Pidfd.signal(member.key(), Signal.TERM.number()) == Kill.Answer.SENT)
                .count();
    }

    @Override
    public void kill(List<Member> living) {
        cgroup.ifPresent(Cgroup::kill);
        living.forEach(member -> Pidfd.signal(member.key(), Signal.KILL.number()));
    }

    @Override
    public String proof() {
        return cgroup.isPresent()
                ? "cgroup"
                : "no cgroup: who has left its session and dropped its mark can't be found";
    }

    @Override
    public void release() {
        // Somebody who is still in it has been named by the look.
        cgroup.ifPresent(Cgroup::release);
    }
}
