package dev.quietus.execution.windows;

import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.ProcessKey;
import dev.quietus.execution.unit.Rung;
import dev.quietus.execution.unit.StartedUnit;
import dev.quietus.execution.unit.UnitCommand;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitSystem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Units on Windows 10, Server 2016 or later, 64 bits: a Job Object for each. Not run on Windows.
 *
 * <p>When the supervisor dies, the kernel kills the job; so a unit is rarely found again. Whatever
 * a unit hands to a service, to the task scheduler or to WMI runs outside the job.
 */
public final class WindowsUnits implements UnitSystem {
    private final ProcessKey self;
    private final String space;

    private WindowsUnits(ProcessKey self, String space) {
        this.self = self;
        this.space = space;
    }

    /**
     * Opens it.
     *
     * @throws UnsupportedOperationException on another system than Windows, and on 32 bits
     */
    public static WindowsUnits open() {
        boolean windows =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
        boolean wide = System.getProperty("os.arch", "").endsWith("64");
        if (!windows || !wide) {
            throw new UnsupportedOperationException("job objects need Windows on 64 bits");
        }
        return new WindowsUnits(Processes.self(), BootTime.space());
    }

    @Override
    public Rung rung() {
        return Rung.JOB_OBJECT;
    }

    @Override
    public Optional<String> limits() {
        return Optional.empty();
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
        return Processes.living(process).isPresent();
    }

    @Override
    public Members find(UnitName unit, Optional<ProcessKey> holder) {
        unit.requireNumberedAs(space);
        return Jobs.find(job(unit.mark()))
                .<Members>map(job -> new JobMembers(job, Optional.empty()))
                .orElseGet(() -> new LostJob(unit));
    }

    private static String job(String mark) {
        return "Local\\quietus-" + mark;
    }

    @Override
    public StartedUnit start(UnitCommand command, String mark) throws IOException {
        Map<String, String> environment = new HashMap<>(command.environment());
        environment.put(UnitName.MARKER, mark);
        char[] block = EnvironmentBlock.of(environment, System.getenv());
        String directory = command.directory().toAbsolutePath().toString();
        String program = ProgramPath.find(
                command.arguments().getFirst(), directory, environment, WindowsUnits::isFile);
        List<String> rest = command.arguments().subList(1, command.arguments().size());
        String runs = ProgramPath.isBatch(program) ? interpreter() : program;
        String line = ProgramPath.isBatch(program)
                ? BatchLine.of(runs, program, rest)
                : CommandLine.of(program, rest);
        return start(runs, line, block, directory, mark);
    }

    /** What can't be a path is no file: PATH holds what people wrote into it. */
    private static boolean isFile(String file) {
        try {
            return Files.isRegularFile(Path.of(file));
        } catch (InvalidPathException noPath) {
            return false;
        }
    }

    private static String interpreter() {
        String root = EnvironmentBlock.lookUp(System.getenv(), "SystemRoot");
        return (root.isEmpty() ? "C:\\Windows" : root) + "\\System32\\cmd.exe";
    }

    private static StartedUnit start(
            String program, String line, char[] environment, String directory, String mark)
            throws IOException {
        Handle job = Jobs.create(job(mark));
        List<Pipes.Ends> pipes = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                pipes.add(Pipes.open());
            }
            List<Handle> given = List.of(
                    pipes.get(0).reading(), pipes.get(1).writing(), pipes.get(2).writing());
            for (Handle end : given) {
                Pipes.giveAway(end);
            }
            SuspendedProcess started =
                    SuspendedProcess.create(program, line, environment, directory, given, job);
            given.forEach(Handle::close);
            try {
                Jobs.hold(job, started.process());
            } catch (WindowsException outside) {
                Processes.terminate(started.process(), JobMembers.KILLED);
                started.thread().close();
                started.process().close();
                throw outside;
            }
            return new JobLeader(started, job, pipes);
        } catch (IOException | RuntimeException e) {
            pipes.forEach(Pipes.Ends::close);
            job.close();
            throw e;
        }
    }
}
