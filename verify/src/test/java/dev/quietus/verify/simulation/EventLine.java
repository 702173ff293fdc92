package dev.quietus.verify.simulation;

import dev.quietus.core.Wire;
import dev.quietus.core.ledger.Event;

import java.util.List;
import java.util.Map;

/** One event of the chain in one line, as stories and scenarios tell it. */
public final class EventLine {
    private static final List<String> TOLD = List.of(
            "decision",
            "state",
            "lamp",
            "settled_state",
            "observed",
            "job",
            "provider_response",
            "outcome",
            "held_by",
            "by",
            "worker",
            "operations",
            "runs",
            "reason",
            "because",
            "revision",
            "unknown");

    private EventLine() {}

    /** The type, what it is about, and the details that matter. */
    public static String of(Event event) {
        StringBuilder line = new StringBuilder(Wire.of(event.draft().type())).append(' ');
        event.draft()
                .operation()
                .ifPresentOrElse(line::append, () -> line.append(event.draft().run()));
        event.draft().barrier().ifPresent(barrier -> line.append(" under ").append(barrier));
        Map<String, Object> data = event.draft().data();
        for (String name : TOLD) {
            if (data.containsKey(name)) {
                line.append(' ').append(name).append('=').append(data.get(name));
            }
        }
        return line.toString();
    }
}
