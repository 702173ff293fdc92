package dev.quietus.gateway.model.tap;

import dev.quietus.gateway.model.dialect.Dialect;

import java.util.Optional;

/** What the objects of one dialect mean. One for each body; for one thread. */
abstract class DialectReading implements JsonWalk.Sink {
    final TrafficNotes notes;
    final boolean request;

    DialectReading(TrafficNotes notes, boolean request) {
        this.notes = notes;
        this.request = request;
    }

    static DialectReading of(Dialect dialect, TrafficNotes notes, boolean request) {
        return switch (dialect) {
            case ANTHROPIC -> new AnthropicReading(notes, request);
            case RESPONSES -> new ResponsesReading(notes, request);
            case CHAT -> new ChatReading(notes, request);
            case GEMINI -> new GeminiReading(notes, request);
        };
    }

    @Override
    public final void object(JsonWalk at, JsonFrame frame) {
        if (request) {
            inRequest(frame.path(), frame);
        } else {
            inAnswer(frame.path(), frame);
        }
    }

    /** An object of a request. */
    abstract void inRequest(String path, JsonFrame frame);

    /** An object of an answer: of its whole body, or of an event's data. */
    abstract void inAnswer(String path, JsonFrame frame);

    final void call(String id, JsonFrame named) {
        notes.call(id, named.text("name").orElse(""), named.arguments(), request);
    }

    static Optional<Boolean> flag(JsonFrame frame, String name) {
        return frame.text(name).map("true"::equals);
    }
}
