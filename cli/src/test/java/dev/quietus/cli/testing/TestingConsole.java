package dev.quietus.cli.testing;

import dev.quietus.cli.Main;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Screen;
import dev.quietus.cli.view.Times;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A console that keeps what is printed. It knows nothing of this machine: its home lies in a folder
 * of the test, and nothing is set in its environment.
 */
public final class TestingConsole {

    /** What its clock shows. */
    public static final Instant NOW = Instant.parse("2026-08-16T10:53:00.000Z");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> env = new LinkedHashMap<>();
    private final Path folder;
    private Optional<Screen> screen = Optional.empty();
    private boolean colour;
    private boolean unicode = true;

    private TestingConsole(Path folder) {
        this.folder = folder;
        env.put("HOME", folder.resolve("home").toString());
    }

    /** A pipe; relative paths begin in the folder. */
    public static TestingConsole in(Path folder) {
        return new TestingConsole(folder);
    }

    /** The same that asks this server. */
    public TestingConsole asking(StubServer server) {
        return with("QUIETUS_URL", server.url());
    }

    /** The same with an environment variable. */
    public TestingConsole with(String variable, String value) {
        env.put(variable, value);
        return this;
    }

    /** The same as a terminal of that size, in Berlin. */
    public TestingConsole terminal(int columns, int rows) {
        screen = Optional.of(new Size(columns, rows));
        return this;
    }

    /** The same with colours. */
    public TestingConsole coloured() {
        colour = true;
        return this;
    }

    /** The same in a locale without our signs. */
    public TestingConsole ascii() {
        unicode = false;
        return this;
    }

    private record Size(int columns, int rows) implements Screen {}

    /** The console. */
    public Console console() {
        return new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                screen,
                false,
                colour,
                unicode,
                screen.isPresent() ? Times.local(ZoneId.of("Europe/Berlin")) : Times.utc(),
                Map.copyOf(env),
                folder,
                InstantSource.fixed(NOW));
    }

    /** Runs the program and says its exit code. */
    public int run(String... args) {
        return Main.run(args, console());
    }

    /** Everything on out so far. */
    public String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** The lines on out so far. */
    public List<String> lines() {
        return out().lines().toList();
    }

    /** The same with each longer gap as two spaces, for tests of words and not of columns. */
    public List<String> squeezed() {
        return out().lines().map(line -> line.replaceAll(" {3,}", "  ")).toList();
    }

    /** Everything on err so far. */
    public String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
