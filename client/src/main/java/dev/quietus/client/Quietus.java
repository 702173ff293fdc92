package dev.quietus.client;

import dev.quietus.client.http.EventStream;
import dev.quietus.client.http.HttpAnswer;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.http.QuietusClient;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.http.QuietusProtocolException;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonObject;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Quietus from a program: each method is one call of the HTTP API under {@code /v1}. Thread-safe.
 *
 * <p>Every method may throw the exceptions of {@link QuietusException}'s family. None of them says
 * that the asked thing did not happen; calling again with the same arguments is always safe. Where
 * an answer is a {@link JsonObject}, its members are those of the API's own document
 * ({@code /openapi.json}).
 */
public final class Quietus implements AutoCloseable {

    static final String ALLOW = "allow";

    private static final int NO_CONTENT = 204;
    private static final int FORBIDDEN = 403;
    private static final int CONFLICT = 409;
    private static final String V1 = "v1";
    private static final String RUNS = "runs";
    private static final String OPERATIONS = "operations";

    private final QuietusClient client;
    private final Optional<Duration> deadline;

    private Quietus(QuietusClient client, Optional<Duration> deadline) {
        this.client = client;
        this.deadline = deadline;
    }

    /** Quietus over the given client, which is closed with it. */
    public static Quietus over(QuietusClient client) {
        return new Quietus(client, Optional.empty());
    }

    /**
     * Quietus at the server that {@code QUIETUS_URL} names, with the token {@code QUIETUS_TOKEN},
     * as the children of {@code quietus run} find them.
     *
     * @param environment normally {@link System#getenv()}
     * @throws IllegalArgumentException if {@code QUIETUS_URL} is absent or no address
     */
    public static Quietus of(Map<String, String> environment) {
        String url = environment.get("QUIETUS_URL");
        if (url == null || url.isBlank()) {
            throw new IllegalArgumentException(
                    "QUIETUS_URL is not set: expected the address of a Quietus server");
        }
        QuietusClient.Builder builder = QuietusClient.builder(URI.create(url.strip()));
        String token = environment.get("QUIETUS_TOKEN");
        if (token != null && !token.isBlank()) {
            builder.token(token.strip());
        }
        return over(builder.build());
    }

    /** The same server, where all tries of one call together may take so long. */
    public Quietus within(Duration limit) {
        return new Quietus(client, Optional.of(limit));
    }

    /** The client underneath, for calls that have no method here. */
    public QuietusClient client() {
        return client;
    }

    /** Closes the client; calls and streams under way end. */
    @Override
    public void close() {
        client.close();
    }

    /** Registers a run or child run: {@code POST /runs}. */
    public RunAuthority registerRun(RunRegistration registration) {
        return read(post(registration.body(), V1, RUNS), RunAuthority::of);
    }

    /** Moves the end of a run's lease: {@code POST /runs/{id}/renew}. */
    public RunAuthority renew(String runId, Instant validUntil) {
        JsonObject body = JsonObject.builder().put("valid_until", validUntil).build();
        return read(post(body, V1, RUNS, runId, "renew"), RunAuthority::of);
    }

    /** Says that a run is done: {@code POST /runs/{id}/complete}. */
    public JsonObject complete(String runId) {
        return object(post(JsonObject.empty(), V1, RUNS, runId, "complete"));
    }

    /** Makes a child run an independent task: {@code POST /runs/{id}/promote}. */
    public JsonObject promote(String runId, String reason) {
        return object(post(reason(reason), V1, RUNS, runId, "promote"));
    }

    /** A run with its state, lamps and counts: {@code GET /runs/{id}}. */
    public JsonObject run(String runId) {
        return object(HttpCall.get(V1, RUNS, runId));
    }

    /**
     * The first page of all runs: {@code GET /runs}. Where there are more, the answer says so with
     * {@code next_after}.
     */
    public JsonObject runs() {
        return object(HttpCall.get(V1, RUNS));
    }

    /**
     * A further page of all runs.
     *
     * @param after {@code next_after} of the page before
     */
    public JsonObject runs(String after) {
        return object(HttpCall.get(V1, RUNS).query("after", after));
    }

    /** A run with all below it: {@code GET /runs/{id}/tree}. */
    public JsonObject tree(String runId) {
        return object(HttpCall.get(V1, RUNS, runId, "tree"));
    }

    /** Has work accepted: {@code POST /runs/{id}/operations}. */
    public JsonObject accept(OperationRequest request) {
        return object(post(request.members(), V1, RUNS, request.runId(), OPERATIONS));
    }

