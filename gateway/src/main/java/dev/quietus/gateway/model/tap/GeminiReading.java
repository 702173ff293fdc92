package dev.quietus.gateway.model.tap;

import java.util.Optional;

/** Gemini's generateContent. Its calls need not have ids: then the name stands for the call. */
final class GeminiReading extends DialectReading {

    GeminiReading(TrafficNotes notes, boolean request) {
        super(notes, request);
    }

    @Override
    void inRequest(String path, JsonFrame frame) {
        switch (path) {
            case "contents.parts.functionCall" -> frame.text("id").ifPresent(id -> call(id, frame));
            case "contents.parts.functionResponse" ->
                frame.text("id").ifPresent(id -> notes.result(id, Optional.empty()));
            default -> {}
        }
    }

    @Override
    void inAnswer(String path, JsonFrame frame) {
        switch (path) {
            case "candidates.content.parts.functionCall" ->
                call(frame.text("id").orElse(""), frame);
            case "candidates" ->
                frame.text("finishReason").ifPresent(reason -> {
                    notes.stopReason(reason);
                    notes.ended();
                });
            case "usageMetadata" ->
                notes.usage(frame.number("promptTokenCount"), frame.number("candidatesTokenCount"));
            case "error" -> notes.apiError();
            default -> {}
        }
    }
}
