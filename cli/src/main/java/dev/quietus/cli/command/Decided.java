package dev.quietus.cli.command;

import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Line;
import dev.quietus.cli.view.SafeText;
import dev.quietus.client.json.JsonObject;

/**
 * The line that a decision on an operation ends with.
 *
 * @param console where it is said
 */
record Decided(Console console) {

    /** {@code RUN/OPERATION approved by operator:thomas · queued}. */
    void tell(String what, JsonObject operation) {
        String by = operation
                .optionalString("settled_by")
                .or(() -> operation.optionalString("decided_by"))
                .map(name -> " by " + name)
                .orElse("");
        String state = Line.words(operation.optionalString("state").orElse(""));
        console.line(SafeText.of(operation.string("run_id") + "/"
                + operation.string("operation_id") + "   " + what + by
                + (state.isEmpty() ? "" : " · " + state)));
    }
}
