package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.authority.Token;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.barrier.InFlight;
import dev.quietus.core.barrier.Lamps;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.Tally;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.operation.Work;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.Capabilities;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.Lease;
import dev.quietus.core.run.LeaseId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.core.settlement.ProviderName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

abstract class RoundTripContract {
    @RegisterExtension
    final TestingLedger ledger;

    RoundTripContract(Engine engine) {
        ledger = new TestingLedger(engine);
    }

    private static final Run ROOT = Samples.root("root");

    @Test
    void returnsARunWithEverythingAsItWasWritten() {
        Run parent = Samples.root("root");
        Run full = new Run(
                Samples.TREE,
                new RunId("full"),
                Optional.of(new RunId("root")),
                Optional.of(new RunId("root")),
                Optional.of("release-payments: \"ä\"\n\t\\"),
                "team, with spaces",
                Map.of("env", "prod", "team", "pay\"ments"),
                Optional.of(new RunId("older")),
                "digest",
                Samples.AT,
                RunState.CANCELLED,
                new Lease(
                        new LeaseId("lease-full"),
                        Capabilities.of("deployment.*", "mail.send"),
                        Samples.AT.plusSeconds(5),
                        Optional.of(Samples.AT.plusMillis(1)),
                        Optional.of(new BarrierId("stop-1"))),
                7,
                List.of(new CapabilityPattern("deployment.*"), new CapabilityPattern("mail.send")),
                Optional.of(Samples.AT.plusMillis(2)));
        ledger.run(records -> {
            records.insert(parent);
            records.insert(full);
        });
        assertThat(ledger.find(records -> records.run(full.id()))).contains(full);
        assertThat(ledger.find(records -> records.run(parent.id()))).contains(parent);
        assertThat(ledger.find(records -> records.run(new RunId("absent")))).isEmpty();
    }

    @Test
    void returnsAnUpdatedRunAsItWasWritten() {
        ledger.run(records -> records.insert(ROOT));
        Run changed = ROOT.withState(RunState.CANCELLING, Optional.empty())
                .withLease(ROOT.lease().revoke(Samples.AT, new BarrierId("stop-1")))
                .withNextEpoch()
                .withStoppedTool(new CapabilityPattern("mail.*"));
        ledger.run(records -> records.update(changed));
        assertThat(ledger.find(records -> records.run(ROOT.id()))).contains(changed);
    }

    @Test
    void returnsEveryFormOfAnOperationAsItWasWritten() {
        ledger.run(records -> records.insert(ROOT));
        List<Operation> forms = forms();
        ledger.run(records -> forms.forEach(records::insert));
        for (Operation form : forms) {
            assertThat(ledger.find(records -> records.operation(form.tree(), form.key())))
                    .contains(form);
        }
    }

    @Test
    void returnsEveryFormOfAnOperationAsItWasUpdated() {
        OperationKey key = OperationKey.of("root", "one");
        ledger.run(records -> {
            records.insert(ROOT);
            records.insert(Samples.queued(ROOT, "one"));
        });
        for (Operation form : forms()) {
            Operation before =
                    ledger.read(records -> records.operation(Samples.TREE, key)).orElseThrow();
            Operation changed = withKey(form, key, before.work());
            ledger.run(records -> records.update(changed));
            assertThat(ledger.find(records -> records.operation(Samples.TREE, key)))
                    .contains(changed);
        }
    }

    private static Operation withKey(Operation form, OperationKey key, Work work) {
        return new Operation(
                form.tree(),
                key,
                work,
                form.epoch(),
                form.acceptedAt(),
                form.execution(),
                form.effect(),
                form.availableAt(),
                form.approvedBy(),
                form.attempt(),
                form.maxAttempts(),
                form.cancelledBy(),
                form.cancelRequest(),
                form.settlement(),
                form.looking(),
                form.effectId(),
                form.recovery());
    }

