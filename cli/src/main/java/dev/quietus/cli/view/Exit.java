package dev.quietus.cli.view;

/** The exit codes of the command; scripts rely on them. */
public final class Exit {
    /** Done; for {@code stop --wait}: stopped and quiet. */
    public static final int DONE = 0;

    /** An error. */
    public static final int ERROR = 1;

    /** The command line or the configuration is wrong. */
    public static final int USAGE = 2;

    /** The stop is incomplete: a person holds an unknown outcome. */
    public static final int STOP_INCOMPLETE = 3;

    /** Authority refused. */
    public static final int REFUSED = 4;

    /** A receipt does not hold. */
    public static final int RECEIPT_INVALID = 5;

    /** There is no such thing. */
    public static final int NOT_FOUND = 6;

    /** The server can't be reached, or did not acknowledge in time. */
    public static final int UNREACHABLE = 7;

    /** The run was stopped. */
    public static final int RUN_STOPPED = 75;

    private Exit() {}
}
