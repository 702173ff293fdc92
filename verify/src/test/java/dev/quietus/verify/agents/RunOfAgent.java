package dev.quietus.verify.agents;

import static dev.quietus.verify.server.RunningQuietus.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quietus.cli.Main;
import dev.quietus.verify.server.OwnJava;
import dev.quietus.verify.server.ServerProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One {@code quietus run} in a process of its own, and everything that it has started. */
final class RunOfAgent implements AutoCloseable {
    /** How long outcomes are looked for after a stop; in these tests none turns up late. */
    static final Duration SETTLE = Duration.ofSeconds(4);

    private static final int SIGINT = 2;
    private static final long MOST_SECONDS = 60;
    private static final Set<String> SECRETS =
            Set.of("QUIETUS_TOKEN", "QUIETUS_HOOK_URL", "ANTHROPIC_BASE_URL", "OPENAI_BASE_URL");

    private final Process process;
    private final String run;
    private final Path out;
    private final Path err;

    private RunOfAgent(Process process, String run, Path out, Path err) {
        this.process = process;
        this.run = run;
        this.out = out;
        this.err = err;
    }

    /**
     * Starts one as an operator.
     *
     * @param server where it is registered
     * @param work the folder in which it runs; its output goes beside it
     * @param xdg the parent of the state folder, named {@code quietus}
     * @param environment everything else that is set
     * @param options further options of {@code quietus run}
     * @param command the agent
     */
    static RunOfAgent start(
            ServerProcess server,
            String run,
            Path work,
            Path xdg,
            Map<String, String> environment,
            List<String> options,
            List<String> command) {
        List<String> line = new ArrayList<>(hearingCtrlC());
        line.addAll(OwnJava.line(Main.class, List.of("-XX:+UseSerialGC")));
        line.addAll(List.of(
                "run",
                "--run",
                run,
                "--grace",
                "3s",
                "--settle-timeout",
                SETTLE.toMillis() + "ms"));
        line.addAll(options);
        line.add("--");
        line.addAll(command);
        try {
            Path out = Files.createTempFile(work.getParent(), "out", ".txt");
            Path err = Files.createTempFile(work.getParent(), "err", ".txt");
            ProcessBuilder builder = new ProcessBuilder(line)
                    .directory(work.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            Map<String, String> set = builder.environment();
            String path = set.getOrDefault("PATH", "/usr/bin:/bin");
            set.clear();
            set.put("PATH", path);
            set.putAll(environment);
            set.put("QUIETUS_URL", server.url());
            set.put("QUIETUS_TOKEN", server.operatorToken());
            set.put("XDG_STATE_HOME", xdg.toString());
            return new RunOfAgent(builder.start(), run, out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whoever started the tests in the background may have had SIGINT ignored, and theirs too. */
    private static List<String> hearingCtrlC() {
        try (Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
            boolean ignored = status.filter(line -> line.startsWith("SigIgn:"))
                    .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16)
                                    & 1L << SIGINT - 1)
                            != 0);
            return ignored ? List.of("env", "--default-signal=INT") : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String run() {
        return run;
    }

    /** What is typed. */
    OutputStream input() {
        return process.getOutputStream();
    }

    /** Nothing more is typed. */
    void endInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException gone) {
            return;
        }
    }

    int exit() throws InterruptedException {
        if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("quietus run goes on: " + err());
        }
        return process.exitValue();
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Presses Ctrl-C twice, as a terminal does: signals. Of two that wait the system makes one, so
     * the second comes when the first has been heard; by the shell, which loses no time, as the
     * agent may end of the first.
     */
    void interruptTwice() throws IOException, InterruptedException {
        String script = "kill -INT $1 && until grep -q 'once more' $2; do :; done && kill -INT $1";
        new ProcessBuilder(
                        "timeout",
                        "20",
                        "sh",
                        "-c",
                        script,
                        "sh",
                        Long.toString(process.pid()),
                        err.toString())
                .start()
                .waitFor();
    }

    /** Kills it outright, as if it had crashed. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        exit();
    }

    static void signal(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    }

    /** The process that is the agent itself, and not the wrapper around it. */
    long program(Path program) {
        return until("the process of " + program, () -> {
            try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
                return all.filter(each -> carries(each.pid()))
                        .filter(each -> each.info()
                                .command()
                                .filter(program.toString()::equals)
                                .isPresent())
                        .map(ProcessHandle::pid)
                        .findFirst();
            }
        });
    }

    /**
     * The first process: what {@code quietus run} has started. It adopts what its agent leaves
     * behind, which may have the lower number once numbers are given out again from the start.
     */
    long leader() {
        return until("the agent's process", () -> {
            try (Stream<ProcessHandle> children = process.toHandle().children()) {
                return children.filter(child -> carries(child.pid()))
                        .min(Comparator.comparing(
                                child -> child.info().startInstant().orElse(Instant.MAX)))
                        .map(ProcessHandle::pid);
            }
        });
    }

    /** Everything that lives and has the run in its environment: what the run has started. */
    List<String> living() {
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            return all.filter(each -> carries(each.pid()))
                    .map(each -> each.pid() + " " + command(each.pid()))
                    .toList();
        }
    }

    private boolean carries(long pid) {
        return contains(pid, "environ", "QUIETUS_RUN=" + run + "\0");
    }

    private static boolean contains(long pid, String file, String text) {
        try {
            String all = Files.readString(
                    Path.of("/proc", Long.toString(pid), file), StandardCharsets.ISO_8859_1);
            return ("\0" + all).contains("\0" + text);
        } catch (IOException gone) {
            return false;
        }
    }

    /**
     * The command lines of the run that show a secret which is in its environment: those can be
     * read by every user of the machine.
     */
    List<String> shownSecrets() {
        List<String> living = living();
        List<String> secrets = living.stream()
                .flatMap(line -> environment(Long.parseLong(line.substring(0, line.indexOf(' ')))))
                .filter(each -> SECRETS.contains(each.substring(0, each.indexOf('='))))
                .map(each -> each.substring(each.indexOf('=') + 1))
                .distinct()
                .toList();
        assertThat(secrets).isNotEmpty();
        return living.stream()
                .filter(line -> secrets.stream().anyMatch(line::contains))
                .toList();
    }

    private static Stream<String> environment(long pid) {
        try {
            return Files.readString(
                            Path.of("/proc", Long.toString(pid), "environ"),
                            StandardCharsets.ISO_8859_1)
                    .lines()
                    .flatMap(text -> Stream.of(text.split("\0")))
                    .filter(each -> each.indexOf('=') > 0);
        } catch (IOException gone) {
            return Stream.empty();
        }
    }

    private static String command(long pid) {
        try {
            return Files.readString(
                            Path.of("/proc", Long.toString(pid), "cmdline"),
                            StandardCharsets.ISO_8859_1)
                    .replace('\0', ' ');
        } catch (IOException gone) {
            return "";
        }
    }

    /** How many processes of the run have this in their command line. */
    long running(String words) {
        return living().stream().filter(line -> line.contains(words)).count();
    }

    /** Waits for a file that an agent makes: it has to start first, and everything behind it. */
    static void awaitFile(Path file) {
        await(file.toString())
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> Files.exists(file));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        for (String line : living()) {
            ProcessHandle.of(Long.parseLong(line.substring(0, line.indexOf(' '))))
                    .ifPresent(ProcessHandle::destroyForcibly);
        }
    }
}
