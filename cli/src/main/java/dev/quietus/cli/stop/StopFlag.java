package dev.quietus.cli.stop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The flags of {@code quietus stop}; the one list that both its reading and its help use. */
public enum StopFlag {
    /** Why. */
    REASON("--reason", "TEXT", "Why; stands in the receipt", false),
    /** One operation only. */
    OPERATION("--operation", "ID", "Stop this operation of the run only", false),
    /** Some tools only. */
    TOOL("--tool", "PATTERN", "Stop the matching tools of the run only: NAME or PREFIX.*", false),
    /** Many runs by their label. */
    LABEL("--label", "K=V", "Stop every run that has this label", false),
    /** All runs. */
    ALL("--all", "", "Stop every run", false),
    /** No new ones. */
    FREEZE("--freeze", "", "With --all: refuse new runs until 'quietus reopen'", false),
    /** Wait for the receipt. */
    WAIT("--wait", "", "Wait for the receipt; exit 0 stopped and quiet, 3 incomplete", false),
    /** The settle budget. */
    SETTLE_TIMEOUT("--settle-timeout", "D", "How long to look before an outcome is unknown", false),
    /** The quiet period. */
    QUIET_PERIOD(
            "--quiet-period",
            "D",
            "How long nothing may move; a provider's longer one counts",
            false),
    /** Patience. */
    RETRY_FOR(
            "--retry-for",
            "D",
            "How long to press again without an answer (default: 60s; 0s: once)",
            false),
    /** The server. */
    URL("--url", "URL", "", true),
    /** The token. */
    TOKEN("--token", "TOKEN", "", true),
    /** The configuration. */
    CONFIG("--config", "FILE", "", true),
    /** The trace of an error. */
    DEBUG("--debug", "", "", true),
    /** The help. */
    HELP("--help", "", "", true);

    private final String flag;
    private final String label;
    private final String description;
    private final boolean common;

    StopFlag(String flag, String label, String description, boolean common) {
        this.flag = flag;
        this.label = label;
        this.description = description;
        this.common = common;
    }

    /** As it is written, with its two bars. */
    public String flag() {
        return flag;
    }

    /** What stands for its value in the help; empty: it has none. */
    public String label() {
        return label;
    }

    /** What it is for. */
    public String description() {
        return description;
    }

    /** Whether every command has it. */
    public boolean common() {
        return common;
    }

    /** Whether a value follows. */
    boolean takesValue() {
        return !label.isEmpty();
    }

    static Optional<StopFlag> named(String written) {
        String name = written.equals("-h") ? "--help" : written;
        for (StopFlag flag : values()) {
            if (flag.flag.equals(name)) {
                return Optional.of(flag);
            }
        }
        return Optional.empty();
    }

    static List<String> names() {
        List<String> names = new ArrayList<>();
        for (StopFlag flag : values()) {
            names.add(flag.flag);
        }
        return names;
    }
}
