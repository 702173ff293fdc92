package dev.quietus.verify.receipt;

import static dev.quietus.verify.receipt.ExampleStory.at;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.barrier.InFlight;
import dev.quietus.core.barrier.Lamps;
import dev.quietus.core.barrier.Outcomes;
import dev.quietus.core.barrier.ScopeCounts;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.Tally;
import dev.quietus.core.ledger.Digests;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.Settlement;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.operation.Work;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.receipt.ReceiptSigner;
import dev.quietus.core.receipt.Statement;
import dev.quietus.core.receipt.StopReceipt;
import dev.quietus.core.run.Capabilities;
import dev.quietus.core.run.Lease;
import dev.quietus.core.run.LeaseId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunState;
import dev.quietus.core.settlement.ProviderDirectory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The two receipts of {@link ExampleStory}, built by the product's own code. */
final class ExampleReceipts {
    private final ExampleStory story = ExampleStory.told();

    /** Revision 1: the preview's outcome is unknown and held by a team. */
    String incomplete(ReceiptSigner signer) {
        Operation preview = preview(
                Optional.of(new Looking.Seen(
                        "not_known", "HTTP 503", at("10:52:04.200"), at("10:52:04.399"))),
                6,
                new Settlement.Unknown(
                        "team-deploys", "asked 6 times in 60 s: HTTP 503", at("10:52:04.400")));
        StopReceipt receipt = new StopReceipt.StopIncomplete(new StopReceipt.Facts(
                barrier(0, Optional.empty(), "10:52:04.400"),
                run(),
                new ScopeCounts(0, 0, 0, 1, 0, 0),
                new Outcomes(1, 0, 1, 1, 0, Optional.of(at("10:51:05.120"))),
                inFlight(preview),
                List.of(new StopReceipt.Reconciliation(
                        ExampleStory.PREVIEW.toString(),
                        ExampleStory.PREVIEW.run().value(),
                        ExampleStory.PREVIEW.operation().value(),
                        "team-deploys",
                        "asked 6 times in 60 s: HTTP 503",
                        at("10:52:04.400"))),
                Duration.ofSeconds(30),
                at("10:52:04.402"),
                story.firstReceipt()));
        return Statement.envelope(receipt, ProviderDirectory.none(), signer);
    }

    /** Revision 2: everything is settled and the quiet period is over. */
    String quiet(ReceiptSigner signer) {
        Operation preview = preview(
                Optional.of(new Looking.Seen(
                        "none",
                        "HTTP 200, nothing matches",
                        at("10:53:34.510"),
                        at("10:53:34.580"))),
                8,
                new Settlement.Settled(
                        Settlement.SettledState.CANCELLED_WITHOUT_EFFECT,
                        at("10:53:04.498"),
                        "provider:deployment",
                        "HTTP 200, nothing matches",
                        Optional.of(at("10:53:34.510"))));
        StopReceipt receipt = new StopReceipt.StoppedAndQuiet(new StopReceipt.Facts(
                barrier(1, Optional.of("10:53:04.501"), "10:53:04.498"),
                run(),
                new ScopeCounts(0, 0, 0, 0, 0, 0),
                new Outcomes(1, 1, 1, 0, 0, Optional.of(at("10:53:04.498"))),
                inFlight(preview),
                List.of(),
                Duration.ofSeconds(30),
                at("10:53:34.590"),
                story.secondReceipt()));
        return Statement.envelope(receipt, ProviderDirectory.none(), signer);
    }

    ExampleStory story() {
        return story;
    }

    private static Barrier barrier(int revision, Optional<String> settledAt, String lastActivity) {
        return new Barrier(
                ExampleStory.BARRIER,
                ExampleStory.TREE,
                ExampleStory.RUN,
                new Selector.Everything(),
                at("10:51:04.018"),
                "operator:thomas",
                "wrong commit – payments 8bc911d",
                18,
                Optional.empty(),
                Optional.empty(),
                settledAt.isPresent() ? BarrierState.QUIET : BarrierState.SETTLING,
                new Barrier.Claim(3, at("10:54:00.000")),
                new Lamps(
                        Optional.of(at("10:51:04.690")),
                        at("10:51:04.018"),
                        Optional.of(at("10:51:04.140")),
                        settledAt.map(ExampleStory::at)),
                at(lastActivity),
                new Tally(2, 3, 2, 1, 0, 2),
                revision,
                Optional.empty(),
                at(lastActivity));
    }

    private static Run run() {
        Lease lease = Lease.granted(
                        new LeaseId("lease-90e4"),
                        Capabilities.of("ci.*", "deployment.reserve_preview"),
                        at("11:20:00.000"))
                .revoke(at("10:51:04.018"), ExampleStory.BARRIER);
        return new Run(
                ExampleStory.TREE,
                ExampleStory.RUN,
                Optional.empty(),
                Optional.empty(),
                Optional.of("release-payments-8bc911d"),
                "team-payments",
                Map.of(),
                Optional.empty(),
                Digests.NONE,
                at("10:50:12.007"),
                RunState.CANCELLING,
                lease,
                18,
                List.of(),
                Optional.empty());
    }

