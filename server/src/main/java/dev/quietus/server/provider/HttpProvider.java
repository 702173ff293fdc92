package dev.quietus.server.provider;

import dev.quietus.core.settlement.CancelAnswer;
import dev.quietus.core.settlement.Observation;
import dev.quietus.core.settlement.Observation.Absent;
import dev.quietus.core.settlement.Observation.JobState;
import dev.quietus.core.settlement.Observation.NotKnown;
import dev.quietus.core.settlement.Observation.Present;
import dev.quietus.core.settlement.Provider;
import dev.quietus.core.settlement.ProviderCall;
import dev.quietus.core.settlement.ProviderProfile;
import dev.quietus.core.settlement.RecoveryAnswer;
import dev.quietus.server.provider.HttpAnswer.Answered;
import dev.quietus.server.provider.HttpAnswer.Body;
import dev.quietus.server.provider.HttpAnswer.NoAnswer;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP service that is declared, not coded, as a provider. Immutable and safe for several
 * threads; a call blocks its thread for the declared time-out at the longest, an interrupt ends it
 * early, stays set, and gives no knowledge.
 *
 * <p>What is read out of an answer is in {@code docs/providers.md}; what it allows to conclude is
 * decided by {@code core.settlement}.
 */
public final class HttpProvider implements Provider {
    private final HttpDeclaration declaration;
    private final ProviderProfile profile;
    private final HttpCaller caller;
    private final InstantSource clock;

    HttpProvider(HttpDeclaration declaration, HttpClient client, InstantSource clock) {
        this.declaration = declaration;
        this.profile = declaration.profile();
        this.caller = new HttpCaller(client);
        this.clock = clock;
    }

    @Override
    public ProviderProfile profile() {
        return profile;
    }

    /** How long the service remembers an idempotency key, where that is declared. */
    public Optional<Duration> idempotencyRetention() {
        return declaration.idempotencyRetention();
    }

    @Override
    public CancelAnswer cancel(ProviderCall call) {
        return declaration
                .cancel()
                .map(cancel -> cancel(cancel, call))
                .orElseGet(CancelAnswer.Unsupported::new);
    }

    private CancelAnswer cancel(CancelDeclaration cancel, ProviderCall call) {
        return switch (send(cancel.request(), call)) {
            case NoAnswer none -> new CancelAnswer.NotAnswered(none.why());
            case Answered answered -> {
                int status = answered.status();
                if (cancel.ended().contains(status)) {
                    yield new CancelAnswer.AlreadyEnded(http(status));
                }
                if (cancel.accepted().contains(status)) {
                    yield new CancelAnswer.Accepted(http(status));
                }
                yield isRefusal(status)
                        ? new CancelAnswer.Refused(http(status))
                        : new CancelAnswer.NotAnswered(http(status));
            }
        };
    }

    @Override
    public RecoveryAnswer recover(ProviderCall call) {
        return declaration
                .undo()
                .map(undo -> recover(undo, call))
                .orElseGet(() -> new RecoveryAnswer.Refused("the provider declares no undo"));
    }

    private RecoveryAnswer recover(UndoDeclaration undo, ProviderCall call) {
        return switch (send(undo.request(), call)) {
            case NoAnswer none -> new RecoveryAnswer.NotAnswered(none.why());
            case Answered answered -> {
                int status = answered.status();
                if (undo.done().contains(status)) {
                    yield new RecoveryAnswer.Performed(http(status));
                }
                yield isRefusal(status)
                        ? new RecoveryAnswer.Refused(http(status))
                        : new RecoveryAnswer.NotAnswered(http(status));
            }
        };
    }

    @Override
    public Observation observe(ProviderCall call) {
        return declaration
                .observe()
                .map(observe -> observe(observe, call))
                .orElseGet(() -> new NotKnown(0, "the provider declares no observe"));
    }

    private Observation observe(ObserveDeclaration observe, ProviderCall call) {
        Deadline deadline = Deadline.after(observe.request().timeout());
        // The job first: an effect committed between "none there" and "the job has ended" would
        // be missed the other way round, and the two together would prove its absence.
        Optional<JobState> job = observe.jobPath().map(path -> lookAtJob(observe, path, call));
        HttpAnswer answer = switch (Preparation.of(declaration, observe.request(), call)) {
            case Preparation.NotReady notReady -> new NoAnswer(notReady.why());
            case Preparation.Ready ready -> caller.send(ready.request(), deadline);
        };
        return switch (answer) {
            case NoAnswer none -> new NotKnown(0, none.why());
            case Answered answered -> judge(observe, call, job, answered);
        };
    }

