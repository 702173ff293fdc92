package dev.quietus.cli.config;

/** Everything that can be set by environment or file; the flags of commands come before both. */
public enum Setting {
    /** The server's address. */
    URL("url", "QUIETUS_URL"),
    /** The token itself; never in a file, where others may read it. */
    TOKEN("", "QUIETUS_TOKEN"),
    /** The file that holds the token. */
    TOKEN_FILE("token_file", "QUIETUS_TOKEN_FILE"),
    /** Where {@code serve} listens. */
    LISTEN("listen", "QUIETUS_LISTEN"),
    /** Where {@code serve} keeps its record. */
    LEDGER("ledger", "QUIETUS_LEDGER"),
    /** The file that declares providers for {@code serve}. */
    PROVIDERS("providers", "QUIETUS_PROVIDERS"),
    /** Whether {@code serve} asks for tokens. */
    TOKENS("tokens", "QUIETUS_TOKENS"),
    /** The quiet period of work that no provider declares, for {@code serve}. */
    QUIET_PERIOD("quiet_period", "QUIETUS_QUIET_PERIOD"),
    /** The settle time-out of work that no provider declares, for {@code serve}. */
    SETTLE_TIMEOUT("settle_timeout", "QUIETUS_SETTLE_TIMEOUT");

    private final String key;
    private final String variable;

    Setting(String key, String variable) {
        this.key = key;
        this.variable = variable;
    }

    /** Its key in {@code quietus.yaml}; empty if it can't stand there. */
    public String key() {
        return key;
    }

    /** Its environment variable. */
    public String variable() {
        return variable;
    }
}
