package dev.quietus.execution.linux;

import dev.quietus.execution.posix.Children;
import dev.quietus.execution.posix.Kill;
import dev.quietus.execution.posix.LinuxCalls;
import dev.quietus.execution.posix.Signal;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitThreads;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The orphans of this process: as the sub-reaper it becomes the parent of every descendant whose
 * own parent has ended. They are told apart by unit, and reaped while the units run, so that a tool
 * which forks without end does not fill the system with zombies.
 *
 * <p>Processes of this process's own session are left alone: whatever a unit starts is in another
 * session than its supervisor, and never comes back. So a child that the JDK started is neither
 * signalled nor reaped here, unless it has made a session of its own.
 *
 * <p>One for each JVM. Safe for use by several threads; looking and reaping exclude each other, so
 * that a list of children does not change while it is read.
 */
final class Adoption {
    private static final Duration REST = Duration.ofMillis(20);
    /** So often at most before somebody looks at the clock. */
    private static final int KILL_PASSES = 100;

    private final Supplier<Optional<Set<Integer>>> children;
    private final int ownSession = Proc.stat((int) ProcessHandle.current().pid())
            .map(Proc.Stat::session)
            .orElse(0);
    /** Marks of the units that run, by the number of the leader. */
    private final Map<Integer, String> leaders = new HashMap<>();
    /** Who was seen in which unit. */
    private final Map<ProcessKey, String> seen = new HashMap<>();

    private boolean adopts;
    private boolean working;

    Adoption() {
        this(ProcChildren::all);
    }

    /** With other eyes, see {@link ProcChildren#all()}. */
    Adoption(Supplier<Optional<Set<Integer>>> children) {
        this.children = children;
    }

    /**
     * Becomes the parent of orphans. Done when the first unit starts: a process that only looks for
     * the units of others takes nobody in.
     *
     * @throws IOException where the kernel refuses
     */
    synchronized void begin() throws IOException {
        if (!adopts) {
            adopts = LinuxCalls.adoptOrphans();
        }
        if (!adopts) {
            throw new IOException("the kernel does not hand orphans back to this process");
        }
    }

    /** A unit begins; its orphans are reaped from now on. */
    synchronized void enter(int leader, String mark) {
        leaders.put(leader, mark);
        if (!working) {
            working = true;
            UnitThreads.start("quietus-orphans", this::reapWhileUnitsRun);
        }
    }

    /** A unit is over, and its leader is reaped. */
    synchronized void leave(int leader) {
        String mark = leaders.remove(leader);
        if (mark != null) {
            seen.values().removeIf(mark::equals);
        }
        reapOrphans();
    }

    /**
     * The processes below this one that belong to a unit.
     *
     * @param living those that live
     * @param complete whether nobody can have been missed, see {@link #find}
     */
    record Found(List<Proc.Stat> living, boolean complete) {}

    /**
     * Looks at the tree below this process.
     *
     * <p>That nobody was seen is a proof only if the list of direct children is the same after the
     * look as before it, and each of them was seen and is dead or belongs to a known unit. A living
     * descendant has a living ancestor among them. Those that were seen dead can't have had another
     * child since, and a child that they had before would have come into the list when its parent
     * died.
     */
    synchronized Found find(String mark) {
        List<Proc.Stat> found = new ArrayList<>();
        List<Integer> dead = new ArrayList<>();
        Optional<Set<Integer>> before = children.get();
        boolean strays = false;
        for (int pid : before.orElse(Set.of())) {
            Optional<Proc.Stat> child = Proc.stat(pid);
            strays |= child.isEmpty();
            Optional<Proc.Stat> foreign = child.filter(stat -> stat.session() != ownSession);
            Optional<Proc.Stat> living = foreign.filter(Proc::lives);
            Optional<String> unit = living.flatMap(this::unit);
            strays |= living.isPresent() && unit.isEmpty();
            if (unit.filter(mark::equals).isPresent()) {
                collect(living.orElseThrow(), found, new HashSet<>());
            }
            if (foreign.isPresent() && living.isEmpty()) {
                dead.add(pid);
            }
        }
        found.forEach(stat -> seen.put(stat.key(), mark));
        boolean same = before.isPresent() && before.equals(children.get());
        dead.forEach(this::reap);
        return new Found(found, same && !strays);
    }

