package dev.quietus.gateway.model.tap;

import java.util.Optional;

/** Anthropic Messages. */
final class AnthropicReading extends DialectReading {
    private static final String ANYWHERE = "0";

    private final PartialCalls partial = new PartialCalls();
    private Optional<JsonFrame> block = Optional.empty();
    private Optional<byte[]> piece = Optional.empty();

    AnthropicReading(TrafficNotes notes, boolean request) {
        super(notes, request);
    }

    @Override
    void inRequest(String path, JsonFrame frame) {
        if (!path.equals("messages.content")) {
            return;
        }
        if (frame.is("type", "tool_use")) {
            call(frame.text("id").orElse(""), frame);
        } else if (frame.is("type", "tool_result")) {
            notes.result(frame.text("tool_use_id").orElse(""), flag(frame, "is_error"));
        }
    }

    @Override
    void inAnswer(String path, JsonFrame frame) {
        switch (path) {
            case "content" -> {
                if (frame.is("type", "tool_use")) {
                    call(frame.text("id").orElse(""), frame);
                }
            }
            case "content_block" -> block = Optional.of(frame);
            case "delta" -> {
                piece = frame.arguments();
                frame.text("stop_reason")
                        .filter(reason -> !reason.equals("null"))
                        .ifPresent(notes::stopReason);
            }
            case "usage", "message.usage" ->
                notes.usage(frame.number("input_tokens"), frame.number("output_tokens"));
            case "message" -> frame.text("id").ifPresent(notes::responseId);
            case "" -> root(frame);
            default -> {}
        }
    }

    private void root(JsonFrame frame) {
        String place = frame.text("index").orElse(ANYWHERE);
        switch (frame.text("type").orElse("")) {
            case "message" -> {
                frame.text("stop_reason").ifPresent(notes::stopReason);
                notes.ended();
            }
            case "content_block_start" ->
                block.filter(started -> started.is("type", "tool_use"))
                        .ifPresent(started -> partial.named(
                                place,
                                started.text("id").orElse(""),
                                started.text("name").orElse("")));
            case "content_block_delta" -> piece.ifPresent(more -> partial.more(place, more));
            case "content_block_stop" -> partial.end(place, notes);
            case "message_stop" -> notes.ended();
            case "error" -> notes.apiError();
            default -> {}
        }
        block = Optional.empty();
        piece = Optional.empty();
    }
}