    private static List<Operation> forms() {
        List<Operation> forms = new ArrayList<>();
        Operation full = full();
        forms.add(Samples.queued(ROOT, "plain"));
        forms.add(full);
        Attempt.Result bare = new Attempt.Result(
                Attempt.Outcome.CANCELLED,
                Attempt.ReportedEffect.NOT_REPORTED,
                Samples.AT,
                Optional.empty(),
                Optional.empty());
        forms.add(with(
                full,
                "finished",
                full.change().attempt(Samples.attempt(2, "r").finished(bare)).done()));
        Stream<CancelRequest> requests = Stream.of(
                new CancelRequest.NotRequested(),
                new CancelRequest.Requested(Samples.AT, "stop-1#3", true),
                new CancelRequest.Requested(Samples.AT, "stop-1#3", false),
                new CancelRequest.Answered(
                        Samples.AT,
                        "stop-1#3",
                        true,
                        "accepted",
                        "HTTP 202",
                        Samples.AT.plusMillis(3)));
        requests.forEach(request -> forms.add(with(
                full,
                "request-" + forms.size(),
                full.change().cancelRequest(request).done())));
        List<Settlement> settlements = new ArrayList<>(List.of(
                new Settlement.Open(),
                new Settlement.Unknown("team-deploys", "asked 7 times", Samples.AT)));
        for (Settlement.SettledState state : Settlement.SettledState.values()) {
            settlements.add(Samples.settled(state, Samples.AT));
            settlements.add(
                    Samples.settled(state, Samples.AT).confirmed(Samples.AT.plusSeconds(9)));
        }
        settlements.forEach(settlement -> forms.add(with(
                full,
                "settlement-" + forms.size(),
                full.change().settlement(settlement).done())));
        for (Attempt.Sent sent : Attempt.Sent.values()) {
            Attempt attempt = Samples.attempt(1, "r-" + sent)
                    .heartbeat(Samples.AT, sent, Optional.of("job-1"));
            forms.add(with(full, "sent-" + sent, full.change().attempt(attempt).done()));
        }
        for (OperationKind kind : OperationKind.values()) {
            Work work =
                    Work.of(kind, new ToolName("t"), Effects.NONE, new IdempotencyKey("k-" + kind));
            forms.add(Samples.operation(ROOT, "kind-" + kind, work, ExecutionState.QUEUED));
        }
        for (ExecutionState state : ExecutionState.values()) {
            if (state != ExecutionState.RUNNING) {
                forms.add(Samples.operation(ROOT, "state-" + state, Samples.work("t", "k"), state));
            }
        }
        return forms;
    }

    private static Operation with(Operation base, String id, Operation changed) {
        OperationKey key = new OperationKey(base.key().run(), new OperationId(id));
        return withKey(changed, key, base.work())
                .change()
                .attempt(asked("request-" + id, changed.attempt().orElseThrow()))
                .done();
    }

    /** Two operations of a queue don't run by one request. */
    private static Attempt asked(String request, Attempt attempt) {
        return new Attempt(
                attempt.number(),
                attempt.worker(),
                new RequestId(request),
                attempt.begunAt(),
                attempt.heartbeatAt(),
                attempt.heartbeatTimeout(),
                attempt.sent(),
                attempt.providerJob(),
                attempt.result());
    }