    private void collect(Proc.Stat living, List<Proc.Stat> into, Set<Integer> visited) {
        if (!visited.add(living.pid())) {
            return;
        }
        into.add(living);
        for (int child : ProcChildren.of(living.pid())) {
            Proc.stat(child).filter(Proc::lives).ifPresent(stat -> collect(stat, into, visited));
        }
    }

    /**
     * Kills whoever of a unit is seen among the orphans, each at once when it is seen, the youngest
     * first, and again as long as somebody new is there: what forks and ends within milliseconds
     * has been dead for long when a list of everybody is whole. The tree below those that live
     * comes up when they have died.
     *
     * <p>Of one that is dead, its group is killed: the child that it had last is still in it if it
     * has not left it yet. As long as the dead one is not reaped, the number means its group, and
     * everybody in it belongs to the unit, for a group is within one session (credentials(7)), and
     * the unit's sessions were made within the unit.
     */
    synchronized void kill(String mark) {
        // Nobody is reaped meanwhile, so that a number stays the same process's.
        Set<Integer> met = new HashSet<>();
        Set<Integer> groups = new HashSet<>();
        for (int pass = 0; pass < KILL_PASSES; pass++) {
            List<Integer> fresh =
                    ProcChildren.orphans().stream().filter(met::add).toList();
            if (fresh.isEmpty()) {
                return;
            }
            for (int pid : fresh.reversed()) {
                Proc.stat(pid)
                        .filter(stat -> stat.session() != ownSession)
                        .filter(stat -> unit(stat).filter(mark::equals).isPresent())
                        .ifPresent(stat -> kill(stat, mark, groups));
            }
        }
    }

    private void kill(Proc.Stat orphan, String mark, Set<Integer> groups) {
        // A group of another numbering of processes shows as 0.
        if (orphan.ended() && orphan.group() > 1 && groups.add(orphan.group())) {
            Kill.group(orphan.group(), Signal.KILL.number());
        }
        if (Proc.lives(orphan)) {
            seen.put(orphan.key(), mark);
            Pidfd.signal(orphan.key(), Signal.KILL.number());
        }
    }

    /** Which unit a child of this process belongs to; empty when that can't be told. */
    private Optional<String> unit(Proc.Stat child) {
        for (int number : List.of(child.pid(), child.session(), child.group())) {
            if (leaders.containsKey(number)) {
                return Optional.of(leaders.get(number));
            }
        }
        if (seen.containsKey(child.key())) {
            return Optional.of(seen.get(child.key()));
        }
        if (leaders.size() == 1) {
            return leaders.values().stream().findFirst();
        }
        return leaders.values().stream()
                .filter(mark -> Proc.carries(child.pid(), UnitName.MARKER + "=" + mark))
                .findFirst();
    }

    private void reapWhileUnitsRun() {
        while (true) {
            synchronized (this) {
                reapOrphans();
                if (leaders.isEmpty()) {
                    working = false;
                    return;
                }
            }
            try {
                Thread.sleep(REST);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void reapOrphans() {
        for (int pid : children.get().orElse(Set.of())) {
            Proc.stat(pid)
                    .filter(stat -> stat.ended() && stat.session() != ownSession)
                    .ifPresent(stat -> reap(pid));
        }
    }

    /** By number, never any: leaders stay, so that their numbers stay taken. */
    private void reap(int orphan) {
        if (!leaders.containsKey(orphan)) {
            Children.reap(orphan);
        }
    }
}
