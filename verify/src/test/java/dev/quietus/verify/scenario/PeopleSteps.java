package dev.quietus.verify.scenario;

import dev.quietus.core.Wanted;
import dev.quietus.core.Wire;
import dev.quietus.core.authority.Claimed;
import dev.quietus.core.authority.CompleteRun;
import dev.quietus.core.authority.LeaseAnswer;
import dev.quietus.core.authority.PromoteRun;
import dev.quietus.core.authority.RegisterRun;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.StopRun;
import dev.quietus.core.dispatch.AcceptOperation;
import dev.quietus.core.dispatch.DecideOperation;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.run.Capabilities;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.LeaseId;
import dev.quietus.core.run.RunId;
import dev.quietus.core.settlement.SettleByHand;
import dev.quietus.verify.simulation.Stage;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What agents, operators and approvers do. */
final class PeopleSteps {
    private static final String OPERATOR = "operator:thomas";

    private final Stage stage;

    PeopleSteps(Stage stage) {
        this.stage = stage;
    }

    String perform(Words words) {
        return switch (words.at(0)) {
            case "run" -> run(words);
            case "queue" -> queue(words);
            case "complete" -> lease(stage.act(new CompleteRun(new RunId(words.at(1)), "agent:x")));
            case "operator" -> operator(words);
            default -> throw new IllegalArgumentException("nobody is called '" + words.at(0) + "'");
        };
    }

    private String operator(Words words) {
        return switch (words.at(1)) {
            case "stops" -> stop(words);
            case "promotes" ->
                lease(stage.act(
                        new PromoteRun(new RunId(words.at(2)), "a task of its own", OPERATOR)));
            case "approves" -> decide(words, true);
            case "rejects" -> decide(words, false);
            case "settles" -> settle(words);
            default ->
                throw new IllegalArgumentException("an operator can't '" + words.at(1) + "'");
        };
    }

    private String run(Words words) {
        RunId id = new RunId(words.at(1));
        Optional<RunId> parent = words.named("below").map(RunId::new);
        Optional<Capabilities> may =
                words.named("may").map(list -> Capabilities.of(list.split(",")));
        RegisterRun registration = new RegisterRun(
                id,
                parent,
                Optional.empty(),
                Optional.of(words.named("owner").orElse("owner-of-" + id)),
                may.or(() ->
                        parent.isPresent() ? Optional.empty() : Optional.of(Capabilities.of("*"))),
                words.time("for").map(stage.now()::plus),
                Map.of(),
                words.named("resumes").map(RunId::new),
                new LeaseId("lease-" + id),
                "agent:x",
                Duration.ofHours(2));
        return switch (stage.act(registration)) {
            case RegisterRun.Registered registered ->
                registered.created() ? "registered" : "registered before";
            case RegisterRun.Denied denied -> Wire.of(denied.decision());
            case RegisterRun.Conflict() -> "another run has this id";
            case RegisterRun.Wider wider -> "wider: " + wider.why();
            case RegisterRun.Frozen() -> "frozen";
            case RegisterRun.Refused refused -> refused.why();
        };
    }

    private String queue(Words words) {
        OperationKey key = Script.key(words.at(1));
        Wanted wanted = Wanted.call(words.named("tool").orElse("deployment.reserve_preview"));
        if (words.named("effects").filter("none"::equals).isPresent()) {
            wanted.effectFree();
        }
        words.named("kind")
                .ifPresent(kind -> wanted.kind(Wire.parse("kind", OperationKind.class, kind)));
        words.named("in").ifPresent(wanted::in);
        words.named("key").ifPresent(wanted::key);
        words.time("not-before").ifPresent(time -> wanted.notBefore(stage.now().plus(time)));
        words.time("expires").ifPresent(time -> wanted.expiresAt(stage.now().plus(time)));
        if (words.yes("approval", false)) {
            wanted.approved();
        }
        return switch (stage.act(new AcceptOperation(
                key, wanted.work(key.operation().value()), Claimed.NOTHING, "agent:x"))) {
            case AcceptOperation.Accepted accepted ->
                (accepted.created() ? "" : "accepted before, ")
                        + Wire.of(accepted.operation().execution());
            case AcceptOperation.Denied denied -> Wire.of(denied.decision());
            case AcceptOperation.Conflict conflict -> conflict.why();
        };
    }

    private String stop(Words words) {
        Optional<Selector> tool = words.named("tool")
                .map(pattern -> new Selector.Tools(new CapabilityPattern(pattern)));
        Optional<Selector> one =
                words.named("operation").map(id -> new Selector.OneOperation(new OperationId(id)));
        StopRun stop = new StopRun(
                new RunId(words.at(2)),
                tool.or(() -> one).orElse(new Selector.Everything()),
                words.named("reason").orElse("wrong_commit_detected"),
                OPERATOR,
                words.time("settle"),
                words.time("quiet"));
        return switch (stage.act(stop)) {
            case StopRun.Stopping stopping ->
                stopping.barrier().id() + (stopping.opened() ? " is written" : " as before");
            case StopRun.NoSuchRun() -> "no such run";
            case StopRun.NoSuchOperation() -> "no such operation";
        };
    }

    private String decide(Words words, boolean yes) {
        return switch (stage.act(new DecideOperation(
                Script.key(words.at(2)), yes, Optional.of("because"), OPERATOR))) {
            case DecideOperation.Decided decided -> Wire.of(decided.operation().execution());
            case DecideOperation.Stale _ -> "stale, ignored";
            case DecideOperation.NotWaiting _ -> "waits for no decision";
            case DecideOperation.NoSuchOperation() -> "no such operation";
        };
    }

    private String settle(Words words) {
        SettledState as = Wire.parse("as", SettledState.class, words.at(4));
        return switch (stage.act(new SettleByHand(
                Script.key(words.at(2)), as, "looked", OPERATOR, stage.providers()))) {
            case SettleByHand.Done _ -> "settled";
            case SettleByHand.Refused refused -> refused.why();
            case SettleByHand.NoSuchOperation() -> "no such operation";
        };
    }

    private static String lease(LeaseAnswer answer) {
        return switch (answer) {
            case LeaseAnswer.Done _ -> "done";
            case LeaseAnswer.Denied denied -> Wire.of(denied.decision());
            case LeaseAnswer.Refused refused -> refused.why();
        };
    }
}
