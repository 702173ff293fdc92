package dev.quietus.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;

import dev.quietus.gateway.mcp.message.MessageId;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The client's requests that have no answer yet, and those that were given up without one. Each is
 * answered once: who takes it out of here answers it. Thread-safe.
 */
final class Requests {
    /** Of more that were given up the oldest are forgotten; an answer to them is noise then. */
    private static final int MOST_GIVEN_UP = 10_000;

    private final int most;
    private final Map<MessageId, ClientRequest> live = new LinkedHashMap<>();
    private final Map<MessageId, ClientRequest> givenUp = new LinkedHashMap<>();
    private final Map<JsonNode, ClientRequest> byToken = new HashMap<>();

    Requests(int most) {
        this.most = most;
    }

    /** What came of taking a request in. */
    enum Taken {
        YES,
        ID_IN_USE,
        TOO_MANY
    }

    synchronized Taken take(ClientRequest request) {
        if (live.containsKey(request.id())
                || givenUp.containsKey(request.id())
                        && !givenUp.get(request.id()).isSettled()) {
            return Taken.ID_IN_USE;
        }
        if (live.size() >= most) {
            return Taken.TOO_MANY;
        }
        givenUp.remove(request.id());
        live.put(request.id(), request);
        request.progressToken().ifPresent(token -> byToken.put(token, request));
        return Taken.YES;
    }

    /** Takes a request out that has its answer now; empty if it is not waiting for one. */
    synchronized Optional<ClientRequest> answered(MessageId id) {
        ClientRequest request = live.remove(id);
        if (request != null) {
            release(request);
        }
        return Optional.ofNullable(request);
    }

    /** The same where somebody else may have been faster. */
    synchronized boolean answered(ClientRequest request) {
        boolean first = live.remove(request.id(), request);
        if (first) {
            release(request);
        }
        return first;
    }

    /** Takes a request out whose answer is not its end; its progress goes on. */
    synchronized Optional<ClientRequest> answeredByTask(MessageId id) {
        return Optional.ofNullable(live.remove(id));
    }

    /** Its progress is at its end. */
    synchronized void release(ClientRequest request) {
        request.progressToken().ifPresent(token -> byToken.remove(token, request));
    }

    /** Gives a request up; false if it has its answer already, or was given up before. */
    synchronized boolean giveUp(ClientRequest request, Ending ending, String detail) {
        if (!live.remove(request.id(), request)) {
            return false;
        }
        request.giveUp(ending, detail);
        if (givenUp.size() >= MOST_GIVEN_UP) {
            MessageId oldest = givenUp.keySet().iterator().next();
            Optional.ofNullable(givenUp.remove(oldest)).ifPresent(this::release);
        }
        givenUp.put(request.id(), request);
        return true;
    }

    synchronized Optional<ClientRequest> live(MessageId id) {
        return Optional.ofNullable(live.get(id));
    }

    /** The request that was given up and is answered all the same. */
    synchronized Optional<ClientRequest> late(MessageId id) {
        ClientRequest request = givenUp.remove(id);
        if (request != null) {
            release(request);
        }
        return Optional.ofNullable(request);
    }

    synchronized Optional<ClientRequest> byToken(JsonNode token) {
        return Optional.ofNullable(byToken.get(token));
    }

    synchronized List<ClientRequest> live() {
        return new ArrayList<>(live.values());
    }

    /** Those that were given up and may still be answered. */
    synchronized List<ClientRequest> givenUp() {
        return givenUp.values().stream().filter(each -> !each.isSettled()).toList();
    }

    /** Whether what belongs to no request can only be of one that was given up. */
    synchronized boolean onlyGivenUp() {
        return live.isEmpty() && givenUp.values().stream().anyMatch(each -> !each.isSettled());
    }
}
