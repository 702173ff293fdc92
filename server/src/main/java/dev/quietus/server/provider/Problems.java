package dev.quietus.server.provider;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The errors found so far in one providers file; confined to the thread that reads it. */
final class Problems {
    /** How many are reported by name. */
    static final int MAX = 20;

    private final String file;
    private final List<Problem> found = new ArrayList<>();
    private int count;

    private record Problem(int line, String text) {}

    Problems(String file) {
        this.file = file;
    }

    /**
     * Notes an error.
     *
     * @param line the line, from 1; 0 where there is none
     * @param key the path of keys, empty for the file as a whole
     * @param what what is wrong, and what would be right
     */
    void add(int line, String key, String what) {
        count++;
        if (found.size() < MAX) {
            String place = line > 0 ? file + ":" + line : file;
            String text = place + ": " + (key.isEmpty() ? "" : key + ": ") + what;
            found.add(new Problem(line, text.replaceAll("\\p{Cntrl}+", " ")));
        }
    }

    /** How many were noted. */
    int count() {
        return count;
    }

    /**
     * Ends the reading if anything was noted.
     *
     * @throws ProviderFileException with all that was noted
     */
    void throwIfAny() {
        if (count > 0) {
            throw exception();
        }
    }

    /** All that was noted. */
    ProviderFileException exception() {
        List<String> lines = new ArrayList<>(found.stream()
                .sorted(Comparator.comparingInt(Problem::line))
                .map(Problem::text)
                .toList());
        if (count > MAX) {
            lines.add(file + ": and " + (count - MAX) + " more");
        }
        return new ProviderFileException(lines);
    }
}
