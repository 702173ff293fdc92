package dev.quietus.verify.scenario;

import dev.quietus.core.Wire;
import dev.quietus.core.authority.Claimed;
import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.dispatch.ClaimWork;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.dispatch.Heartbeat;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.Attempt.Sent;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.verify.simulation.Stage;

import java.time.Duration;
import java.util.Optional;

/** What workers do; the same step again is the same request again. */
final class WorkerSteps {
    private final Stage stage;

    WorkerSteps(Stage stage) {
        this.stage = stage;
    }

    String perform(Words words) {
        WorkerId name = new WorkerId(words.at(1));
        return switch (words.at(2)) {
            case "begins" -> begins(name, words);
            case "claims" -> claims(name, words);
            case "sends" -> {
                stage.sends(Script.key(words.at(3)));
                yield "sent";
            }
            case "says" ->
                says(name, Script.key(words.at(4)), sent(words.at(3)), words.named("job"));
            case "asks" -> says(name, Script.key(words.at(3)), Sent.NOT_REPORTED, Optional.empty());
            case "finishes" -> finishes(name, words);
            default -> throw new IllegalArgumentException("a worker can't '" + words.at(2) + "'");
        };
    }

    private static Sent sent(String word) {
        return Wire.parse("sent", Sent.class, word.replace('-', '_'));
    }

    private static Duration heartbeat(Words words) {
        return words.time("heartbeat").orElse(Duration.ofMinutes(10));
    }

    private String begins(WorkerId name, Words words) {
        OperationKey key = Script.key(words.at(3));
        return answered(stage.act(new BeginOperation(
                key,
                Optional.empty(),
                new Claimed(Optional.empty(), words.named("epoch").map(Long::valueOf)),
                name,
                new RequestId("request-of-" + name),
                heartbeat(words))));
    }

    static String answered(BeginOperation.Answer answer) {
        return switch (answer) {
            case BeginOperation.Begun begun ->
                "begun, attempt " + begun.operation().attempts();
            case BeginOperation.Denied denied -> Wire.of(denied.decision());
            case BeginOperation.HasOutcome outcome ->
                outcome.operation().key() + " has an outcome: "
                        + Wire.of(outcome.operation().execution());
            case BeginOperation.NoSuchOperation() -> "no such operation";
            case BeginOperation.NotDue _ -> "not due";
            case BeginOperation.Conflicting conflict -> conflict.conflict().why();
        };
    }

    private String claims(WorkerId name, Words words) {
        return switch (stage.act(new ClaimWork(
                new QueueName(words.at(4)),
                name,
                new RequestId("request-of-" + name),
                heartbeat(words)))) {
            case ClaimWork.Handed handed -> "handed " + handed.operation().key();
            case ClaimWork.NothingDue() -> "nothing due";
            case ClaimWork.AskAgain() -> "ask again";
        };
    }

    private int attempt(OperationKey key) {
        return Math.max(1, stage.operation(key).attempts());
    }

    private String says(WorkerId name, OperationKey key, Sent what, Optional<String> job) {
        return switch (stage.act(new Heartbeat(key, attempt(key), name, what, job))) {
            case Heartbeat.Recorded recorded ->
                recorded.stopRequested() ? "a stop is requested" : "go on";
            case Heartbeat.NotYours _ -> "not yours";
            case Heartbeat.NoSuchOperation() -> "no such operation";
        };
    }

    private String finishes(WorkerId name, Words words) {
        OperationKey key = Script.key(words.at(3));
        FinishOperation.Report report = new FinishOperation.Report(
                Wire.parse("outcome", Attempt.Outcome.class, words.at(4)),
                words.named("effect")
                        .map(word -> Wire.parse("effect", Attempt.ReportedEffect.class, word))
                        .orElse(Attempt.ReportedEffect.NOT_REPORTED),
                Sent.NOT_REPORTED,
                words.named("job"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        Optional<FinishOperation.Retry> retry =
                words.time("retry").map(after -> new FinishOperation.Retry(after, 5));
        int attempt = words.named("attempt").map(Integer::valueOf).orElse(attempt(key));
        return switch (stage.act(new FinishOperation(key, attempt, name, report, retry))) {
            case FinishOperation.Recorded recorded -> Wire.of(recorded.how());
            case FinishOperation.NoSuchAttempt _ -> "no such attempt";
            case FinishOperation.NoSuchOperation() -> "no such operation";
        };
    }
}