    private static List<InFlight> inFlight(Operation preview) {
        return List.of(
                new InFlight(preview, ExecutionState.RUNNING, at("10:51:04.071")),
                new InFlight(report(), ExecutionState.RUNNING, at("10:51:04.071")),
                new InFlight(model(), ExecutionState.RUNNING, at("10:51:04.071")));
    }

    private static Operation preview(
            Optional<Looking.Seen> seen, int tries, Settlement settlement) {
        boolean known = settlement instanceof Settlement.Settled;
        return new Operation(
                ExampleStory.TREE,
                ExampleStory.PREVIEW,
                work(ExampleStory.PREVIEW, "deployment.reserve_preview", Effects.EXPECTED),
                17,
                at("10:50:31.402"),
                known ? ExecutionState.CANCELLED_DURING_EXECUTION : ExecutionState.OUTCOME_UNKNOWN,
                known ? EffectState.VERIFIED_ABSENT : EffectState.UNKNOWN,
                Optional.empty(),
                Optional.empty(),
                Optional.of(attempt(Optional.of("preview-7712"), Optional.empty())),
                0,
                Optional.of(ExampleStory.BARRIER),
                new CancelRequest.Answered(
                        at("10:51:04.233"),
                        ExampleStory.BARRIER + "#1",
                        true,
                        "accepted",
                        "HTTP 202",
                        at("10:51:04.310")),
                settlement,
                new Looking(
                        tries, Optional.empty(), Optional.empty(), seen, true, Optional.empty()),
                Optional.empty(),
                Optional.empty());
    }

    private static Operation report() {
        return new Operation(
                ExampleStory.TREE,
                ExampleStory.REPORT,
                work(ExampleStory.REPORT, "ci.publish_report", Effects.EXPECTED),
                17,
                at("10:50:40.009"),
                ExecutionState.SUCCEEDED,
                EffectState.VERIFIED_PRESENT,
                Optional.empty(),
                Optional.empty(),
                Optional.of(attempt(
                        Optional.empty(),
                        Optional.of(new Attempt.Result(
                                Attempt.Outcome.SUCCEEDED,
                                Attempt.ReportedEffect.PRESENT,
                                at("10:51:04.960"),
                                Optional.of("sha256:" + Digests.sha256("report 118")),
                                Optional.empty())))),
                0,
                Optional.of(ExampleStory.BARRIER),
                new CancelRequest.NotRequested(),
                new Settlement.Settled(
                        Settlement.SettledState.COMPLETED_AND_VERIFIED,
                        at("10:51:05.120"),
                        "provider:checks",
                        "HTTP 200, 1 match",
                        Optional.empty()),
                new Looking(
                        1,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(new Looking.Seen(
                                "present",
                                "HTTP 200, 1 match",
                                at("10:51:05.002"),
                                at("10:51:05.120"))),
                        true,
                        Optional.empty()),
                Optional.of("report-118"),
                Optional.of(ExampleStory.RECOVERY));
    }

    private static Operation model() {
        return new Operation(
                ExampleStory.TREE,
                ExampleStory.MODEL,
                work(ExampleStory.MODEL, "model.messages", Effects.NONE),
                17,
                at("10:50:58.730"),
                ExecutionState.CANCELLED_DURING_EXECUTION,
                EffectState.NONE_EXPECTED,
                Optional.empty(),
                Optional.empty(),
                Optional.of(attempt(
                        Optional.empty(),
                        Optional.of(new Attempt.Result(
                                Attempt.Outcome.CANCELLED,
                                Attempt.ReportedEffect.NOT_REPORTED,
                                at("10:51:04.690"),
                                Optional.empty(),
                                Optional.of("stream cut by the stop"))))),
                0,
                Optional.of(ExampleStory.BARRIER),
                new CancelRequest.NotRequested(),
                new Settlement.Settled(
                        Settlement.SettledState.ENDED_NO_EFFECT_EXPECTED,
                        at("10:51:04.690"),
                        "worker:release-agent",
                        "the attempt ended: cancelled",
                        Optional.empty()),
                Looking.NOT_YET,
                Optional.empty(),
                Optional.empty());
    }

    private static Work work(OperationKey key, String tool, Effects effects) {
        return Work.of(
                effects == Effects.NONE ? OperationKind.MODEL_REQUEST : OperationKind.TOOL_CALL,
                new ToolName(tool),
                effects,
                new IdempotencyKey(key.operation().value()));
    }

    private static Attempt attempt(Optional<String> job, Optional<Attempt.Result> result) {
        return new Attempt(
                1,
                new WorkerId("release-agent"),
                new RequestId("request-1"),
                at("10:50:31.402"),
                at("10:51:00.000"),
                Duration.ofSeconds(60),
                Attempt.Sent.SENT,
                job,
                result);
    }
}