    private Observation judge(
            ObserveDeclaration observe,
            ProviderCall call,
            Optional<JobState> job,
            Answered answered) {
        int status = answered.status();
        if (observe.absent().contains(status)) {
            return new Absent(job.orElse(JobState.NOT_SHOWN), http(status));
        }
        if (!Statuses.isSuccess(status)) {
            boolean asksToWait = status == 429 || status == 503;
            long wait = asksToWait ? RetryAfter.seconds(answered.headers(), clock.instant()) : 0;
            return new NotKnown(wait, http(status));
        }
        return switch (read(answered.body())) {
            case JsonAnswer.NotJson notJson -> new NotKnown(0, http(status) + ", " + notJson.why());
            case JsonAnswer.Json json -> {
                @Nullable Object document = json.document();
                JobState state = job.orElseGet(() -> jobIn(observe, call, document));
                yield switch (observe.present().find(call, document)) {
                    case Finding.Failed failed ->
                        new NotKnown(0, http(status) + ", present: " + failed.why());
                    case Finding.Nothing _ -> absence(observe, call, document, state, status);
                    case Finding.Found found ->
                        new Present(
                                EffectId.in(observe.effectId(), call, document, found),
                                JsonAnswer.digest(found.part()),
                                state,
                                http(status) + ", " + matches(found));
                };
            }
        };
    }

    /** An answer of another shape than the declared one says nothing about the effect. */
    private static Observation absence(
            ObserveDeclaration observe,
            ProviderCall call,
            @Nullable Object document,
            JobState state,
            int status) {
        boolean shaped = observe.requires()
                .map(expression -> switch (expression.find(call, document)) {
                    case Finding.Found _ -> true;
                    case Finding.Nothing(boolean emptyList) -> emptyList;
                    case Finding.Failed _ -> false;
                })
                .orElse(true);
        return shaped
                ? new Absent(state, http(status) + ", nothing matched")
                : new NotKnown(
                        0, http(status) + ", the answer has not the shape that 'requires' names");
    }

    private JobState lookAtJob(ObserveDeclaration observe, Template path, ProviderCall call) {
        // Half of the time at most, so that a silent job address does not hide the effect.
        Duration half = observe.request().timeout().dividedBy(2);
        RequestDeclaration look = new RequestDeclaration(
                "GET", path, half, observe.request().headers(), Optional.empty());
        return switch (send(look, call)) {
            case NoAnswer _ -> JobState.NOT_SHOWN;
            case Answered answered
            when Statuses.isSuccess(answered.status()) ->
                switch (read(answered.body())) {
                    case JsonAnswer.NotJson _ -> JobState.NOT_SHOWN;
                    case JsonAnswer.Json json -> jobIn(observe, call, json.document());
                };
            case Answered _ -> JobState.NOT_SHOWN;
        };
    }

    private static JobState jobIn(
            ObserveDeclaration observe, ProviderCall call, @Nullable Object document) {
        if (shows(observe.ended(), call, document)) {
            return JobState.ENDED;
        }
        return shows(observe.seen(), call, document) ? JobState.SEEN : JobState.NOT_SHOWN;
    }

    // Stricter than "present": a false or null among the matches shows nothing, since taking a
    // running job for an ended one would turn "no effect yet" into "no effect".
    private static boolean shows(
            Optional<PathExpression> expression, ProviderCall call, @Nullable Object document) {
        return expression
                .map(path -> switch (path.find(call, document)) {
                    case Finding.Found found ->
                        found.items().stream()
                                .noneMatch(item -> item == null || item.equals(false));
                    case Finding.Nothing _, Finding.Failed _ -> false;
                })
                .orElse(false);
    }

    private HttpAnswer send(RequestDeclaration request, ProviderCall call) {
        Deadline deadline = Deadline.after(request.timeout());
        return switch (Preparation.of(declaration, request, call)) {
            case Preparation.NotReady notReady -> new NoAnswer(notReady.why());
            case Preparation.Ready ready -> caller.send(ready.request(), deadline);
        };
    }

    private static JsonAnswer read(Body body) {
        return switch (body) {
            case Body.Broken broken -> new JsonAnswer.NotJson(broken.why());
            case Body.Whole whole -> JsonAnswer.read(whole.bytes());
        };
    }

    // 408 is the far side's own time-out: it says nothing of what was done.
    private static boolean isRefusal(int status) {
        return status >= 400 && status <= 499 && status != 408;
    }

    private static String matches(Finding.Found found) {
        int count = found.items().size();
        return count == 1 ? "1 match" : count + " matches";
    }

    private static String http(int status) {
        return "HTTP " + status;
    }
}
