package dev.quietus.execution.linux;

import dev.quietus.execution.posix.Gate;
import dev.quietus.execution.posix.Pipe;
import dev.quietus.execution.posix.SocketPair;
import dev.quietus.execution.posix.Spawn;
import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.Rung;
import dev.quietus.execution.unit.StartedUnit;
import dev.quietus.execution.unit.UnitCommand;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitSystem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Units on Linux in a process namespace of their own, by an unshare(1) that knows
 * {@code --kill-child}; without the rights of root also {@code --map-current-user}. No process
 * leaves it, and the kernel ends it whole. It changes what the command sees: its numbers begin at
 * 1, {@code /proc} shows nobody else where that can be had, and without the rights of root
 * set-user-id programs gain none. So it is used on request only.
 */
public final class NamespaceUnits implements UnitSystem {
    private static final Optional<Path> UNSHARE = Stream.of("/usr/bin/unshare", "/bin/unshare")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();

    /**
     * The first process: a child of it waits for the gate and becomes the command; then it says how
     * that ended, and stays until the other end of the socket is closed. It keeps no pipe
     * meanwhile.
     */
    private static final String FIRST = "(" + Gate.SHIM + ");"
            + " code=$?; exec </dev/null >/dev/null 2>&1; echo $code >&3; read -r end <&3; exit 0";

    private static final List<Way> WAYS = List.of(
            new Way(false, true), new Way(false, false), new Way(true, true), new Way(true, false));

    private final Way way;
    private final ProcessKey self;

    /**
     * How a namespace is made.
     *
     * @param userNamespace whether the rights for it come from a user namespace
     * @param ownProc whether {@code /proc} is mounted anew
     */
    record Way(boolean userNamespace, boolean ownProc) {
        List<String> options() {
            List<String> options = new ArrayList<>(List.of("--pid", "--fork", "--kill-child=KILL"));
            if (userNamespace) {
                options.addAll(List.of("--user", "--map-current-user"));
            }
            if (ownProc) {
                options.add("--mount-proc");
            }
            return options;
        }

        Optional<String> changes() {
            List<String> changes = new ArrayList<>();
            if (userNamespace) {
                changes.add("set-user-id programs gain no rights in it");
            }
            if (!ownProc) {
                changes.add("/proc shows the numbers of the host in it");
            }
            return changes.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", changes));
        }
    }

    private NamespaceUnits(Way way) {
        this.way = way;
        this.self = Proc.self();
    }

    /**
     * Finds out how namespaces can be made here, by making one.
     *
     * @throws UnsupportedOperationException when none can be made; says why
     */
    public static NamespaceUnits open() {
        Optional<String> spawn = Spawn.lacking();
        if (spawn.isPresent()) {
            throw new UnsupportedOperationException(spawn.get());
        }
        if (UNSHARE.isEmpty()) {
            throw new UnsupportedOperationException("there is no unshare(1), see util-linux");
        }
        if (!ProcChildren.areTold()) {
            throw new UnsupportedOperationException(
                    "this kernel does not tell the children of a process");
        }
        List<String> reasons = new ArrayList<>();
        for (Way way : WAYS) {
            NamespaceUnits units = new NamespaceUnits(way);
            try {
                units.probe();
                return units;
            } catch (IOException refused) {
                reasons.add(String.join(" ", way.options()) + ": " + refused.getMessage());
            }
        }
        throw new UnsupportedOperationException(
                "no pid namespace can be made here: " + String.join("; ", reasons));
    }

    private void probe() throws IOException {
        StartedUnit started = start(
                new UnitCommand(List.of("true"), Path.of("/"), Map.of()),
                UnitName.newMark(new SecureRandom()));
        started.abandon();
        LeaderEnd ignored = started.awaitLeader();
        started.output().close();
        started.error().close();
        started.input().close();
        started.release();
    }

    @Override
    public Rung rung() {
        return Rung.PID_NAMESPACE;
    }

    @Override
    public Optional<String> limits() {
        return way.changes();
    }

    @Override
    public String space() {
        return Proc.space();
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
        return LinuxUnits.found(unit, holder);
    }

    @Override
    public StartedUnit start(UnitCommand command, String mark) throws IOException {
        LinuxUnits.ADOPTION.begin();
        List<Pipe> pipes = new ArrayList<>();
        try (NamespaceStart start = new NamespaceStart(SocketPair.open())) {
            for (int i = 0; i < 3; i++) {
                pipes.add(Pipe.open());
            }
            List<String> arguments = new ArrayList<>();
            arguments.add(UNSHARE.orElseThrow().toString());
            arguments.addAll(way.options());
            arguments.addAll(List.of("--", Gate.SHELL, "-c", FIRST, "quietus"));
            arguments.addAll(command.arguments());
            return start.take(arguments, command, mark, pipes);
        } catch (IOException | RuntimeException e) {
            pipes.forEach(Pipe::close);
            throw e;
        }
    }
}
