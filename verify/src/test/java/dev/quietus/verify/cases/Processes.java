package dev.quietus.verify.cases;

import dev.quietus.drill.process.ChildCommand;
import dev.quietus.drill.process.ChildProcess;
import dev.quietus.verify.server.RunningQuietus;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Starts the processes of workers and agents, and waits for their end. */
final class Processes {
    private static final Duration LONGEST_LIFE = Duration.ofMinutes(2);

    private Processes() {}

    /** Starts a program that finds the server and this token in its environment. */
    static ChildProcess start(
            RunningQuietus quietus,
            String token,
            Class<?> program,
            Path folder,
            List<String> arguments) {
        return ChildProcess.start(new ChildCommand(
                program.getSimpleName() + "-" + arguments.getFirst(),
                program.getName(),
                arguments,
                Map.of("QUIETUS_URL", quietus.url(), "QUIETUS_TOKEN", token),
                folder,
                LONGEST_LIFE));
    }

    /** Waits until a program has ended by itself and says with what. */
    static int exitCode(ChildProcess process) {
        RunningQuietus.untilTrue(process.name() + " has ended", () -> !process.isAlive());
        return process.exitCode().orElseThrow();
    }
}
