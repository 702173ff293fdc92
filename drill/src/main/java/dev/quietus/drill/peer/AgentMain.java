package dev.quietus.drill.peer;

import dev.quietus.client.ClaimedOperation;
import dev.quietus.client.Effect;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.FinishRequest;
import dev.quietus.client.MessageEnvelope;
import dev.quietus.client.OperationRequest;
import dev.quietus.client.Quietus;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.RunRegistration;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.scope.CancellationScope;
import dev.quietus.client.scope.RunSignals;
import dev.quietus.client.worker.WorkerGuard;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An agent that holds the lease of one run ({@code QUIETUS_RUN}), and what it was told of its
 * authority when it started. It hears of a stop by its signals, unless it is deaf.
 *
 * <p>Commands: {@code child} registers a child run; {@code children} goes on to register children
 * until that is refused, or {@code most} are there; {@code accept} has work accepted;
 * {@code fail_once} begins work that fails and is to be tried again; {@code generate} begins a
 * model request that streams until it is cut; {@code begin} tries to start work under the authority
 * that the agent still holds.
 */
public final class AgentMain {
    private static final Duration TOKEN_EVERY = Duration.ofMillis(100);
    private static final Duration USUAL_LIFE = Duration.ofHours(1);

    private final Options options;
    private final Quietus quietus;
    private final Voice voice;
    private final String runId;
    private final Slot slot;
    private final Starts starts;
    private final CancellationScope scope;
    private final Map<String, RunAuthority> authorities = new ConcurrentHashMap<>();

    private AgentMain(Options options, Quietus quietus, Voice voice, String runId) {
        this.options = options;
        this.quietus = quietus;
        this.voice = voice;
        this.runId = runId;
        this.slot = new Slot(options.service(), quietus, voice);
        this.starts = new Starts(quietus, options.name());
        this.scope = CancellationScope.root(runId);
    }

    /** Acts until its standard input ends. Exit code 2: usage. */
    public static void main(String[] arguments) throws IOException {
        Options options;
        Optional<String> runId = Optional.ofNullable(System.getenv("QUIETUS_RUN"));
        try {
            options = Options.of(arguments);
            if (runId.isEmpty()) {
                throw new IllegalArgumentException("QUIETUS_RUN is not set");
            }
        } catch (IllegalArgumentException wrong) {
            System.err.println("agent: " + wrong.getMessage());
            System.exit(2);
            return;
        }
        Voice voice = new Voice(System.out);
        AgentMain agent = new AgentMain(options, Quietus.of(System.getenv()), voice, runId.get());
        agent.takeUp();
        new CommandLoop(
                        Map.of(
                                "child", agent::child,
                                "children", agent::children,
                                "accept", agent::accept,
                                "fail_once", agent::failOnce,
                                "generate", agent::generate,
                                "begin", agent::begin),
                        voice)
                .listen(System.in);
        System.exit(0);
    }

    /** Learns its authority, once: a stop does not change what it believes. */
    private void takeUp() {
        JsonObject run = quietus.run(runId);
        authorities.put(
                runId,
                new RunAuthority(
                        runId,
                        run.string("lease"),
                        Optional.empty(),
                        run.integer("revocation_epoch"),
                        run.optionalInstant("valid_until"),
                        run));
        if (!options.deaf()) {
            scope.onCancel(why ->
                    voice.tell("stop_heard", JsonObject.builder().put("reason", why.describe())));
            RunSignals.follow(quietus, runId, scope);
        }
        voice.tell("ready", JsonObject.builder().put("run_id", runId));
    }

    private JsonObject.Builder child(JsonObject told) {
        RunRegistration.Builder registration = RunRegistration.builder()
                .runId(told.string("run_id"))
                .parentRunId(runId)
                .taskId(told.string("task_id"));
        told.array("capabilities").strings().forEach(registration::capability);
        RunAuthority child = quietus.registerRun(registration.build());
        authorities.put(child.runId(), child);
        return JsonObject.builder()
                .put("run_id", child.runId())
                .put("lease", child.lease())
                .put("revocation_epoch", child.revocationEpoch())
                .putIfPresent("lease_token", child.leaseToken());
    }

