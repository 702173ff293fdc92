package dev.quietus.gateway.mcp;

import dev.quietus.client.Effect;
import dev.quietus.client.FinishFacts;
import dev.quietus.gateway.mcp.link.EventMark;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.MessageFault;
import dev.quietus.gateway.mcp.message.Messages;
import dev.quietus.gateway.run.Passage;

import java.time.Duration;
import java.util.Optional;

/**
 * Gives requests up: the client gets its answer at once, the server is asked to stop in its own
 * way, and an answer that comes all the same is a fact for the record and nothing else. That nobody
 * answers is no result: the outcome stays unknown.
 */
final class CallingOff {
    private static final int MOST_EXTENSIONS = 10;

    private final SessionParts parts;
    private final Observations observations;

    CallingOff(SessionParts parts, Observations observations) {
        this.parts = parts;
        this.observations = observations;
    }

    /**
     * Gives a request up, unless its answer was first.
     *
     * @param detail why, for the record only
     * @param notice the client's own notice of it
     */
    void giveUp(ClientRequest request, Ending why, String detail, Optional<McpMessage> notice) {
        if (request.isHandshake() && why == Ending.TAKEN_BACK) {
            return;
        }
        if (!parts.requests().giveUp(request, why, detail)) {
            return;
        }
        if (why.isAnswered()) {
            request.client().message(answer(request, why), EventMark.NONE);
        }
        parts.threads().execute(() -> callOff(request, why, notice));
    }

    /** The answer of a request that gets no other one. */
    static McpMessage answer(ClientRequest request, Ending why) {
        if (request.tool().isPresent()) {
            return Messages.toolError(
                    request.id(),
                    Words.givenUp(why, request.isSent(), request.isReadOnly()),
                    isStateless(request));
        }
        return Messages.error(
                Optional.of(request.id()), MessageFault.GATEWAY, Words.otherGivenUp(why));
    }

    static boolean isStateless(ClientRequest request) {
        return request.params().path("_meta").has("io.modelcontextprotocol/protocolVersion");
    }

    private void callOff(ClientRequest request, Ending why, Optional<McpMessage> notice) {
        request.passage().ifPresent(Passage::sent);
        if (why != Ending.SERVER_GONE && !request.isHandshake() && !request.asksForTask()) {
            request.callOff(() -> parts.link().get().cancel(request.id(), notice, Words.NEUTRAL));
        } else {
            request.nothingToCallOff();
        }
        if (request.isSent() && why != Ending.SERVER_GONE) {
            awaitLate(request);
        }
        // Not sent: whoever asked authority for it finds it given up, and says so. Of a server of
        // ours more is known when its process has ended.
        boolean waitsForEnd = why == Ending.SERVER_GONE && parts.link().get().isOurs();
        if ((request.isSent() || request.tool().isEmpty()) && !waitsForEnd) {
            unresolved(request);
        }
    }

    /** Waits for a late answer for as long as the request shows signs of life. */
    private void awaitLate(ClientRequest request) {
        long limit = parts.settings().lateLimit().toNanos();
        long last = System.nanoTime() + MOST_EXTENSIONS * limit;
        try {
            long left = limit;
            while (left > 0 && !request.awaitSettled(left)) {
                long quiet = System.nanoTime() - request.lastActivityNanos();
                left = Math.min(limit - quiet, last - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** No answer came. What can be seen is recorded; what can't, stays unknown. */
    void unresolved(ClientRequest request) {
        Optional<Passage> passage = request.passage().filter(each -> !each.isFinished());
        if (passage.isPresent() && !request.isSettled()) {
            FinishFacts facts = observations.seen(request, given(request), false);
            boolean known = request.isReadOnly()
                    || facts.effect().filter(effect -> effect == Effect.PRESENT).isPresent();
            if (known) {
                passage.get().finish(facts);
            } else {
                parts.notes()
                        .accept("the outcome of " + passage.get().operationId()
                                + " is not known: no answer came after it was "
                                + request.ending().orElse(Ending.CLIENT_GONE).words());
                passage.get().abandon();
            }
        }
        request.settle();
    }

    /** The server's process has ended, so that nothing it did itself goes on. */
    void serverEnded(ClientRequest request, String how) {
        request.passage()
                .filter(each -> !each.isFinished())
                .ifPresent(passage -> passage.finish(given(request).withDetail(how)));
        request.settle();
    }

    /** An answer came after the request was given up. */
    void late(ClientRequest request, FinishFacts facts) {
        Ending why = request.ending().orElse(Ending.CLIENT_GONE);
        FinishFacts whole = observations
                .seen(request, facts, true)
                .withDetail("the answer came after the call was " + words(request, why));
        request.passage().ifPresent(passage -> passage.late(whole));
        request.settle();
    }

    /** What is recorded of a call that was given up and of which nothing else is known. */
    static FinishFacts given(ClientRequest request) {
        Ending why = request.ending().orElse(Ending.SERVER_GONE);
        return CallResult.unknown(
                request, FinishFacts.of(why.outcome()).withError(words(request, why)));
    }

    private static String words(ClientRequest request, Ending why) {
        return request.detail().isEmpty() ? why.words() : why.words() + ": " + request.detail();
    }

    /** Gives the request up when its time is over. */
    void limit(ClientRequest request, Duration limit, Runnable also) {
        parts.after(limit, () -> {
            if (parts.requests().live(request.id()).filter(request::equals).isPresent()) {
                giveUp(request, Ending.TOO_LONG, "", Optional.empty());
                also.run();
            }
        });
    }
}
