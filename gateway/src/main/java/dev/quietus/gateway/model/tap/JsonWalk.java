package dev.quietus.gateway.model.tap;

import java.io.ByteArrayOutputStream;

/**
 * Walks through JSON that comes in pieces, and shows each object at its end with the few members
 * that are of interest. Holds nothing else: a text of any size passes in bounded memory. What is no
 * JSON ends the walk in silence. For one thread.
 */
final class JsonWalk {
    private static final int DEEPEST = 64;
    private static final int LONGEST_KEY = 48;
    private static final int LONGEST_VALUE = 512;
    private static final int LONGEST_ARGUMENTS = 64 * 1024;

    /** Sees the objects. */
    interface Sink {
        /** An object has ended; its parents have not. */
        void object(JsonWalk at, JsonFrame frame);
    }

    private enum At {
        VALUE,
        STRING,
        ESCAPE,
        UNICODE,
        KEY_OR_END,
        COLON,
        COMMA_OR_END,
        BARE,
        LOST
    }

    private final Sink sink;
    private final JsonFrame[] frames = new JsonFrame[DEEPEST + 1];
    private int depth;
    private At at = At.VALUE;

    /** The string that is being read is a member's name. */
    private boolean naming;
    /** Arguments given as an object are kept as they stand while the depth is above this. */
    private int rawAbove = -1;

    private final KeptText text = new KeptText();
    private final ByteArrayOutputStream raw = new ByteArrayOutputStream(0);
    private boolean rawWhole;

    JsonWalk(Sink sink) {
        this.sink = sink;
        frames[0] = new JsonFrame(null, "");
    }

    /** Begins with a new text. */
    void restart() {
        depth = 0;
        at = At.VALUE;
        naming = false;
        text.begin(false, 0);
        rawAbove = -1;
        frames[0] = new JsonFrame(null, "");
    }

    /** How many objects and arrays are open. */
    int depth() {
        return depth;
    }

    /** Whether it stands behind an element of the outermost array, or at its beginning. */
    boolean betweenElements() {
        return depth == 1 && frames[1].isArray() && (at == At.COMMA_OR_END || at == At.VALUE);
    }

    /** Whether an element of the outermost array has ended. */
    boolean behindElement() {
        return betweenElements() && at == At.COMMA_OR_END;
    }

    /** Goes on. */
    void see(byte[] bytes, int from, int count) {
        int end = from + count;
        int i = from;
        while (i < end) {
            if (at == At.STRING) {
                i = string(bytes, i, end);
            } else if (at == At.LOST) {
                return;
            } else {
                int unit = bytes[i++] & 0xFF;
                keepRaw(unit);
                next(unit);
            }
        }
    }

    private void next(int unit) {
        switch (at) {
            case VALUE -> value(unit);
            case ESCAPE -> at = text.escape(unit) ? At.STRING : At.UNICODE;
            case UNICODE -> unicode(unit);
            case KEY_OR_END -> keyOrEnd(unit);
            case COLON -> colon(unit);
            case COMMA_OR_END -> commaOrEnd(unit);
            case BARE -> bare(unit);
            case STRING, LOST -> {}
        }
    }

    private static boolean isBlank(int unit) {
        return unit == ' ' || unit == '\n' || unit == '\r' || unit == '\t';
    }

    private void value(int unit) {
        if (isBlank(unit)) {
            return;
        }
        JsonFrame frame = frames[depth];
        switch (unit) {
            case '{' -> open(unit, false);
            case '[' -> open(unit, true);
            case ']' -> {
                if (frame.isArray() && frame.isEmpty()) {
                    close();
                } else {
                    at = At.LOST;
                }
            }
            case '"' -> {
                frame.filled();
                beginString(frame);
            }
            default -> {
                frame.filled();
                text.begin(frame.wants() == JsonFrame.Wish.VALUE, LONGEST_VALUE);
                text.keep(unit);
                at = At.BARE;
            }
        }
    }

    private void beginString(JsonFrame frame) {
        boolean inRaw = rawAbove >= 0;
        switch (frame.wants()) {
            case VALUE -> text.begin(!inRaw, LONGEST_VALUE);
            case ARGUMENTS -> text.begin(!inRaw, LONGEST_ARGUMENTS);
            case NOTHING -> text.begin(false, 0);
        }
        at = At.STRING;
    }

