package dev.quietus.cli.view;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a command speaks, and what it may know of its surroundings. Everything that differs between
 * a terminal, a pipe and a test is in here.
 *
 * @param out results; the only place of what another program may read
 * @param err errors and progress
 * @param screen the terminal behind {@code out}; empty when it is a pipe or file
 * @param liveErr whether {@code err} is a terminal
 * @param colour whether colours may be used
 * @param unicode whether the locale can show the signs
 * @param times how times are written
 * @param env the environment
 * @param directory where relative paths begin
 * @param clock this machine's clock
 */
public record Console(
        PrintStream out,
        PrintStream err,
        Optional<Screen> screen,
        boolean liveErr,
        boolean colour,
        boolean unicode,
        Times times,
        Map<String, String> env,
        Path directory,
        InstantSource clock) {

    private static final int UNBOUNDED = 1_000_000;
    private static final String FROM = "○◐●▲✔…·├└│—";
    private static final String TO = "o~*!+>-|`|-";

    /** The console of this process. */
    public static Console ofProcess() {
        Map<String, String> env = System.getenv();
        boolean live = isTerminal(1);
        boolean noColour = !env.getOrDefault("NO_COLOR", "").isEmpty()
                || env.getOrDefault("TERM", "").equals("dumb");
        return new Console(
                new PrintStream(
                        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)),
                        false,
                        StandardCharsets.UTF_8),
                new PrintStream(
                        new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                live ? Optional.of(new TtyScreen(env, new File("/dev/tty"))) : Optional.empty(),
                isTerminal(2),
                live && !noColour,
                "UTF-8".equalsIgnoreCase(System.getProperty("native.encoding")),
                live ? Times.local() : Times.utc(),
                env,
                Path.of(""),
                InstantSource.system());
    }

    /**
     * Whether a descriptor is a terminal. Linux says so of each one; elsewhere the JDK knows only
     * whether in and out both are.
     */
    private static boolean isTerminal(int descriptor) {
        try {
            Path target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor));
            return target.startsWith("/dev/pts")
                    || target.toString().startsWith("/dev/tty")
                    || target.startsWith("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.ofNullable(System.console())
                    .map(java.io.Console::isTerminal)
                    .orElse(false);
        }
    }

    /** The characters that one line may have; a pipe has no end. */
    public int width() {
        return screen.isPresent() ? screen.get().columns() : UNBOUNDED;
    }

    /** Whether results go to a terminal. */
    public boolean live() {
        return screen.isPresent();
    }

    /** Prints a line of a result for people. */
    public void line(String text) {
        out.print(shown(text));
        out.print('\n');
    }

    /** Prints a line on the side of errors and progress. */
    public void note(String text) {
        err.print(shown(text));
        err.print('\n');
    }

    /** Prints text that another program may read; nothing in it is replaced. */
    public void data(String text) {
        out.print(text);
    }

    /** The text in this tone, if colours may be used. */
    public String toned(Tone tone, String text) {
        return colour ? tone.over(text) : text;
    }

    /** The sign and the word beside it. */
    public String sign(Sign sign, String word) {
        return toned(sign.tone(), sign.symbol() + " " + word);
    }

    /** The text as this console can show it: other signs where the locale has none of ours. */
    public String shown(String text) {
        if (unicode) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            int at = FROM.indexOf(text.charAt(i));
            plain.append(at < 0 ? text.charAt(i) : TO.charAt(at));
        }
        return plain.toString();
    }

    /**
     * Out for somebody else's words: line by line on its way, and as this console can show them.
     */
    public PrintStream printer() {
        return new Printer(out);
    }

    /** The same for err. */
    public PrintStream errorPrinter() {
        return new Printer(err);
    }

    private final class Printer extends PrintStream {

        Printer(PrintStream to) {
            super(to, true, StandardCharsets.UTF_8);
        }

        @Override
        public void print(@Nullable String text) {
            super.print(shown(String.valueOf(text)));
        }

        @Override
        public void println(@Nullable String text) {
            super.println(shown(String.valueOf(text)));
        }
    }

    /** Sends what was printed on its way. */
    public void flush() {
        out.flush();
        err.flush();
    }
}