    private JsonObject.Builder children(JsonObject told) {
        List<String> made = new ArrayList<>();
        Optional<String> refusal = Optional.empty();
        while (refusal.isEmpty() && made.size() < told.integer("most")) {
            String id = told.string("prefix") + "-" + made.size();
            try {
                RunAuthority child = quietus.registerRun(RunRegistration.builder()
                        .runId(id)
                        .parentRunId(runId)
                        .taskId("drill-child")
                        .build());
                authorities.put(id, child);
                made.add(id);
                voice.tell("child_made", JsonObject.builder().put("run_id", id));
            } catch (QuietusProblemException refused) {
                refusal = Optional.of(refused.decision().or(refused::code).orElse("no reason"));
            }
        }
        return JsonObject.builder()
                .put("made", JsonArray.ofStrings(made))
                .putIfPresent("refusal", refusal);
    }

    private JsonObject.Builder accept(JsonObject told) {
        OperationRequest request = request(told);
        JsonObject accepted = quietus.accept(request);
        return JsonObject.builder()
                .put("operation", accepted)
                .put("message", headers(message(request)));
    }

    private JsonObject.Builder failOnce(JsonObject told) {
        OperationRequest request = request(told);
        ClaimedOperation begun = begun(request);
        Duration after = Duration.ofMillis(told.integer("retry_after_ms"));
        FinishFacts facts = FinishFacts.failed(told.string("error"))
                .withEffect(Effect.NONE)
                .withRetry(after, 3);
        JsonObject recorded = quietus.finish(new FinishRequest(
                request.runId(), request.operationId(), begun.attempt(), options.name(), facts));
        return JsonObject.builder()
                .put("recorded_as", recorded.string("recorded_as"))
                .put("operation", recorded.object("operation"))
                .put("message", headers(message(request)));
    }

    /** Streams tokens, each one worthless without the next, until the stop is heard. */
    private JsonObject.Builder generate(JsonObject told) {
        OperationRequest request = request(told);
        ClaimedOperation begun = begun(request);
        AtomicLong tokens = new AtomicLong();
        Thread.ofVirtual().name("generation").start(() -> {
            WorkerGuard.of(quietus, scope).runClaimed(begun, Slot.HEARTBEAT_TIMEOUT, work -> {
                while (!work.scope().awaitCancellation(TOKEN_EVERY)) {
                    tokens.incrementAndGet();
                }
                work.scope().throwIfCancelled();
                return FinishFacts.cancelled();
            });
            voice.tell(
                    "generation_cut",
                    JsonObject.builder()
                            .put("operation_id", request.operationId())
                            .put("tokens", tokens.get()));
        });
        return JsonObject.builder().put("operation", begun.operation());
    }

    private JsonObject.Builder begin(JsonObject told) {
        OperationRequest request = request(told);
        Starts.Answer answer = starts.ask(message(request), Optional.of(request));
        if (answer instanceof Starts.Answer.Allowed(ClaimedOperation begun)) {
            slot.performAside(begun);
        }
        return Starts.told(answer);
    }

    private ClaimedOperation begun(OperationRequest request) {
        return switch (starts.ask(message(request), Optional.of(request))) {
            case Starts.Answer.Allowed(ClaimedOperation begun) -> begun;
            case Starts.Answer.Refused refused ->
                throw new IllegalStateException(
                        request.operationId() + " did not start: " + refused.decision());
        };
    }

    private OperationRequest request(JsonObject told) {
        RunAuthority authority = authority(told.optionalString("run_id").orElse(runId));
        OperationRequest.Builder request = OperationRequest.builder(
                        authority.runId(), told.string("operation_id"), told.string("tool"))
                .authority(authority.lease(), authority.revocationEpoch());
        told.optionalString("kind").ifPresent(request::kind);
        told.optionalString("queue").ifPresent(request::queue);
        if (told.optionalString("effects").filter("none"::equals).isPresent()) {
            request.effects(ExpectedEffects.NONE);
        }
        return request.build();
    }

    private RunAuthority authority(String run) {
        return Optional.ofNullable(authorities.get(run))
                .orElseThrow(() -> new IllegalArgumentException("no authority over run " + run));
    }

    private MessageEnvelope message(OperationRequest request) {
        RunAuthority authority = authority(request.runId());
        Instant until = authority.validUntil().orElseGet(() -> Instant.now().plus(USUAL_LIFE));
        return MessageEnvelope.of(authority, request.operationId(), until);
    }

    private static JsonObject headers(MessageEnvelope message) {
        JsonObject.Builder headers = JsonObject.builder();
        message.toHeaders().forEach(headers::put);
        return headers.build();
    }
}
