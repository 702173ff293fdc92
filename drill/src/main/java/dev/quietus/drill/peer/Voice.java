package dev.quietus.drill.peer;

import dev.quietus.client.json.JsonObject;

import java.io.PrintStream;

/** What a peer says: one JSON object a line. Thread-safe. */
final class Voice {
    /** Names what an answer answers. */
    static final String RE = "re";

    /** Names what happened. */
    static final String EVENT = "event";

    /** Says why a command was not carried out. */
    static final String ERROR = "error";

    private final PrintStream out;

    Voice(PrintStream out) {
        this.out = out;
    }

    /** Tells what happened. */
    void tell(String event, JsonObject.Builder members) {
        say(members.build().with(EVENT, dev.quietus.client.json.Json.parse('"' + event + '"')));
    }

    /** Says a line as it is. */
    void say(JsonObject line) {
        String text = line.toJson();
        synchronized (out) {
            out.println(text);
            out.flush();
        }
    }
}
