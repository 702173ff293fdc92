package dev.quietus.execution.windows;

import java.io.IOException;
import java.io.Serial;

/** Windows refused a call. */
final class WindowsException extends IOException {
    static final int BROKEN_PIPE = 109;
    static final int MORE_DATA = 234;

    @Serial
    private static final long serialVersionUID = 1L;

    private final int code;

    WindowsException(String attempted, int code) {
        super(attempted + ": " + text(code));
        this.code = code;
    }

    /** What GetLastError told. */
    int code() {
        return code;
    }

    /** The few that are met often, from winerror.h. */
    private static String text(int code) {
        return switch (code) {
            case 2 -> "no such file";
            case 3 -> "no such folder";
            case 5 -> "access denied";
            case 6 -> "no such handle";
            case 87 -> "a wrong parameter";
            case BROKEN_PIPE -> "broken pipe";
            case 193 -> "not a program for this system";
            case 267 -> "no such working directory";
            case 740 -> "it needs the rights of an administrator";
            default -> "Windows error " + Integer.toUnsignedString(code);
        };
    }
}
