package dev.quietus.gateway.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.quietus.client.FinishFacts;
import dev.quietus.client.Outcome;
import dev.quietus.gateway.run.Passage;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Calls whose server has asked for input, from one round to the next: the client asks again with
 * another id, and it is still one operation. Thread-safe.
 */
final class Rounds {
    /** Of more that wait the oldest counts as given up by its client. */
    private static final int MOST = 1_000;

    private final Map<String, ClientRequest> waiting = new LinkedHashMap<>();

    /** The server wants something first. */
    void wait(ClientRequest request, Optional<String> state) {
        Optional<ClientRequest> tooMany;
        synchronized (this) {
            Optional<ClientRequest> replaced = Optional.ofNullable(
                    waiting.put(state.map(Rounds::key).orElseGet(() -> key(request)), request));
            tooMany = replaced.or(this::oldestOfTooMany);
        }
        tooMany.ifPresent(Rounds::leave);
        request.passage()
                .ifPresent(passage -> passage.scope().onCancel(reason -> stopped(request)));
    }

    private void stopped(ClientRequest request) {
        boolean waited;
        synchronized (this) {
            waited = waiting.values().remove(request);
        }
        if (waited) {
            leave(request);
        }
    }

    private Optional<ClientRequest> oldestOfTooMany() {
        if (waiting.size() <= MOST) {
            return Optional.empty();
        }
        Iterator<ClientRequest> all = waiting.values().iterator();
        ClientRequest oldest = all.next();
        all.remove();
        return Optional.of(oldest);
    }

    /** The operation that this call continues; empty if it is a new one. */
    synchronized Optional<Passage> next(ClientRequest request) {
        ObjectNode params = request.params();
        if (!params.has("requestState") && !params.has("inputResponses")) {
            return Optional.empty();
        }
        String key = params.path("requestState").isTextual()
                ? key(params.path("requestState").textValue())
                : key(request);
        return Optional.ofNullable(waiting.remove(key)).flatMap(ClientRequest::passage);
    }

    private static String key(String state) {
        return "state " + state;
    }

    private static String key(ClientRequest request) {
        return "call " + request.tool().orElse("") + " " + request.argumentsDigest();
    }

    /** Nobody comes back to any of them. */
    void end() {
        Map<String, ClientRequest> left;
        synchronized (this) {
            left = new LinkedHashMap<>(waiting);
            waiting.clear();
        }
        left.values().forEach(Rounds::leave);
    }

    private static void leave(ClientRequest request) {
        request.passage()
                .ifPresent(passage -> passage.finish(CallResult.unknown(
                        request,
                        FinishFacts.of(Outcome.CANCELLED)
                                .withError("the client did not answer what the server asked"))));
        request.settle();
    }
}
