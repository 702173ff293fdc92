package dev.quietus.execution.unit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The steps of one end as they are made. */
final class Steps {
    private final long begunNanos = System.nanoTime();
    private final Consumer<Step> told;
    private final List<Step> made = new ArrayList<>();

    Steps(Consumer<Step> told) {
        this.told = told;
    }

    synchronized void made(Step.Kind kind, String detail) {
        Step step = new Step(
                kind, Instant.now(), Duration.ofNanos(System.nanoTime() - begunNanos), detail);
        made.add(step);
        told.accept(step);
    }

    synchronized List<Step> all() {
        return List.copyOf(made);
    }
}