    private static Operation full() {
        return new Operation(
                Samples.TREE,
                OperationKey.of("root", "full"),
                new Work(
                        OperationKind.TOOL_CALL,
                        new ToolName("deployment.reserve_preview"),
                        Effects.EXPECTED,
                        Optional.of(new ProviderName("deployment")),
                        Optional.of(new QueueName("checks")),
                        new IdempotencyKey("business-1"),
                        Optional.of("sha256:abc"),
                        Optional.of(Samples.AT.plusSeconds(60)),
                        Optional.of(Samples.AT.plusSeconds(1)),
                        true),
                17,
                Samples.AT,
                ExecutionState.RUNNING,
                EffectState.UNVERIFIED,
                Optional.of(Samples.AT.plusMillis(7)),
                Optional.of("operator:thomas"),
                Optional.of(Samples.attempt(3, "request-3")
                        .heartbeat(
                                Samples.AT.plusMillis(5),
                                Attempt.Sent.SENT,
                                Optional.of("preview-7712"))
                        .finished(new Attempt.Result(
                                Attempt.Outcome.FAILED,
                                Attempt.ReportedEffect.UNKNOWN,
                                Samples.AT.plusMillis(6),
                                Optional.of("sha256:def"),
                                Optional.of("time-out after 30 s\nsecond line")))),
                4,
                Optional.of(new BarrierId("stop-1")),
                new CancelRequest.NotRequested(),
                new Settlement.Open(),
                new Looking(
                        5,
                        Optional.of(Samples.AT.plusSeconds(2)),
                        Optional.of(Samples.AT.plusSeconds(30)),
                        Optional.of(new Looking.Seen(
                                "none", "HTTP 200", Samples.AT, Samples.AT.plusMillis(12))),
                        true,
                        Optional.of(Samples.AT.plusMillis(11))),
                Optional.of("effect-1"),
                Optional.of(OperationKey.of("root", "undo-full")));
    }

    @Test
    void returnsEveryFormOfABarrierAsItWasWritten() {
        ledger.run(records -> records.insert(ROOT));
        List<Selector> selectors = List.of(
                new Selector.Everything(),
                new Selector.OneOperation(new OperationId("reserve")),
                new Selector.Tools(new CapabilityPattern("deployment.*")));
        for (Selector selector : selectors) {
            Barrier plain = Samples.barrier(ROOT, selector);
            ledger.run(records -> records.insert(plain));
            assertThat(ledger.find(records -> records.barrier(plain.id()))).contains(plain);
            for (BarrierState state : BarrierState.values()) {
                Barrier full = full(plain, state);
                ledger.run(records -> records.update(full));
                assertThat(ledger.find(records -> records.barrierOf(ROOT.id(), selector)))
                        .contains(full);
            }
        }
    }

    private static Barrier full(Barrier plain, BarrierState state) {
        return new Barrier(
                plain.id(),
                plain.tree(),
                plain.run(),
                plain.selector(),
                Samples.AT,
                "operator:thomas",
                "why, in words",
                18,
                Optional.of(Duration.ofSeconds(60)),
                Optional.of(Duration.ofMillis(1500)),
                state,
                new Barrier.Claim(4, Samples.AT.plusSeconds(10)),
                new Lamps(
                        Optional.of(Samples.AT.plusMillis(1)),
                        Samples.AT,
                        Optional.of(Samples.AT.plusMillis(2)),
                        Optional.of(Samples.AT.plusMillis(3))),
                Samples.AT.plusMillis(4),
                new Tally(1, 2, 3, 4, 5, 6),
                2,
                Optional.of(Samples.AT.plusSeconds(20)),
                Samples.AT.plusMillis(5));
    }

    @Test
    void returnsWhatWasTakenInWithItsStateAtTheBarrier() {
        Operation running = Samples.running(ROOT, "one");
        Barrier barrier = Samples.everything(ROOT);
        ledger.run(records -> {
            records.insert(ROOT);
            records.insert(running);
            records.insert(barrier);
            records.capture(barrier.id(), running);
        });
        assertThat(ledger.list(records -> records.inFlight(barrier.id(), 10)))
                .containsExactly(new InFlight(running, ExecutionState.RUNNING, Samples.AT));
    }

