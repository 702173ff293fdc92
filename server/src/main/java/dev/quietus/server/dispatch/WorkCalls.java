package dev.quietus.server.dispatch;

import dev.quietus.core.dispatch.ClaimWork;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.Run;
import dev.quietus.core.settlement.Recovery;
import dev.quietus.server.event.Changes;
import dev.quietus.server.http.Answer;
import dev.quietus.server.http.Fields;
import dev.quietus.server.http.Problem;
import dev.quietus.server.http.Request;
import dev.quietus.server.http.Route;
import dev.quietus.server.http.Route.Caller;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The built-in pull queue: hands out the next due operation, begun; waits while there is none. */
public final class WorkCalls {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    /**
     * How often a waiting claim looks by itself: for what becomes due, and for other nodes' work.
     */
    private static final Duration LOOK = Duration.ofMillis(200);

    private final Ledger ledger;
    private final Changes changes;

    /** Builds the call. */
    public WorkCalls(Ledger ledger, Changes changes) {
        this.ledger = ledger;
        this.changes = changes;
    }

    /** The route. */
    public List<Route> routes() {
        return List.of(new Route(
                "POST", "/v1/work/claim", Set.of(Caller.OPERATOR, Caller.WORKER), this::claim));
    }

    private Answer claim(Request request) throws InterruptedException {
        Fields body = request.body();
        ClaimWork command = new ClaimWork(
                body.requiredParsed("queue", QueueName::new),
                body.requiredParsed("worker", WorkerId::new),
                Asked.request(body),
                Asked.heartbeat(body));
        Duration wait = body.duration("wait_seconds", LONGEST_WAIT)
                .or(() -> body.duration("wait", LONGEST_WAIT))
                .orElse(Duration.ZERO);
        body.done();
        if (command.queue().equals(Recovery.QUEUE)) {
            throw new Problem(
                    Problem.Code.FORBIDDEN, "queue '" + command.queue() + "' is the server's own");
        }
        return handed(waitFor(request, command, wait));
    }

    /**
     * What comes between a look and the wait after it ends that wait: the version is read first.
     */
    private Optional<ClaimWork.Handed> waitFor(Request request, ClaimWork command, Duration wait)
            throws InterruptedException {
        long end = System.nanoTime() + wait.toNanos();
        long seen = changes.version();
        ClaimWork.Answer answer = ledger.write(command);
        while (true) {
            switch (answer) {
                case ClaimWork.Handed handed -> {
                    changes.happened();
                    return Optional.of(handed);
                }
                case ClaimWork.AskAgain() -> answer = ledger.write(command);
                case ClaimWork.NothingDue() -> {
                    long left = end - System.nanoTime();
                    if (left <= 0) {
                        return Optional.empty();
                    }
                    changes.await(seen, Duration.ofNanos(Math.min(left, LOOK.toNanos())));
                    request.requireStillAllowed();
                    seen = changes.version();
                    if (ledger.read(records -> records.nextDue(command.queue())).isPresent()) {
                        answer = ledger.write(command);
                    }
                }
            }
        }
    }

    private static Answer handed(Optional<ClaimWork.Handed> claimed) {
        if (claimed.isEmpty()) {
            return new Answer.Nothing();
        }
        Operation operation = claimed.get().operation();
        Run run = claimed.get().run();
        Map<String, Object> fields = new LinkedHashMap<>(OperationCalls.begun(operation, run));
        Map<String, Object> authority = new LinkedHashMap<>();
        authority.put("run_id", run.id().value());
        authority.put("lease", run.lease().id().value());
        authority.put("revocation_epoch", run.epoch());
        run.taskId().ifPresent(task -> authority.put("task_id", task));
        fields.put("run", authority);
        return Answer.ok(fields);
    }
}
