package dev.quietus.execution.posix;

import java.util.Arrays;

/** The signals that are sent or named here, with the numbers that Linux and macOS share. */
public enum Signal {
    /** The terminal is gone. */
    HUP(1),
    /** Ctrl-C. */
    INT(2),
    /** Ctrl-backslash. */
    QUIT(3),
    /** Aborted by itself. */
    ABRT(6),
    /** Ends a process that can't object. */
    KILL(9),
    /** A bad address. */
    SEGV(11),
    /** Nobody reads the pipe any more. */
    PIPE(13),
    /** An alarm. */
    ALRM(14),
    /** Asks a process to end. */
    TERM(15);

    private final int number;

    Signal(int number) {
        this.number = number;
    }

    /** The system's number. */
    public int number() {
        return number;
    }

    /** {@code SIGTERM}, or {@code signal 64} for one without a name here. */
    public static String name(int number) {
        return Arrays.stream(values())
                .filter(each -> each.number == number)
                .map(each -> "SIG" + each.name())
                .findFirst()
                .orElse("signal " + number);
    }
}
