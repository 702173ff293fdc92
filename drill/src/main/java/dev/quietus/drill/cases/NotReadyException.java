package dev.quietus.drill.cases;

import java.io.Serial;

/** The drill can't begin, because something is missing that its user has to provide. */
final class NotReadyException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    NotReadyException(String message) {
        super(message);
    }
}
