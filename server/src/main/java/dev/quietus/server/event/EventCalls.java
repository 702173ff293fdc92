package dev.quietus.server.event;

import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import dev.quietus.ledger.LedgerQueries;
import dev.quietus.server.access.AccessGate;
import dev.quietus.server.http.Answer;
import dev.quietus.server.http.EventStream;
import dev.quietus.server.http.Problem;
import dev.quietus.server.http.Request;
import dev.quietus.server.http.Route;
import dev.quietus.server.http.Route.Caller;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The chain of events, as pages and as streams that resume where they broke off. */
public final class EventCalls {
    private static final Set<Caller> PEOPLE = Set.of(Caller.OPERATOR, Caller.AUDITOR);
    private static final int PAGE = 500;
    private static final int MAX_PAGE = LedgerQueries.MOST;
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Ledger ledger;
    private final LedgerQueries queries;
    private final AccessGate access;
    private final Changes changes;

    /** Builds the calls. */
    public EventCalls(Ledger ledger, LedgerQueries queries, AccessGate access, Changes changes) {
        this.ledger = ledger;
        this.queries = queries;
        this.access = access;
        this.changes = changes;
    }

    /** The routes. */
    public List<Route> routes() {
        return List.of(
                new Route("GET", "/v1/runs/{run}/events", PEOPLE, this::ofTree),
                new Route("GET", "/v1/events", PEOPLE, this::ofAll),
                new Route(
                        "GET",
                        "/v1/runs/{run}/signals",
                        Set.of(Caller.OPERATOR, Caller.WORKER, Caller.AGENT),
                        this::signals));
    }

    /** One page of events, or one look at a stream. */
    @FunctionalInterface
    private interface Source {
        List<Numbered> after(long position, int limit);
    }

    /**
     * An event with the number that a stream resumes from.
     *
     * @param number the number
     * @param event the event
     */
    private record Numbered(long number, Event event) {}

    private Answer ofTree(Request request) {
        request.onlyParameters("after", "limit");
        RunId run = request.part("run", RunId::new);
        TreeId tree = ledger.read(records -> records.run(run).map(Run::tree))
                .orElseThrow(() -> Problem.notFound("run", run.value()));
        return answer(
                request,
                (after, limit) -> queries.events(tree, Optional.empty(), after, limit).stream()
                        .map(row -> new Numbered(row.event().seq(), row.event()))
                        .toList());
    }

    private Answer ofAll(Request request) {
        request.onlyParameters("after", "limit");
        return answer(
                request,
                (after, limit) -> queries.eventsAfterPosition(after, limit).stream()
                        .map(row -> new Numbered(row.position(), row.event()))
                        .toList());
    }

    private Answer answer(Request request, Source source) {
        long after = request.number("after", 0, 0, Long.MAX_VALUE);
        if (request.wantsStream()) {
            long from = request.header("Last-Event-ID")
                    .filter(text -> text.matches("\\d{1,18}"))
                    .map(Long::parseLong)
                    .orElse(after);
            return new Answer.Stream(stream -> follow(request, stream, source, from));
        }
        int limit = (int) request.number("limit", PAGE, 1, MAX_PAGE);
        List<Numbered> events = source.after(after, limit);
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("events", events.stream().map(each -> each.event().shown()).toList());
        if (events.size() == limit) {
            page.put("next_after", events.getLast().number());
        }
        return Answer.ok(page);
    }

    private void follow(Request request, EventStream stream, Source source, long from)
            throws IOException, InterruptedException {
        long position = from;
        while (true) {
            request.requireStillAllowed();
            stream.stillThere();
            long seen = changes.version();
            List<Numbered> events = source.after(position, PAGE);
            for (Numbered each : events) {
                stream.event(
                        Long.toString(each.number()),
                        dev.quietus.core.Wire.of(each.event().draft().type()),
                        each.event().shown());
                position = each.number();
            }
            if (events.isEmpty()) {
                changes.await(seen, LOOK);
            }
            Changes.pause();
        }
    }

    private Answer signals(Request request) {
        request.onlyParameters();
        RunId run = request.part("run", RunId::new);
        access.requireWithin(request.principal(), run);
        if (ledger.read(records -> records.run(run)).isEmpty()) {
            throw Problem.notFound("run", run.value());
        }
        return new Answer.Stream(
                stream -> new Signals(ledger, changes, run).follow(request, stream));
    }
}
