package dev.quietus.cli.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The file {@code quietus.yaml}: one {@code key: value} a line, comments, nothing nested. This is
 * the part of YAML that the settings need; it is read here without a library, so that the stop
 * button does not wait for one. Everything else in the file is refused with its line.
 */
public final class ConfigFile {

    /** No file. */
    static final ConfigFile NONE = new ConfigFile("", Map.of(), List.of());

    private static final String NAME = "quietus.yaml";
    private static final int MAX_BYTES = 64 * 1024;

    private final String name;
    private final Map<String, Entry> entries;
    private final List<String> problems;

    private ConfigFile(String name, Map<String, Entry> entries, List<String> problems) {
        this.name = name;
        this.entries = entries;
        this.problems = problems;
    }

    /**
     * A value with its line.
     *
     * @param value what it is set to
     * @param line from 1
     */
    record Entry(String value, int line) {}

    /**
     * Finds and reads the file: the named one, else {@code ./quietus.yaml}, else the user's own. A
     * named file that is not there is a problem; otherwise no file is fine.
     */
    static ConfigFile find(Places places, Optional<String> named) {
        if (named.isPresent()) {
            return read(places.path(named.get()), named.get());
        }
        Path here = places.directory().resolve(NAME);
        if (Files.isRegularFile(here)) {
            return read(here, NAME);
        }
        Path own = places.config().resolve(NAME);
        return Files.isRegularFile(own) ? read(own, own.toString()) : NONE;
    }

    private static ConfigFile read(Path file, String name) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                return broken(name, "is larger than " + MAX_BYTES + " bytes");
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return parse(text, name);
        } catch (CharacterCodingException e) {
            return broken(name, "is not UTF-8");
        } catch (IOException e) {
            return broken(name, "can't be read: " + e);
        }
    }

    private static ConfigFile broken(String name, String why) {
        return new ConfigFile(name, Map.of(), List.of(name + " " + why));
    }

    /** Reads the text of such a file; what is wrong in it is kept beside what is right. */
    static ConfigFile parse(String text, String name) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            String line =
                    i == 0 && lines[i].startsWith("\uFEFF") ? lines[i].substring(1) : lines[i];
            String problem = take(line.stripTrailing(), i + 1, entries);
            if (!problem.isEmpty()) {
                problems.add(name + ":" + (i + 1) + ": " + problem);
            }
        }
        return new ConfigFile(name, entries, List.copyOf(problems));
    }

    /** Takes one line in; what is wrong with it, or nothing. */
    private static String take(String line, int number, Map<String, Entry> entries) {
        if (line.isBlank() || line.stripLeading().startsWith("#") || line.equals("---")) {
            return "";
        }
        int colon = line.indexOf(':');
        boolean shaped = colon > 0 && (colon + 1 == line.length() || line.charAt(colon + 1) == ' ');
        if (!shaped || line.charAt(0) == ' ' || line.charAt(0) == '-' || line.charAt(0) == '\t') {
            return "expected 'key: value', found '" + shortened(line) + "'";
        }
        String key = line.substring(0, colon).strip();
        if (!known().contains(key)) {
            String hint = Nearest.hint(key, known());
            return "unknown key '" + shortened(key) + "'"
                    + (hint.isEmpty() ? "; known here: " + String.join(", ", known()) : hint);
        }
        Optional<String> value = value(line.substring(colon + 1).strip());
        if (value.isEmpty()) {
            return key + ": expected one plain or quoted value, found '"
                    + shortened(line.substring(colon + 1).strip()) + "'";
        }
        Entry before = entries.putIfAbsent(key, new Entry(value.get(), number));
        return before == null ? "" : key + " is there twice (first on line " + before.line() + ")";
    }

    /** A plain, single- or double-quoted scalar without escapes; empty: something else. */
    private static Optional<String> value(String written) {
        if (written.isEmpty()) {
            return Optional.empty();
        }
        char first = written.charAt(0);
        if (first == '\'' || first == '"') {
            int end = written.indexOf(first, 1);
            boolean alone = end > 0 && onlyComment(written.substring(end + 1));
            return alone && written.indexOf('\\') < 0
                    ? Optional.of(written.substring(1, end))
                    : Optional.empty();
        }
        if ("[]{}&*!|>%@`#?,".indexOf(first) >= 0) {
            return Optional.empty();
        }
        int comment = written.indexOf(" #");
        String plain = comment < 0 ? written : written.substring(0, comment).strip();
        return plain.contains(": ") ? Optional.empty() : Optional.of(plain);
    }

    private static boolean onlyComment(String rest) {
        return rest.isBlank() || (rest.charAt(0) == ' ' && rest.strip().startsWith("#"));
    }

    private static List<String> known() {
        List<String> keys = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            if (!setting.key().isEmpty()) {
                keys.add(setting.key());
            }
        }
        return keys;
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }

    /** What it is called in messages; empty: there is no file. */
    String name() {
        return name;
    }

    /** What is wrong with it, each with its line; empty: nothing. */
    List<String> problems() {
        return problems;
    }

    /** A value, if the file has it. */
    Optional<Entry> entry(Setting setting) {
        return setting.key().isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(entries.get(setting.key()));
    }
}
