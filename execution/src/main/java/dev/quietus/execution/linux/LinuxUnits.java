package dev.quietus.execution.linux;

import dev.quietus.execution.posix.Pipe;
import dev.quietus.execution.posix.Spawn;
import dev.quietus.execution.posix.StartedLeader;
import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.Rung;
import dev.quietus.execution.unit.StartedUnit;
import dev.quietus.execution.unit.UnitCommand;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitSystem;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Units on Linux. What it offers is found out once, when it is opened. */
public final class LinuxUnits implements UnitSystem {
    static final Adoption ADOPTION = new Adoption();

    private final Optional<Path> cgroups;
    private final Rung rung;
    private final Optional<String> limits;
    private final String space = Proc.space();
    private final ProcessKey self;

    private LinuxUnits(Optional<Path> cgroups, Rung rung, Optional<String> limits) {
        this.cgroups = cgroups;
        this.rung = rung;
        this.limits = limits;
        this.self = Proc.self();
    }

    /**
     * Finds out what there is.
     *
     * @param useCgroups whether control groups are used where there are any
     */
    public static LinuxUnits open(boolean useCgroups) {
        Optional<String> spawn = Spawn.lacking();
        if (spawn.isPresent()) {
            throw new UnsupportedOperationException(spawn.get());
        }
        if (!ProcChildren.areTold()) {
            throw new UnsupportedOperationException(
                    "this kernel does not tell the children of a process");
        }
        String probe = UnitName.newMark(new SecureRandom());
        Cgroup.Offer offer = useCgroups ? Cgroup.offer(probe) : new Cgroup.Unusable("switched off");
        return switch (offer) {
            case Cgroup.Usable(Path below) ->
                new LinuxUnits(Optional.of(below), Rung.CGROUP, Optional.empty());
            case Cgroup.Unusable(String why) ->
                new LinuxUnits(Optional.empty(), Rung.SUBREAPER, Optional.of(why));
        };
    }

    @Override
    public Rung rung() {
        return rung;
    }

    @Override
    public Optional<String> limits() {
        return limits;
    }

    @Override
    public String space() {
        return space;
    }

    @Override
    public ProcessKey self() {
        return self;
    }

    @Override
    public boolean lives(ProcessKey process) {
        return !Proc.hasEnded(process);
    }

    @Override
    public Members find(UnitName unit, Optional<ProcessKey> holder) {
        unit.requireNumberedAs(space());
        return found(unit, holder);
    }

    @Override
    public void clear(Set<String> noted, Instant before) {
        cgroups.ifPresent(below -> Cgroup.clear(below, noted, before));
    }

    /** Whichever way a unit was started in, its note says how it is found. */
    static Members found(UnitName unit, Optional<ProcessKey> holder) {
        FoundMembers marked = new FoundMembers(unit, Cgroup.find(unit.mark()));
        return holder.<Members>map(first -> new NamespaceFound(unit, first, marked))
                .orElse(marked);
    }

    @Override
    public StartedUnit start(UnitCommand command, String mark) throws IOException {
        ADOPTION.begin();
        Optional<Cgroup> cgroup = Optional.empty();
        if (cgroups.isPresent()) {
            cgroup = Optional.of(Cgroup.create(cgroups.get(), mark));
        }
        List<Pipe> pipes = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                pipes.add(Pipe.open());
            }
            return start(command, mark, cgroup, pipes);
        } catch (IOException | RuntimeException e) {
            pipes.forEach(Pipe::close);
            if (cgroup.isPresent()) {
                cgroup.get().remove();
            }
            throw e;
        }
    }

    private StartedUnit start(
            UnitCommand command, String mark, Optional<Cgroup> cgroup, List<Pipe> pipes)
            throws IOException {
        Spawn spawn = Spawn.leader(command, mark, pipes);
        int pid;
        // Together, or one that ends at once would be reaped as an orphan.
        synchronized (ADOPTION) {
            pid = spawn.start();
            ADOPTION.enter(pid, mark);
        }
        spawn.closeGiven();
        Proc.Stat stat = Proc.stat(pid).orElseThrow();
        // One process, moved while it can have no child: whatever it starts is in the group.
        Optional<Cgroup> joined = cgroup.filter(group -> group.take(pid));
        if (cgroup.isPresent() && joined.isEmpty()) {
            cgroup.get().remove();
        }
        return new StartedLeader(
                stat.key(),
                joined.isPresent() ? Rung.CGROUP : Rung.SUBREAPER,
                new ChildMembers(pid, mark, ADOPTION, joined),
                pipes,
                new LinuxSight());
    }
}
