package dev.quietus.execution.linux;

import dev.quietus.execution.posix.Kill;
import dev.quietus.execution.posix.Signal;
import dev.quietus.execution.unit.Look;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.Members;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The processes of a unit that this process has started: its control group where it has one, and
 * the tree below this process, which as the sub-reaper loses nobody.
 */
final class ChildMembers implements Members {
    private static final int SIGCONT = 18;

    private final int leader;
    private final String mark;
    private final Adoption adoption;
    private final Optional<Cgroup> cgroup;

    ChildMembers(int leader, String mark, Adoption adoption, Optional<Cgroup> cgroup) {
        this.leader = leader;
        this.mark = mark;
        this.adoption = adoption;
        this.cgroup = cgroup;
    }

    @Override
    public Look look() {
        Map<Integer, Proc.Stat> living = new LinkedHashMap<>();
        cgroup.filter(Cgroup::populated).ifPresent(group -> add(group.members(), living));
        boolean emptyGroup = cgroup.filter(Cgroup::populated).isEmpty();
        Adoption.Found below = adoption.find(mark);
        below.living().forEach(stat -> living.put(stat.pid(), stat));
        return new Look(
                living.values().stream().map(Proc::member).toList(),
                emptyGroup && below.complete());
    }

    private static void add(List<Integer> pids, Map<Integer, Proc.Stat> living) {
        for (int pid : pids) {
            Proc.stat(pid).filter(Proc::lives).ifPresent(stat -> living.put(pid, stat));
        }
    }

    @Override
    public int terminate(List<Member> living) {
        Kill.Answer group = Kill.group(leader, Signal.TERM.number());
        int asked = 0;
        for (Member member : living) {
            Optional<Proc.Stat> now = Proc.stat((int) member.key().pid())
                    .filter(stat -> stat.key().equals(member.key()));
            if (now.isEmpty()) {
                continue;
            }
            boolean byGroup = group == Kill.Answer.SENT && now.get().group() == leader;
            if (byGroup || Pidfd.signal(member.key(), Signal.TERM.number()) == Kill.Answer.SENT) {
                asked++;
            }
            if (now.get().state() == 'T') {
                Pidfd.signal(member.key(), SIGCONT);
            }
        }
        return asked;
    }

    @Override
    public void kill(List<Member> living) {
        cgroup.ifPresent(Cgroup::kill);
        Kill.group(leader, Signal.KILL.number());
        adoption.kill(mark);
        living.forEach(member -> Pidfd.signal(member.key(), Signal.KILL.number()));
    }

    @Override
    public String proof() {
        return cgroup.isPresent() ? "cgroup and process tree" : "process tree";
    }

    @Override
    public void release() {
        adoption.leave(leader);
        // With somebody in it, it stays: what the report has named.
        cgroup.ifPresent(Cgroup::release);
    }
}