    @Test
    void returnsReceiptsAndTheNewestOfThem() {
        Barrier barrier = Samples.everything(ROOT);
        IssuedReceipt first = receipt(barrier, 1, "stop_incomplete");
        IssuedReceipt second = receipt(barrier, 2, "stopped_and_quiet");
        ledger.run(records -> {
            records.insert(ROOT);
            records.insert(barrier);
            records.insert(first);
        });
        assertThat(ledger.find(records -> records.newestReceipt(barrier.id()))).contains(first);
        ledger.run(records -> records.insert(second));
        assertThat(ledger.find(records -> records.newestReceipt(barrier.id()))).contains(second);
        assertThat(ledger.ledger().queries().receipts(barrier.id())).containsExactly(first, second);
        assertThat(ledger.ledger().queries().receipt(barrier.id(), 1)).contains(first);
        assertThat(ledger.ledger().queries().receipt(barrier.id(), 3)).isEmpty();
    }

    private static IssuedReceipt receipt(Barrier barrier, int revision, String decision) {
        return new IssuedReceipt(
                barrier.tree(),
                barrier.run(),
                barrier.id(),
                revision,
                decision,
                Samples.AT,
                "key-1",
                "{\"a\":\"ü\"}");
    }

    @Test
    void returnsEventsWithEveryKindOfDetail() {
        EventDraft draft = EventDraft.of(EventType.OPERATION_BEGUN, OperationKey.of("root", "one"))
                .under(new BarrierId("stop-1"))
                .with("text", "quote \" backslash \\ control \u0001 ü \uD83D\uDE80")
                .with("number", -7L)
                .with("flag", true)
                .with("list", List.of("a", 1L, false, List.of()))
                .with("map", Map.of("b", Map.of()));
        ledger.run(records -> records.append(Samples.TREE, draft));
        List<EventRow> rows =
                ledger.ledger().queries().events(Samples.TREE, Optional.empty(), 0, 10);
        assertThat(rows).hasSize(1);
        assertThat(rows.getFirst().event().draft()).isEqualTo(draft);
        assertThat(rows.getFirst().event().at()).isEqualTo(Samples.AT);
    }

    @Test
    void keepsTokensUntilTheyAreRevoked() {
        Token first = new Token("hash-1", Token.Role.OPERATOR, "thomas", Samples.AT);
        Token second = new Token("hash-2", Token.Role.WORKER, "thomas", Samples.AT.plusSeconds(1));
        Token third = new Token("hash-3", Token.Role.AUDITOR, "anna", Samples.AT);
        ledger.run(records -> List.of(first, second, third).forEach(records::insert));
        assertThat(ledger.find(records -> records.token("hash-2"))).contains(second);
        assertThat(ledger.list(records -> records.tokens())).containsExactly(third, first, second);
        assertThat(ledger.<Integer>write(records -> records.revokeTokens("thomas")))
                .isEqualTo(2);
        assertThat(ledger.<Integer>write(records -> records.revokeTokens("thomas")))
                .isZero();
        assertThat(ledger.find(records -> records.token("hash-2"))).isEmpty();
        assertThat(ledger.list(records -> records.tokens())).containsExactly(third);
    }

    @Test
    void remembersThatRootRunsAreFrozen() {
        assertThat(ledger.<Boolean>read(records -> records.frozen())).isFalse();
        ledger.run(records -> records.frozen(true));
        ledger.reopen();
        assertThat(ledger.<Boolean>read(records -> records.frozen())).isTrue();
        ledger.run(records -> records.frozen(false));
        assertThat(ledger.<Boolean>read(records -> records.frozen())).isFalse();
    }

    @Test
    void mapsEveryColumnOfEveryTable() {
        List<Shape<?>> shapes = List.of(
                RunShape.SHAPE,
                OperationShape.SHAPE,
                BarrierShape.SHAPE,
                EventShape.SHAPE,
                ReceiptShape.SHAPE);
        for (Shape<?> shape : shapes) {
            Set<String> mapped = Stream.concat(shape.fields().stream(), shape.place().stream())
                    .map(Field::getName)
                    .collect(Collectors.toSet());
            assertThat(mapped)
                    .as(shape.table().getName())
                    .isEqualTo(shape.table()
                            .fieldStream()
                            .map(Field::getName)
                            .collect(Collectors.toSet()));
        }
    }
}
