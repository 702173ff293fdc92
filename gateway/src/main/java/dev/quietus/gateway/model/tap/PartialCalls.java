package dev.quietus.gateway.model.tap;

import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Calls whose arguments come in pieces, by their place in the answer. Bounded. */
final class PartialCalls {
    private static final int MOST = 64;
    private static final int LONGEST = 64 * 1024;

    private static final class Partial {
        private String id = "";
        private String name = "";
        private boolean whole = true;
        private final ByteArrayOutputStream arguments = new ByteArrayOutputStream(64);
    }

    private final Map<String, Partial> open = new LinkedHashMap<>();

    /** A call begins, or more of its name comes. */
    void named(String place, String id, String name) {
        Partial partial = at(place);
        if (!id.isEmpty()) {
            partial.id = id;
        }
        if (!name.isEmpty()) {
            partial.name = name;
        }
    }

    /** More of a call's arguments; of a place without a call nothing. */
    void more(String place, byte[] piece) {
        Partial partial = open.get(place);
        if (partial == null) {
            return;
        }
        if (partial.arguments.size() + piece.length <= LONGEST) {
            partial.arguments.writeBytes(piece);
        } else {
            partial.whole = false;
        }
    }

    private Partial at(String place) {
        if (open.size() >= MOST && !open.containsKey(place)) {
            return new Partial();
        }
        return open.computeIfAbsent(place, _ -> new Partial());
    }

    /** A call is complete. */
    void end(String place, TrafficNotes notes) {
        Partial partial = open.remove(place);
        if (partial != null) {
            tell(partial, notes);
        }
    }

    /** All calls are complete. */
    void endAll(TrafficNotes notes) {
        open.values().forEach(partial -> tell(partial, notes));
        open.clear();
    }

    private static void tell(Partial partial, TrafficNotes notes) {
        byte[] arguments = partial.arguments.size() == 0
                ? new byte[] {'{', '}'}
                : partial.arguments.toByteArray();
        notes.call(
                partial.id,
                partial.name,
                partial.whole ? Optional.of(arguments) : Optional.empty(),
                false);
    }
}
