package dev.quietus.verify.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One scenario as it stands in its file: the first line says the race, then come the steps, one a
 * line, and below a line of dashes what the ledger recorded. Empty lines and lines that begin with
 * {@code #} are for people.
 *
 * @param path the file
 * @param race the first line
 * @param steps the steps, in order
 * @param recording the lines below the dashes
 */
record ScenarioFile(Path path, String race, List<Step> steps, List<String> recording) {
    static final String DASHES = "---";

    /**
     * One step.
     *
     * @param line its line in the file, 1 for the first
     * @param text what it says
     */
    record Step(int line, String text) {}

    /** A file that can't be played, with the place. */
    static final class Wrong extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        Wrong(Path path, int line, String what, Throwable cause) {
            super(path.getFileName() + ":" + line + ": " + what, cause);
        }
    }

    static ScenarioFile read(Path path) {
        List<String> lines;
        try {
            lines = Files.readAllLines(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (lines.isEmpty() || lines.getFirst().isBlank()) {
            throw new Wrong(
                    path,
                    1,
                    "the first line says the race, and it is empty",
                    new IllegalArgumentException("no race"));
        }
        int end = lines.indexOf(DASHES);
        int last = end < 0 ? lines.size() : end;
        List<Step> steps = new ArrayList<>();
        for (int i = 1; i < last; i++) {
            String text = lines.get(i).strip();
            if (!text.isEmpty() && !text.startsWith("#")) {
                steps.add(new Step(i + 1, text));
            }
        }
        return new ScenarioFile(
                path,
                lines.getFirst(),
                steps,
                end < 0 ? List.of() : lines.subList(end + 1, lines.size()));
    }

    /** Plays it and returns what is to stand below the dashes. */
    List<String> play() {
        Script script = new Script();
        List<String> lines = new ArrayList<>();
        for (Step step : steps) {
            try {
                List<String> told = script.perform(step.text());
                lines.add("> " + step.text());
                told.forEach(line -> lines.add("  " + line));
            } catch (IllegalArgumentException e) {
                throw new Wrong(path, step.line(), e.getMessage() + " in '" + step.text() + "'", e);
            } catch (AssertionError e) {
                throw new AssertionError(
                        path.getFileName() + ":" + step.line() + ": " + e.getMessage(), e);
            }
        }
        lines.addAll(script.ends());
        return lines;
    }

    /** Writes the file anew with this recording. */
    void record(List<String> lines) {
        try {
            List<String> all = new ArrayList<>(Files.readAllLines(path));
            int end = all.indexOf(DASHES);
            List<String> kept = new ArrayList<>(all.subList(0, end < 0 ? all.size() : end));
            kept.add(DASHES);
            kept.addAll(lines);
            Files.writeString(path, String.join("\n", kept) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