    /**
     * Asks whether work may start now, and has it recorded: {@code POST …/begin}. Start only on
     * {@link BeginAnswer.Allowed}; an exception means no.
     */
    public BeginAnswer begin(BeginRequest request) {
        HttpCall call = post(
                request.body(),
                V1,
                RUNS,
                request.runId(),
                OPERATIONS,
                request.operationId(),
                "begin");
        try {
            return read(call, answer -> decided(request, answer));
        } catch (QuietusProblemException problem) {
            if (problem.status() == FORBIDDEN && problem.decision().isPresent()) {
                return denied(problem);
            }
            Optional<JsonObject> finished = finished(problem);
            if (finished.isPresent()) {
                return new BeginAnswer.AlreadyFinished(finished.get());
            }
            throw problem;
        }
    }

    private static BeginAnswer decided(BeginRequest request, JsonObject answer) {
        String decision = answer.string("decision");
        if (!decision.equals(ALLOW)) {
            return new BeginAnswer.Denied(
                    decision, answer.optionalString("detail").orElse(""));
        }
        long epoch = answer.optionalInteger("revocation_epoch").orElse(request.revocationEpoch());
        return new BeginAnswer.Allowed(answer.integer("attempt"), epoch, answer);
    }

    private static BeginAnswer denied(QuietusProblemException problem) {
        String detail = problem.detail().or(problem::title).orElse("");
        return new BeginAnswer.Denied(problem.decision().orElseThrow(), detail);
    }

    /** The operation with its outcome that a conflict carries; empty for other conflicts. */
    private static Optional<JsonObject> finished(QuietusProblemException problem) {
        boolean hasOutcome = problem.status() == CONFLICT
                && problem.code().filter("has_outcome"::equals).isPresent();
        if (!hasOutcome) {
            return Optional.empty();
        }
        try {
            return problem.problem().flatMap(body -> body.optionalObject("operation"));
        } catch (JsonException unreadable) {
            return Optional.empty();
        }
    }

    /** Gives a sign of life: {@code POST …/heartbeat}. */
    public HeartbeatAnswer heartbeat(HeartbeatRequest request) {
        return read(
                post(
                        request.body(),
                        V1,
                        RUNS,
                        request.runId(),
                        OPERATIONS,
                        request.operationId(),
                        "heartbeat"),
                HeartbeatAnswer::of);
    }

    /** Tells the result of an attempt: {@code POST …/finish}. A late one is recorded too. */
    public JsonObject finish(FinishRequest request) {
        return object(post(
                request.body(),
                V1,
                RUNS,
                request.runId(),
                OPERATIONS,
                request.operationId(),
                "finish"));
    }

    /**
     * Takes the next due operation of a built-in queue, begun for this worker: {@code POST
     * /work/claim}. Empty if nothing came due in the time.
     */
    public Optional<ClaimedOperation> claim(ClaimRequest request) {
        HttpCall call = post(request.body(), V1, "work", "claim").heldFor(request.longPoll());
        HttpAnswer answer = ask(call);
        if (answer.status() == NO_CONTENT) {
            return Optional.empty();
        }
        return Optional.of(understood(
                call, content(call, answer), body -> ClaimedOperation.of(request, body)));
    }

    /** As {@link #claim(ClaimRequest)}, from its parts. */
    public Optional<ClaimedOperation> claim(
            String queue, String worker, Duration wait, String requestId) {
        return claim(new ClaimRequest(queue, worker, wait, requestId, Optional.empty()));
    }

    /** Asks what authority would say; records nothing, allows nothing: {@code POST /check}. */
    public CheckAnswer check(CheckRequest request) {
        try {
            return read(
                    post(request.body(), V1, "check"),
                    body -> new CheckAnswer(body.string("decision"), body));
        } catch (QuietusProblemException problem) {
            if (problem.status() == FORBIDDEN && problem.decision().isPresent()) {
                return new CheckAnswer(
                        problem.decision().get(), problem.problem().orElseThrow());
            }
            throw problem;
        }
    }

    /**
     * The first page of a run's operations: {@code GET /runs/{id}/operations}. Where there are
     * more, the answer says so with {@code next_after}.
     */
    public JsonObject operations(String runId) {
        return object(HttpCall.get(V1, RUNS, runId, OPERATIONS));
    }

    /**
     * A further page of a run's operations.
     *
     * @param after {@code next_after} of the page before
     */
    public JsonObject operations(String runId, String after) {
        return object(HttpCall.get(V1, RUNS, runId, OPERATIONS).query("after", after));
    }

    /** One operation: {@code GET /runs/{id}/operations/{op}}. */
    public JsonObject operation(String runId, String operationId) {
        return object(HttpCall.get(V1, RUNS, runId, OPERATIONS, operationId));
    }

    /** A person's yes to waiting work: {@code POST …/approve}. */
    public JsonObject approve(String runId, String operationId) {
        return object(
                post(JsonObject.empty(), V1, RUNS, runId, OPERATIONS, operationId, "approve"));
    }

