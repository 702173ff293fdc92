package dev.quietus.gateway.model.tap;

/**
 * Walks through a stream of server-sent events that comes in pieces and gives the data of each to a
 * {@link JsonWalk}. Lines end with LF, CR or CR LF. For one thread.
 */
final class EventWalk {
    private static final byte[] DATA = {'d', 'a', 't', 'a', ':'};
    private static final byte[] DONE = {'[', 'D', 'O', 'N', 'E', ']'};

    private final JsonWalk json;
    private final TrafficNotes notes;
    private boolean inLine;
    private boolean afterCr;
    /** How much of the field's name was found; -1 once the line is another field's. */
    private int named;

    private boolean valueBegun;
    /** How much of the end's mark was found; -1 once the data is something else. */
    private int done;

    private boolean inEvent;

    EventWalk(JsonWalk json, TrafficNotes notes) {
        this.json = json;
        this.notes = notes;
    }

    /** Whether it stands between two events. */
    boolean betweenEvents() {
        return !inLine && !inEvent;
    }

    /** Goes on. */
    void see(byte[] bytes, int from, int count) {
        int end = from + count;
        int i = from;
        while (i < end) {
            byte unit = bytes[i];
            if (unit == '\n' || unit == '\r') {
                i++;
                if (!(unit == '\n' && afterCr)) {
                    endLine();
                }
                afterCr = unit == '\r';
            } else {
                afterCr = false;
                i = line(bytes, i, end);
            }
        }
    }

    private int line(byte[] bytes, int from, int end) {
        int i = from;
        inLine = true;
        inEvent = true;
        while (i < end && named >= 0 && named < DATA.length && !isEnd(bytes[i])) {
            named = bytes[i] == DATA[named] ? named + 1 : -1;
            i++;
        }
        int start = i;
        while (i < end && !isEnd(bytes[i])) {
            i++;
        }
        if (named == DATA.length && i > start) {
            if (!valueBegun) {
                valueBegun = true;
                if (bytes[start] == ' ') {
                    start++;
                }
            }
            data(bytes, start, i);
        }
        return i;
    }

    private void data(byte[] bytes, int start, int end) {
        int i = start;
        while (i < end && done >= 0 && done < DONE.length) {
            done = bytes[i] == DONE[done] ? done + 1 : -1;
            i++;
        }
        json.see(bytes, start, end - start);
    }

    private static boolean isEnd(byte unit) {
        return unit == '\n' || unit == '\r';
    }

    private void endLine() {
        if (inLine) {
            inLine = false;
            named = 0;
            valueBegun = false;
            return;
        }
        if (inEvent) {
            inEvent = false;
            notes.event();
            if (done == DONE.length) {
                notes.ended();
            }
            done = 0;
            json.restart();
        }
    }
}
