package dev.quietus.gateway.model.tap;

import dev.quietus.gateway.run.ContentDigest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What is known of one request and its answer from reading along. Thread-safe. */
public final class TrafficNotes {
    /** More are counted, not named. */
    static final int MOST_NAMED = 20;

    private static final int LONGEST_NAME = 80;

    private final TrafficListener listener;
    private final List<ToolCall> calls = new ArrayList<>();
    private final List<ToolResult> results = new ArrayList<>();
    private int callCount;
    private int resultCount;
    private long inputTokens = -1;
    private long outputTokens = -1;
    private String stopReason = "";
    private String responseId = "";
    private long sequence = -1;
    private long events;
    private boolean ended;
    private boolean apiError;

    /** Tells what is new to a listener. */
    public TrafficNotes(TrafficListener listener) {
        this.listener = listener;
    }

    synchronized void call(String id, String name, Optional<byte[]> arguments, boolean inHistory) {
        String cleanId = clean(id);
        String cleanName = clean(name);
        if (cleanName.isEmpty() || !cleanId.isEmpty() && !listener.isNewCall(cleanId)) {
            return;
        }
        ToolCall call =
                new ToolCall(cleanId, cleanName, arguments.map(ContentDigest::ofJson), inHistory);
        callCount++;
        if (calls.size() < MOST_NAMED) {
            calls.add(call);
        }
        listener.toolCall(call);
    }

    synchronized void result(String callId, Optional<Boolean> error) {
        String clean = clean(callId);
        if (clean.isEmpty() || !listener.isNewResult(clean)) {
            return;
        }
        ToolResult result = new ToolResult(clean, error);
        resultCount++;
        if (results.size() < MOST_NAMED) {
            results.add(result);
        }
        listener.toolResult(result);
    }

    synchronized void usage(OptionalLong input, OptionalLong output) {
        inputTokens = Math.max(inputTokens, input.orElse(-1));
        outputTokens = Math.max(outputTokens, output.orElse(-1));
    }

    synchronized void stopReason(String reason) {
        stopReason = clean(reason);
    }

    synchronized void responseId(String id) {
        responseId = clean(id);
    }

    synchronized void sequence(long number) {
        sequence = number;
    }

    synchronized void event() {
        events++;
    }

    /** The API has said that the answer is complete. */
    synchronized void ended() {
        ended = true;
    }

    /** The API has said that it failed. */
    synchronized void apiError() {
        apiError = true;
    }

    /** Whether the API has said that the answer is at its end, well or not. */
    public synchronized boolean sawEnd() {
        return ended || apiError;
    }

    /** Whether the API has said in its answer that it failed. */
    public synchronized boolean sawApiError() {
        return apiError;
    }

    /** The API's own id of the answer; empty if none was seen. */
    public synchronized String responseId() {
        return responseId;
    }

    /** The number of the last event of a stream that numbers them; -1 before the first. */
    public synchronized long sequence() {
        return sequence;
    }

    /** How many events of a stream have passed. */
    public synchronized long events() {
        return events;
    }

    /** For people: usage, the reason of the end, calls and results; each part only where known. */
    public synchronized List<String> words() {
        List<String> parts = new ArrayList<>();
        if (!stopReason.isEmpty()) {
            parts.add("ended with " + stopReason);
        }
        if (inputTokens >= 0 || outputTokens >= 0) {
            parts.add("tokens in " + tokens(inputTokens) + ", out " + tokens(outputTokens)
                    + (ended ? "" : " (partial)"));
        }
        if (callCount > 0) {
            parts.add("asked for "
                    + listed(calls.stream().map(TrafficNotes::words).toList(), callCount));
        }
        if (resultCount > 0) {
            parts.add("brought results of "
                    + listed(
                            results.stream()
                                    .map(result -> result.callId()
                                            + (result.error().orElse(false) ? " (error)" : ""))
                                    .toList(),
                            resultCount));
        }
        return parts;
    }

    private static String words(ToolCall call) {
        return call.name()
                + (call.id().isEmpty() ? "" : " " + call.id())
                + (call.inHistory() ? " (in the history)" : "");
    }

    private static String listed(List<String> named, int all) {
        String text = String.join(", ", named);
        return all > named.size() ? text + " and " + (all - named.size()) + " more" : text;
    }

    private static String tokens(long count) {
        return count < 0 ? "unknown" : Long.toString(count);
    }

    /** Names and ids come from outside: printable, without spaces, of a bounded length. */
    private static String clean(String name) {
        StringBuilder clean = new StringBuilder(Math.min(name.length(), LONGEST_NAME));
        for (int i = 0; i < name.length() && clean.length() < LONGEST_NAME; i++) {
            char unit = name.charAt(i);
            clean.append(unit > ' ' && unit < 0x7F ? unit : '?');
        }
        return clean.toString();
    }
}