    /** A person's no to waiting work: {@code POST …/reject}. */
    public JsonObject reject(String runId, String operationId, String reason) {
        return object(post(reason(reason), V1, RUNS, runId, OPERATIONS, operationId, "reject"));
    }

    /** A named person resolves an unknown: {@code POST …/settle}. */
    public JsonObject settle(String runId, String operationId, HandSettlement as, String evidence) {
        JsonObject body = JsonObject.builder()
                .put("as", as.wireName())
                .put("evidence", evidence)
                .build();
        return object(post(body, V1, RUNS, runId, OPERATIONS, operationId, "settle"));
    }

    /**
     * Stops a run: {@code POST /runs/{id}/stop}. The answer is the durable barrier: nothing of the
     * run starts any more. Whether anything in flight has ended, the lamps and the receipt say. For
     * a button, take {@code EmergencyStop}, which needs less and tries longer.
     */
    public JsonObject stop(String runId, StopRequest request) {
        return object(post(request.body(), V1, RUNS, runId, "stop"));
    }

    /** Stops many runs: {@code POST /stops}. The answer lists one barrier per root run. */
    public JsonObject stops(StopsRequest request) {
        return object(post(request.body(), V1, "stops"));
    }

    /** A barrier with its steps: {@code GET /barriers/{id}}. */
    public JsonObject barrier(String barrierId) {
        return object(HttpCall.get(V1, "barriers", barrierId));
    }

    /**
     * The newest receipt of a run's stop: {@code GET /runs/{id}/receipt}. The answer says which
     * barrier, revision and decision it is, and whether it is the {@code newest}; the signed part
     * is its {@code envelope}. {@code ReceiptVerifier} takes the whole answer or the envelope.
     *
     * @throws QuietusProblemException with 404 while there is none
     */
    public JsonObject receipt(String runId) {
        return receipt(runId, OptionalLong.empty());
    }

    /** As {@link #receipt(String)}, a certain revision; empty: the newest. */
    public JsonObject receipt(String runId, OptionalLong revision) {
        return receipt(HttpCall.get(V1, RUNS, runId, "receipt"), revision);
    }

    /**
     * As {@link #receipt(String, OptionalLong)}, of a certain stop: {@code GET
     * /barriers/{id}/receipt}.
     */
    public JsonObject receiptOfBarrier(String barrierId, OptionalLong revision) {
        return receipt(HttpCall.get(V1, "barriers", barrierId, "receipt"), revision);
    }

    private JsonObject receipt(HttpCall call, OptionalLong revision) {
        return object(
                revision.isPresent()
                        ? call.query("revision", Long.toString(revision.getAsLong()))
                        : call);
    }

    /**
     * The public keys that receipts are signed with, as the server shows them: {@code GET /keys}.
     * To verify without trusting the server, take the keys from elsewhere.
     */
    public JsonObject keys() {
        return object(HttpCall.get(V1, "keys"));
    }

    /**
     * A page of the run tree's event chain: {@code GET /runs/{id}/events}.
     *
     * @param after events behind this sequence number, 0 for all
     * @param limit the most events, 1 to 5,000; {@code next_after} says that there may be more
     */
    public JsonObject events(String runId, long after, int limit) {
        return object(HttpCall.get(V1, RUNS, runId, "events")
                .query("after", Long.toString(after))
                .query("limit", Integer.toString(limit)));
    }

    /**
     * What an agent or worker must know, live: {@code GET /runs/{id}/signals}. Close it when done.
     */
    public EventStream signals(String runId) {
        return client.events(HttpCall.get(V1, RUNS, runId, "signals"), Optional.empty());
    }

    private static JsonObject reason(String reason) {
        return JsonObject.builder().put("reason", reason).build();
    }

    private static HttpCall post(JsonObject body, String... segments) {
        return HttpCall.post(body, segments);
    }

    private JsonObject object(HttpCall call) {
        return read(call, Function.identity());
    }

    private HttpAnswer ask(HttpCall call) {
        return client.call(deadline.isPresent() ? call.within(deadline.get()) : call);
    }

    private <T> T read(HttpCall call, Function<JsonObject, T> meaning) {
        return understood(call, content(call, ask(call)), meaning);
    }

    /** Every call but claim answers with a document; nothing is no answer, whatever its status. */
    private static JsonObject content(HttpCall call, HttpAnswer answer) {
        if (answer instanceof HttpAnswer.Answered answered) {
            return answered.object();
        }
        throw new QuietusProtocolException(call.method() + " " + call.target()
                + ": expected a document, found an answer " + answer.status() + " without content");
    }

    private static <T> T understood(
            HttpCall call, JsonObject body, Function<JsonObject, T> meaning) {
        try {
            return meaning.apply(body);
        } catch (JsonException e) {
            throw new QuietusProtocolException(
                    call.method() + " " + call.target() + ": answer not understood: "
                            + e.getMessage(),
                    e);
        }
    }
}
