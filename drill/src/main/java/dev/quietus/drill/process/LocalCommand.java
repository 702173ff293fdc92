package dev.quietus.drill.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A local command under a run: {@code quietus exec} as a process of its own, in a folder of its
 * own. Closing it ends both, and whatever the command has started. For one thread at a time.
 */
public final class LocalCommand implements AutoCloseable {
    /** The program itself; named, because the drill is built before it. */
    private static final String PROGRAM = "dev.quietus.cli.Main";

    /** What a unit on Linux needs so that its end can be proven. */
    private static final Path CHILDREN = Path.of("/proc/thread-self/children");

    private static final int GLIBC_MAJOR = 2;
    private static final int GLIBC_MINOR = 34;
    private static final Pattern GLIBC = Pattern.compile("glibc (\\d{1,4})\\.(\\d{1,4})(\\..*)?");
    private static final int ASKED_SECONDS = 10;

    private final Path folder;
    private final ChildProcess process;

    private LocalCommand(Path folder, ChildProcess process) {
        this.folder = folder;
        this.process = process;
    }

    /**
     * Why a command can't be held together here so firmly that its end is proven; empty where it
     * can.
     */
    public static Optional<String> lacking() {
        String system = System.getProperty("os.name", "unknown");
        if (!system.toLowerCase(Locale.ROOT).contains("linux")) {
            return Optional.of(
                    "the end of a local command is proven on Linux only, and this is " + system);
        }
        if (!Files.exists(CHILDREN)) {
            return Optional.of(
                    "the end of a local command can't be proven: this kernel has no " + CHILDREN);
        }
        return recentGlibc()
                ? Optional.empty()
                : Optional.of("the end of a local command can't be proven: it needs glibc "
                        + GLIBC_MAJOR + "." + GLIBC_MINOR);
    }

    private static boolean recentGlibc() {
        try {
            Process asked = new ProcessBuilder("getconf", "GNU_LIBC_VERSION")
                    .redirectErrorStream(true)
                    .start();
            asked.getOutputStream().close();
            if (!asked.waitFor(ASKED_SECONDS, TimeUnit.SECONDS)) {
                asked.destroyForcibly();
                return false;
            }
            Matcher version = GLIBC.matcher(
                    new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                            .strip());
            if (!version.matches()) {
                return false;
            }
            int major = Integer.parseInt(version.group(1));
            return major > GLIBC_MAJOR
                    || major == GLIBC_MAJOR && Integer.parseInt(version.group(2)) >= GLIBC_MINOR;
        } catch (IOException noSuchProgram) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Starts one.
     *
     * @param name what it is called; also its folder
     * @param parent where its folder is made
     * @param environment the server, a token of the run and the run, as {@code quietus exec} reads
     *     them
     * @param longestLife when it ends in any case
     * @param arguments what stands behind {@code quietus exec --no-input}
     * @throws ChildProcessException when the system can't start it
     */
    public static LocalCommand start(
            String name,
            Path parent,
            Map<String, String> environment,
            Duration longestLife,
            List<String> arguments) {
        Path folder = parent.resolve(name);
        try {
            Files.createDirectories(folder);
        } catch (IOException failure) {
            throw new UncheckedIOException("making the folder of " + name, failure);
        }
        List<String> line = new ArrayList<>(List.of("exec", "--no-input"));
        line.addAll(arguments);
        Map<String, String> all = new HashMap<>(environment);
        all.put("XDG_STATE_HOME", folder.resolve("state").toString());
        all.put("XDG_CONFIG_HOME", folder.resolve("config").toString());
        return new LocalCommand(
                folder,
                ChildProcess.start(
                        new ChildCommand(name, PROGRAM, line, all, folder, longestLife)));
    }

    /** The process of {@code quietus exec}. */
    public ChildProcess process() {
        return process;
    }

    /** How long a file in its folder is; 0 where there is none. */
    public long written(String file) {
        Path path = folder.resolve(file);
        try {
            return Files.exists(path) ? Files.size(path) : 0;
        } catch (IOException failure) {
            throw new UncheckedIOException("looking at " + path, failure);
        }
    }

    /**
     * Waits until the command has written something into a file of its folder.
     *
     * @throws ChildProcessException when it does not, or has ended before
     */
    public void awaitWritten(String file, Duration within) throws InterruptedException {
        Patience.await(process.name() + " writes " + file, within, () -> {
            if (written(file) == 0 && !process.isAlive()) {
                throw process.endedEarly("waiting for its " + file);
            }
            return Optional.of(file).filter(_ -> written(file) > 0);
        });
    }

    /**
     * Waits for the end of {@code quietus exec}, and says its exit code.
     *
     * @throws ChildProcessException when it does not end in time
     */
    public int awaitExit(Duration within) throws InterruptedException {
        return Patience.await(
                process.name() + " ends",
                within,
                () -> process.exitCode().isPresent()
                        ? Optional.of(process.exitCode().getAsInt())
                        : Optional.empty());
    }

    @Override
    public void close() {
        process.close();
    }
}
