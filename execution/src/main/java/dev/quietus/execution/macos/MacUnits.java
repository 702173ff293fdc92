package dev.quietus.execution.macos;

import dev.quietus.execution.posix.Kill;
import dev.quietus.execution.posix.MacCalls;
import dev.quietus.execution.posix.Pipe;
import dev.quietus.execution.posix.Signal;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Units on macOS: a session and process group of their own. Who leaves both is not seen, and macOS
 * has nothing that would hold them; so the end of a unit is never called confirmed here. Not run on
 * a Mac.
 */
public final class MacUnits implements UnitSystem {
    private final ProcessKey self;
    private final String space;

    private MacUnits(ProcessKey self, String space) {
        this.self = self;
        this.space = space;
    }

    /**
     * Opens it.
     *
     * @throws UnsupportedOperationException on another system than macOS
     */
    public static MacUnits open() {
        if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac")) {
            throw new UnsupportedOperationException("these units need macOS");
        }
        ProcessKey self = MacProcesses.of(ProcessHandle.current().pid())
                .map(BsdInfo::key)
                .orElseThrow(() -> new UnsupportedOperationException(
                        "macOS does not tell when this process was started"));
        return new MacUnits(self, BootSession.space(MacCalls.text(BootSession.NAME)));
    }

    @Override
    public Rung rung() {
        return Rung.GROUP;
    }

    @Override
    public Optional<String> limits() {
        return Optional.of("macOS holds no process that leaves its group and session");
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
        return MacProcesses.living(process).isPresent();
    }

    @Override
    public Members find(UnitName unit, Optional<ProcessKey> holder) {
        unit.requireNumberedAs(space);
        return GroupMembers.here(unit.leader());
    }

    @Override
    public StartedUnit start(UnitCommand command, String mark) throws IOException {
        List<Pipe> pipes = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                pipes.add(Pipe.open());
            }
            return start(command, mark, pipes);
        } catch (IOException | RuntimeException e) {
            pipes.forEach(Pipe::close);
            throw e;
        }
    }

    private static StartedUnit start(UnitCommand command, String mark, List<Pipe> pipes)
            throws IOException {
        Spawn spawn = Spawn.leader(command, mark, pipes);
        int pid = spawn.start();
        spawn.closeGiven();
        Optional<BsdInfo> leader = MacProcesses.of(pid);
        if (leader.isEmpty()) {
            Kill.process(pid, Signal.KILL.number());
            throw new IOException("the started process can't be looked at");
        }
        ProcessKey key = leader.get().key();
        return new StartedLeader(key, Rung.GROUP, GroupMembers.here(key), pipes, new MacSight());
    }
}
