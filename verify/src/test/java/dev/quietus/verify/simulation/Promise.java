package dev.quietus.verify.simulation;

/** What must always hold (S), and what must come about in the end (L). */
enum Promise {
    S1("no start after revocation"),
    S2("nor of any descendant"),
    S3("nothing is lost"),
    S4("no invented outcome"),
    S5("facts win"),
    S6("the receipt means it"),
    S7("kill anything, go on, repeat without harm"),
    S8("stop twice, one barrier"),
    S9("one business operation, one key"),
    S10("authority only shrinks"),
    S11("evidence"),
    S12("records first"),
    L1("with healthy providers a receipt comes"),
    L2("with broken ones it says that it is incomplete, and who holds what");

    private final String says;

    Promise(String says) {
        this.says = says;
    }

    String says() {
        return says;
    }

    /** Fails unless it holds. */
    void holds(boolean holds, String what, Object... details) {
        if (!holds) {
            throw new Violation(this, what.formatted(details));
        }
    }
}
