package dev.quietus.cli.view;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The controlling terminal's size: {@code COLUMNS} and {@code LINES} where they are set, else what
 * {@code stty size} says, asked at most once in two seconds and only when somebody needs it. For
 * one thread.
 */
final class TtyScreen implements Screen {

    private static final int COLUMNS = 80;
    private static final int ROWS = 24;
    private static final int FEWEST_COLUMNS = 20;
    private static final int FEWEST_ROWS = 5;
    private static final int MOST = 10_000;
    private static final long ASKED_AGAIN_NANOS = 2_000_000_000L;
    private static final long PATIENCE_MILLIS = 500;

    private final Map<String, String> env;
    private final File terminal;
    private int columns;
    private int rows;
    private long askedNanos;

    TtyScreen(Map<String, String> env, File terminal) {
        this.env = env;
        this.terminal = terminal;
    }

    @Override
    public int columns() {
        int set = number(env.getOrDefault("COLUMNS", ""));
        if (set > 0) {
            return Math.max(FEWEST_COLUMNS, set);
        }
        ask();
        return Math.max(FEWEST_COLUMNS, columns);
    }

    @Override
    public int rows() {
        int set = number(env.getOrDefault("LINES", ""));
        if (set > 0) {
            return Math.max(FEWEST_ROWS, set);
        }
        ask();
        return Math.max(FEWEST_ROWS, rows);
    }

    private void ask() {
        if (columns > 0 && System.nanoTime() - askedNanos < ASKED_AGAIN_NANOS) {
            return;
        }
        askedNanos = System.nanoTime();
        String[] size = stty().strip().split(" ", 2);
        int foundRows = number(size[0]);
        int foundColumns = size.length == 2 ? number(size[1]) : 0;
        rows = foundRows > 0 ? foundRows : ROWS;
        columns = foundColumns > 0 ? foundColumns : COLUMNS;
    }

    private String stty() {
        try {
            Process process = new ProcessBuilder("stty", "size")
                    .redirectInput(terminal)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                return "";
            }
            return new String(process.getInputStream().readNBytes(64), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            // No such program: the usual size is a good guess.
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    /** A number between 1 and {@link #MOST}, or 0. */
    private static int number(String text) {
        if (text.isEmpty() || text.length() > 5) {
            return 0;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return 0;
            }
        }
        int number = Integer.parseInt(text);
        return number <= MOST ? number : 0;
    }
}