    private void keepRaw(int unit) {
        if (rawAbove >= 0) {
            if (raw.size() < LONGEST_ARGUMENTS) {
                raw.write(unit);
            } else {
                rawWhole = false;
            }
        }
    }

    private void open(int unit, boolean array) {
        JsonFrame parent = frames[depth];
        parent.filled();
        if (depth == DEEPEST) {
            at = At.LOST;
            return;
        }
        if (!array && rawAbove < 0 && parent.wants() == JsonFrame.Wish.ARGUMENTS) {
            rawAbove = depth;
            raw.reset();
            rawWhole = true;
            raw.write(unit);
        }
        depth++;
        frames[depth] = array ? JsonFrame.array(parent) : new JsonFrame(parent, parent.key());
        at = array ? At.VALUE : At.KEY_OR_END;
    }

    private void close() {
        JsonFrame ended = frames[depth];
        depth--;
        at = depth == 0 ? At.VALUE : At.COMMA_OR_END;
        boolean inside = rawAbove >= 0;
        if (inside && depth == rawAbove) {
            rawAbove = -1;
            if (rawWhole) {
                frames[depth].arguments(raw.toByteArray());
            }
        }
        if (!inside && !ended.isArray()) {
            sink.object(this, ended);
        }
        frames[depth + 1] = frames[0];
    }

    private int string(byte[] bytes, int from, int end) {
        int i = from;
        while (i < end && bytes[i] != '"' && bytes[i] != '\\') {
            i++;
        }
        text.keep(bytes, from, i - from);
        int stop = Math.min(i + 1, end);
        if (rawAbove >= 0) {
            int room = Math.min(stop - from, LONGEST_ARGUMENTS - raw.size());
            raw.write(bytes, from, room);
            rawWhole &= room == stop - from;
        }
        if (i < end) {
            if (bytes[i] == '"') {
                endString();
            } else {
                at = At.ESCAPE;
            }
        }
        return stop;
    }

    private void endString() {
        JsonFrame frame = frames[depth];
        if (naming) {
            naming = false;
            frame.name(text.isWhole() ? text.string() : "");
            at = At.COLON;
            return;
        }
        give(frame);
        at = depth == 0 ? At.VALUE : At.COMMA_OR_END;
    }

    private void give(JsonFrame frame) {
        if (!text.isWhole()) {
            return;
        }
        if (frame.wants() == JsonFrame.Wish.ARGUMENTS) {
            frame.arguments(text.bytes());
        } else {
            frame.put(text.string());
        }
    }

    private void unicode(int unit) {
        at = switch (text.unicode(unit)) {
            case GOES_ON -> At.UNICODE;
            case OVER -> At.STRING;
            case BROKEN -> At.LOST;
        };
    }

    private void keyOrEnd(int unit) {
        if (unit == '"') {
            naming = true;
            text.begin(rawAbove < 0, LONGEST_KEY);
            at = At.STRING;
        } else if (unit == '}' && frames[depth].isEmpty()) {
            close();
        } else if (!isBlank(unit)) {
            at = At.LOST;
        }
    }

    private void colon(int unit) {
        if (unit == ':') {
            at = At.VALUE;
        } else if (!isBlank(unit)) {
            at = At.LOST;
        }
    }

    private void commaOrEnd(int unit) {
        boolean array = frames[depth].isArray();
        if (unit == ',') {
            at = array ? At.VALUE : At.KEY_OR_END;
        } else if (unit == (array ? ']' : '}')) {
            close();
        } else if (!isBlank(unit)) {
            at = At.LOST;
        }
    }

    private void bare(int unit) {
        if (unit != ',' && unit != '}' && unit != ']' && !isBlank(unit)) {
            text.keep(unit);
            return;
        }
        JsonFrame frame = frames[depth];
        give(frame);
        at = depth == 0 ? At.VALUE : At.COMMA_OR_END;
        if (depth > 0) {
            commaOrEnd(unit);
        }
    }
}
