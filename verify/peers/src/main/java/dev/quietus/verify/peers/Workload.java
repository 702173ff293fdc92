package dev.quietus.verify.peers;

import java.util.Locale;

/** What is going on when the stop comes. A step has one effect and takes 50 ms. */
enum Workload {
    /** Eighty short steps, one after the other, each recorded by the system. */
    SHORT_STEPS("running, between short steps"),
    /** One step of four seconds that has eighty effects and looks at nothing. */
    LONG_STEP("running, one long deaf step"),
    /** A timer of the system, of three seconds, and then one step. */
    SLEEPING("sleeping"),
    /** One step that waits until somebody is free for it, one second after the stop. */
    QUEUED("queued"),
    /** One step that failed, and that the system tries again two seconds later. */
    RETRYING("retrying"),
    /** The short steps as a child of what is stopped. */
    CHILD("child");

    private final String shown;

    Workload(String shown) {
        this.shown = shown;
    }

    /** What it is called in the table. */
    String shown() {
        return shown;
    }

    /** What it is called in keys. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it has effects before the stop. */
    boolean acts() {
        return this == SHORT_STEPS || this == LONG_STEP || this == CHILD;
    }

    /** Whether it says that it is ready before its first effect. */
    boolean announces() {
        return this == SLEEPING || this == RETRYING;
    }
}
