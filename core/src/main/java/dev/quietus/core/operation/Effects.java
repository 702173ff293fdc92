package dev.quietus.core.operation;

/** What an operation declares of itself when it is accepted. */
public enum Effects {
    /** It changes nothing outside; its end settles it. */
    NONE,
    /** It may change something outside; only the authoritative system settles it. */
    EXPECTED
}
