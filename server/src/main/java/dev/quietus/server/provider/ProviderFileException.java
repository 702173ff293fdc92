package dev.quietus.server.provider;

import java.io.Serial;
import java.util.List;

/**
 * A providers file that cannot be used. The message has one line for each error, in the form
 * {@code file:line: key: what}, and never a header's value.
 */
public final class ProviderFileException extends IllegalArgumentException {
    @Serial
    private static final long serialVersionUID = 1L;

    ProviderFileException(List<String> errors) {
        super(String.join("\n", errors));
    }

    /** The errors in the order of the file, at most 20 and one line that counts the rest. */
    public List<String> errors() {
        return String.valueOf(getMessage()).lines().toList();
    }
}
