package dev.quietus.gateway.mcp;

import dev.quietus.gateway.mcp.link.EventMark;
import dev.quietus.gateway.mcp.message.Messages;
import dev.quietus.gateway.mcp.message.Revision;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** What a session is at: which revision, stopped or not, over or not. Thread-safe. */
final class SessionState {
    private final SessionParts parts;
    private final ClientSide client;
    private final ServerRequests serverRequests;
    private final CallingOff callingOff;
    private final TaskWatch tasks;
    private final Rounds rounds = new Rounds();
    private final ToolCalls calls;
    private final AtomicBoolean ending = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Optional<Revision> revision = Optional.empty();
    private volatile boolean stopped;
    private volatile boolean over;

    SessionState(SessionParts parts, ClientSide client) {
        this.parts = parts;
        this.client = client;
        this.serverRequests = new ServerRequests(parts.settings().mostInFlight());
        Observations observations = new Observations(parts.rules(), parts.own());
        this.callingOff = new CallingOff(parts, observations);
        this.tasks = new TaskWatch(parts);
        this.calls = new ToolCalls(parts, callingOff, observations, tasks, rounds);
    }

    ClientSide client() {
        return client;
    }

    ServerRequests serverRequests() {
        return serverRequests;
    }

    CallingOff callingOff() {
        return callingOff;
    }

    TaskWatch tasks() {
        return tasks;
    }

    ToolCalls calls() {
        return calls;
    }

    Optional<Revision> revision() {
        return revision;
    }

    void speaks(Revision spoken) {
        if (!Optional.of(spoken).equals(revision)) {
            revision = Optional.of(spoken);
            parts.link().get().speaks(spoken);
        }
    }

    /** Whether the run is stopped, so that nothing of the server reaches the client any more. */
    boolean isStopped() {
        return stopped;
    }

    boolean isOver() {
        return over;
    }

    /** The run is stopped. Returns when the server has ended, or can't be made to. */
    void stop(String detail) {
        stopped = true;
        serverRequests.end((id, asked) ->
                asked.message(Messages.cancelled(id, Words.NEUTRAL), EventMark.NONE));
        giveUpAll(Ending.STOPPED, detail);
        endAfterGrace("the run was stopped");
    }

    /** Nobody reads any more. */
    void clientGone() {
        stopped = true;
        giveUpAll(Ending.CLIENT_GONE, "");
        endAfterGrace("the client is gone");
    }

    private void giveUpAll(Ending why, String detail) {
        rounds.end();
        tasks.stop(detail);
        parts.requests()
                .live()
                .forEach(each -> callingOff.giveUp(each, why, detail, Optional.empty()));
    }

    private void endAfterGrace(String why) {
        List<ClientRequest> open = new ArrayList<>(tasks.open());
        open.addAll(parts.requests().givenUp());
        long end = System.nanoTime() + parts.settings().grace().toNanos();
        try {
            for (ClientRequest request : parts.requests().givenUp()) {
                request.awaitCalledOff(Math.max(0, end - System.nanoTime()));
            }
            for (ClientRequest request : open) {
                if (request.passage().isPresent()) {
                    request.awaitSettled(Math.max(0, end - System.nanoTime()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        endServer(why);
    }

    /**
     * Ends the server, where it is ours, and the way to it. Who comes second waits for the first.
     */
    void endServer(String why) {
        if (!ending.compareAndSet(false, true)) {
            awaitOver();
            return;
        }
        Optional<String> how = parts.link().get().end(why, parts.settings().endLimit());
        over(
                how,
                how.isPresent() || !parts.link().get().isOurs()
                        ? Optional.empty()
                        : Optional.of("the end of the server's process was not shown"));
    }

    private void awaitOver() {
        try {
            ended.await(
                    parts.settings().endLimit().plusSeconds(5).toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The server has ended by itself. */
    void ended(String why) {
        if (ending.compareAndSet(false, true)) {
            parts.notes().accept("the MCP server is gone: " + why);
            Duration limit = parts.settings().endLimit();
            Optional<String> how = parts.link().get().end(why, limit);
            over(how, Optional.of(why));
        }
    }

    /** Whoever waits for an answer of the server gets the one of the gateway. */
    private void over(Optional<String> how, Optional<String> why) {
        over = true;
        parts.own().allLost();
        parts.requests()
                .live()
                .forEach(each -> callingOff.giveUp(
                        each, stopped ? Ending.STOPPED : Ending.SERVER_GONE, "", Optional.empty()));
        boolean processEnded = how.isPresent();
        if (processEnded) {
            String words = how.get() + why.map(each -> "; " + each).orElse("");
            tasks.serverEnded(words);
            rounds.end();
            parts.requests().givenUp().forEach(each -> callingOff.serverEnded(each, words));
        } else {
            parts.requests().givenUp().forEach(callingOff::unresolved);
        }
        ended.countDown();
    }
}
