package dev.quietus.cli.view;

import dev.quietus.cli.view.Table.Cell;
import dev.quietus.client.json.JsonObject;

import java.util.List;

/** Operations as a table: what became of carrying them out, and what is known of their effect. */
public final class OperationTable {

    private OperationTable() {}

    /** The lines of these operations, in their order. */
    public static List<String> lines(List<JsonObject> operations, Console console) {
        Table table = new Table()
                .text("OPERATION")
                .text("TOOL")
                .left("STATE")
                .left("EFFECT")
                .left("SETTLED")
                .right("TRY")
                .left("SINCE");
        for (JsonObject operation : operations) {
            table.row(
                    Cell.of(operation.string("operation_id")),
                    Cell.of(operation.optionalString("tool").orElse("")),
                    Cell.of(Line.words(operation.optionalString("state").orElse(""))),
                    Cell.of(Line.words(operation.optionalString("effect").orElse(""))),
                    settled(operation),
                    Cell.of(Long.toString(operation.optionalInteger("attempt").orElse(0))),
                    new Cell(
                            operation
                                    .optionalInstant("accepted_at")
                                    .map(console.times()::day)
                                    .orElse(""),
                            Tone.DIM));
        }
        return table.lines(console);
    }

    private static Cell settled(JsonObject operation) {
        String state = operation.optionalString("settled_state").orElse("");
        return switch (state) {
            case "" -> Cell.of("");
            case "unknown" ->
                Cell.of(
                        Sign.NEEDS_PERSON,
                        "unknown, held by "
                                + operation.optionalString("held_by").orElse("nobody"));
            case "pending" -> Cell.of(Sign.UNDER_WAY, "unsettled");
            default -> Cell.of(Sign.REACHED, Line.words(state));
        };
    }
}
