package dev.quietus.verify.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Changes a YAML document line by line, with what YAML has that nobody needs. */
final class YamlMutation {
    private static final List<String> ODD_VALUES = List.of(
            "",
            "~",
            "null",
            "[]",
            "{}",
            "*a",
            "&a",
            "&a [*a]",
            "!!binary x",
            "!!python/object:x y",
            "!<tag:yaml.org,2002:int> x",
            "|",
            ">-",
            "'",
            "\"\\x00\"",
            "\"\\ud800\"",
            "1e999",
            ".nan",
            "0x7fffffffffffffffffff",
            "yes",
            "2026-08-16",
            "9999999999999999999999s",
            "-5s",
            "5 s",
            "[a, [b, [c]]]",
            "{a: {b: {c: d}}}",
            "http://[::1",
            "ftp://x",
            "file:///etc/passwd",
            "http://user:pw@host",
            "http://127.0.0.1:99999",
            "javascript:x",
            "\"http://a b\"",
            "'{run_id'",
            "'{unknown}'",
            "'$..*'",
            "'$[?('",
            "\"$.items[?(@.a == '{run_id}'\"",
            "'$.items[9999999999]'",
            "GET",
            "TRACE",
            "'${HOME}'",
            "'${}'",
            "200..600",
            "[99, 600]");
    private static final List<String> ODD_LINES = List.of(
            "---",
            "...",
            "%YAML 1.1",
            "? a",
            "? [a]: b",
            "<<: *a",
            "<<: {a: b}",
            "\t",
            "- x",
            "x",
            "providers:",
            "providers: {}",
            "# \u2028",
            "type: http",
            "\u0000",
            "\ufeff",
            "}",
            "]");

    private YamlMutation() {}

    /** A mutant with one to three changed lines. */
    static String of(String original, SplittableRandom random) {
        List<String> lines = new ArrayList<>(original.lines().toList());
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            change(lines, random);
        }
        return String.join(random.nextInt(20) == 0 ? "\r\n" : "\n", lines) + "\n";
    }

    private static void change(List<String> lines, SplittableRandom random) {
        if (lines.isEmpty()) {
            lines.add(one(ODD_LINES, random));
            return;
        }
        int at = random.nextInt(lines.size());
        String line = lines.get(at);
        int colon = line.indexOf(':');
        switch (random.nextInt(10)) {
            case 0 -> lines.remove(at);
            case 1 -> lines.add(at, line);
            case 2 -> lines.add(random.nextInt(lines.size()), line);
            case 3 -> lines.set(at, " ".repeat(random.nextInt(12)) + line.strip());
            case 4 -> lines.add(at, indent(line) + one(ODD_LINES, random));
            case 5 -> lines.set(at, line.replaceFirst("[a-z]", "x"));
            case 6 -> lines.set(at, line.substring(0, random.nextInt(line.length() + 1)));
            case 7 -> lines.add(at, bomb(random, indent(line)));
            default ->
                lines.set(
                        at,
                        colon < 0
                                ? indent(line) + one(ODD_VALUES, random)
                                : line.substring(0, colon + 1) + " " + one(ODD_VALUES, random));
        }
    }

    /** Aliases that double what they stand for, or a depth that nobody writes. */
    private static String bomb(SplittableRandom random, String indent) {
        if (random.nextBoolean()) {
            int depth = 1 + random.nextInt(3_000);
            return indent + "deep: " + "[".repeat(depth) + "]".repeat(random.nextInt(2) * depth);
        }
        StringBuilder bomb = new StringBuilder(indent + "a0: &a0 [x, x]");
        int rounds = 1 + random.nextInt(40);
        for (int i = 1; i <= rounds; i++) {
            bomb.append('\n')
                    .append(indent)
                    .append("a%d: &a%d [*a%d, *a%d, *a%d]".formatted(i, i, i - 1, i - 1, i - 1));
        }
        return bomb.toString();
    }

    private static String indent(String line) {
        return line.substring(0, line.length() - line.stripLeading().length());
    }

    private static String one(List<String> all, SplittableRandom random) {
        return all.get(random.nextInt(all.size()));
    }
}
