package dev.quietus.execution.plain;

import dev.quietus.execution.linux.LinuxProcesses;
import dev.quietus.execution.macos.BootSession;
import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.Rung;
import dev.quietus.execution.unit.StartedUnit;
import dev.quietus.execution.unit.UnitCommand;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitSystem;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Units without native access: the JDK starts them and shows their tree. They end like all others,
 * and their end is never called confirmed: see {@link Rung#TREE}. Needs a {@code /bin/sh}.
 */
public final class PlainUnits implements UnitSystem {
    private static final Path SHELL = Path.of("/bin/sh");
    /**
     * Waits for the gate and becomes the command. A shell reads a pipe byte by byte, so that what
     * follows the line is left for the command.
     */
    private static final String SHIM = "read -r go || exit 125; exec \"$@\"";

    private static final Optional<Path> SETSID = Stream.of("/usr/bin/setsid", "/bin/setsid")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();

    private static final long SYSCTL_SECONDS = 5;

    private final String why;
    private final ProcessKey self;
    private final String space;

    private PlainUnits(String why, ProcessKey self, String space) {
        this.why = why;
        this.self = self;
        this.space = space;
    }

    /**
     * Finds out what there is.
     *
     * @param why why nothing stronger is used, for people
     * @throws UnsupportedOperationException where there is no {@code /bin/sh}
     */
    public static PlainUnits open(String why) {
        if (!Files.isExecutable(SHELL)) {
            throw new UnsupportedOperationException(
                    "without native access, units need " + SHELL + ", which is not here");
        }
        ProcessKey self = Handles.key(ProcessHandle.current())
                .orElseThrow(() -> new UnsupportedOperationException(
                        "this system does not tell when this process started"));
        return new PlainUnits(why, self, Handles.PROC ? LinuxProcesses.space() : boot());
    }

    /** macOS: a number of its own for each boot. */
    private static String boot() {
        try {
            Process sysctl = new ProcessBuilder("/usr/sbin/sysctl", "-n", BootSession.NAME)
                    .redirectErrorStream(true)
                    .start();
            try (InputStream told = sysctl.getInputStream()) {
                if (!sysctl.waitFor(SYSCTL_SECONDS, TimeUnit.SECONDS)) {
                    sysctl.toHandle().destroyForcibly();
                    return BootSession.space("");
                }
                return BootSession.space(
                        new String(told.readAllBytes(), StandardCharsets.US_ASCII));
            }
        } catch (IOException lacking) {
            return BootSession.space("");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return BootSession.space("");
        }
    }

    @Override
    public Rung rung() {
        return Rung.TREE;
    }

    @Override
    public Optional<String> limits() {
        return Optional.of(why);
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
        return Handles.living(process).isPresent();
    }

    @Override
    public Members find(UnitName unit, Optional<ProcessKey> holder) {
        unit.requireNumberedAs(space);
        return new TreeMembers(unit.leader(), unit.mark(), true);
    }

    @Override
    public StartedUnit start(UnitCommand command, String mark) throws IOException {
        List<String> arguments = new ArrayList<>();
        SETSID.ifPresent(setsid -> arguments.add(setsid.toString()));
        arguments.addAll(List.of(SHELL.toString(), "-c", SHIM, "quietus"));
        arguments.addAll(command.arguments());
        ProcessBuilder builder =
                new ProcessBuilder(arguments).directory(command.directory().toFile());
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.putAll(command.environment());
        environment.put(UnitName.MARKER, mark);
        Process process = builder.start();
        Optional<ProcessKey> leader = Handles.key(process.toHandle());
        if (leader.isEmpty()) {
            process.toHandle().destroyForcibly();
            throw new IOException("the started process is gone before it was seen");
        }
        TreeMembers members = new TreeMembers(leader.get(), mark, SETSID.isPresent());
        return new PlainLeader(process, leader.get(), members, mark);
    }
}
