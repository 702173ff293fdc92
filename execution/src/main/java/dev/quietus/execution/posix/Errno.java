package dev.quietus.execution.posix;

/** The few error numbers that are told apart here; they are the same on Linux and macOS. */
final class Errno {
    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int ESRCH = 3;
    static final int EINTR = 4;
    static final int ECHILD = 10;
    static final int EACCES = 13;
    static final int EMFILE = 24;
    static final int EPIPE = 32;

    private Errno() {}

    /** What a person reads. */
    static String text(int errno) {
        return switch (errno) {
            case EPERM -> "operation not permitted";
            case ENOENT -> "no such file";
            case ESRCH -> "no such process";
            case EINTR -> "interrupted";
            case ECHILD -> "no such child";
            case EACCES -> "permission denied";
            case EMFILE -> "too many open files";
            case EPIPE -> "broken pipe";
            default -> "error " + errno;
        };
    }
}
