package dev.quietus.gateway.model.tap;

import java.util.Optional;

/** OpenAI Chat Completions. */
final class ChatReading extends DialectReading {
    private static final String FIRST = "0";

    private final PartialCalls partial = new PartialCalls();
    private Optional<JsonFrame> function = Optional.empty();

    ChatReading(TrafficNotes notes, boolean request) {
        super(notes, request);
    }

    @Override
    void inRequest(String path, JsonFrame frame) {
        switch (path) {
            case "messages.tool_calls.function" -> function = Optional.of(frame);
            case "messages.tool_calls" -> whole(frame);
            case "messages" -> {
                if (frame.is("role", "tool")) {
                    notes.result(frame.text("tool_call_id").orElse(""), Optional.empty());
                }
            }
            default -> {}
        }
    }

    @Override
    void inAnswer(String path, JsonFrame frame) {
        switch (path) {
            case "choices.message.tool_calls.function", "choices.delta.tool_calls.function" ->
                function = Optional.of(frame);
            case "choices.message.tool_calls" -> whole(frame);
            case "choices.delta.tool_calls" -> piece(frame);
            case "choices" ->
                frame.text("finish_reason")
                        .filter(reason -> !reason.equals("null"))
                        .ifPresent(this::finished);
            case "usage" ->
                notes.usage(frame.number("prompt_tokens"), frame.number("completion_tokens"));
            case "error" -> notes.apiError();
            case "" -> frame.text("id").ifPresent(notes::responseId);
            default -> {}
        }
    }

    private void whole(JsonFrame frame) {
        function.ifPresent(named -> call(frame.text("id").orElse(""), named));
        function = Optional.empty();
    }

    private void piece(JsonFrame frame) {
        String place = frame.text("index").orElse(FIRST);
        Optional<String> name = function.flatMap(named -> named.text("name"));
        if (name.isPresent() || frame.text("id").isPresent()) {
            partial.named(place, frame.text("id").orElse(""), name.orElse(""));
        }
        function.flatMap(JsonFrame::arguments).ifPresent(more -> partial.more(place, more));
        function = Optional.empty();
    }

    private void finished(String reason) {
        notes.stopReason(reason);
        partial.endAll(notes);
        notes.ended();
    }
}
