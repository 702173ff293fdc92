package dev.quietus.verify.simulation;

/** A promise that did not hold. */
final class Violation extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final Promise promise;

    Violation(Promise promise, String what) {
        super(promise + " " + promise.says() + ": " + what);
        this.promise = promise;
    }

    Promise promise() {
        return promise;
    }
}
