package dev.quietus.gateway.model.tap;

import java.util.Optional;

/** OpenAI Responses. */
final class ResponsesReading extends DialectReading {

    ResponsesReading(TrafficNotes notes, boolean request) {
        super(notes, request);
    }

    @Override
    void inRequest(String path, JsonFrame frame) {
        if (path.equals("input")) {
            item(frame);
        }
    }

    @Override
    void inAnswer(String path, JsonFrame frame) {
        switch (path) {
            case "output", "response.output" -> item(frame);
            case "item" -> {
                // An item is shown at its beginning too, with the arguments still empty.
                if (!frame.is("status", "in_progress")) {
                    item(frame);
                }
            }
            case "usage", "response.usage" ->
                notes.usage(frame.number("input_tokens"), frame.number("output_tokens"));
            case "response" -> frame.text("id").ifPresent(notes::responseId);
            case "" -> root(frame);
            default -> {}
        }
    }

    private void item(JsonFrame frame) {
        String type = frame.text("type").orElse("");
        String id = frame.text("call_id").orElse("");
        if (id.isEmpty()) {
            return;
        }
        if (type.endsWith("_output")) {
            notes.result(id, Optional.empty());
        } else if (type.endsWith("_call")) {
            notes.call(id, frame.text("name").orElse(type), frame.arguments(), request);
        }
    }

    private void root(JsonFrame frame) {
        frame.number("sequence_number").ifPresent(notes::sequence);
        switch (frame.text("type").orElse("")) {
            case "response.completed", "response.incomplete" -> end(frame);
            case "response.failed", "error" -> {
                end(frame);
                notes.apiError();
            }
            case "" -> {
                // A whole answer, or an error, without a stream around it.
                frame.text("id").ifPresent(notes::responseId);
                frame.text("status").ifPresent(status -> {
                    notes.stopReason(status);
                    notes.ended();
                });
            }
            default -> {}
        }
    }

    private void end(JsonFrame frame) {
        String type = frame.text("type").orElse("");
        notes.stopReason(type.substring(type.indexOf('.') + 1));
        notes.ended();
    }
}
