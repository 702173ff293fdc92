package dev.quietus.client;

import java.util.Optional;

/** The rule for identifiers: 1 to 200 printable ASCII characters without spaces. */
final class Identifiers {

    private static final int LONGEST = 200;

    private Identifiers() {}

    static String check(String name, String value) {
        if (!isSound(value)) {
            throw new IllegalArgumentException(
                    name + ": expected 1 to 200 printable ASCII characters without spaces, found \""
                            + value + "\"");
        }
        return value;
    }

    static Optional<String> check(String name, Optional<String> value) {
        if (value.isPresent()) {
            check(name, value.get());
        }
        return value;
    }

    static boolean isSound(String value) {
        return !value.isEmpty()
                && value.length() <= LONGEST
                && value.chars().allMatch(c -> c > ' ' && c < 0x7F);
    }
}
