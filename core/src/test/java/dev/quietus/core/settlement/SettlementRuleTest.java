package dev.quietus.core.settlement;

import static dev.quietus.core.Requests.at;
import static dev.quietus.core.settlement.TestingProvider.absent;
import static dev.quietus.core.settlement.TestingProvider.notKnown;
import static dev.quietus.core.settlement.TestingProvider.present;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Scene;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.Attempt.ReportedEffect;
import dev.quietus.core.operation.Attempt.Sent;
import dev.quietus.core.operation.CancelRequest;
import dev.quietus.core.operation.Looking;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationChange;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.settlement.Observation.JobState;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The table of PROTOCOL.md section 4, row by row and column by column. */
class SettlementRuleTest {
    private static final Instant ASKED = at(10);
    private static final Instant LOOKED = at(20);
    private static final Optional<SettledState> COMPLETED =
            Optional.of(SettledState.COMPLETED_AND_VERIFIED);
    private static final Optional<SettledState> WITHOUT_EFFECT =
            Optional.of(SettledState.CANCELLED_WITHOUT_EFFECT);
    private static final Optional<SettledState> OPEN = Optional.empty();

    @RegisterExtension
    final Scene scene = new Scene();

    private boolean revoked;

    @BeforeEach
    void oneOperationRuns() {
        scene.run("r");
        scene.running("r/a");
        revoked = true;
    }

    private Attempt attempt() {
        return scene.operation("r/a").attempt().orElseThrow();
    }

    private OperationChange stopped() {
        return scene.operation("r/a").change().cancelledBy(new BarrierId("stop-r-01"));
    }

    private Operation finished(Outcome outcome) {
        return stopped()
                .attempt(attempt()
                        .finished(new Attempt.Result(
                                outcome,
                                ReportedEffect.NOT_REPORTED,
                                ASKED,
                                Optional.empty(),
                                Optional.empty())))
                .done();
    }

    private static CancelRequest answered(String response, boolean withJob) {
        return new CancelRequest.Answered(
                at(9), "stop-r-01#1", withJob, response, "HTTP 202", ASKED);
    }

    private Operation asked(String response, boolean withJob) {
        return stopped().cancelRequest(answered(response, withJob)).done();
    }

    private Operation asked(String response, boolean withJob, Attempt attempt) {
        return stopped()
                .cancelRequest(answered(response, withJob))
                .attempt(attempt)
                .done();
    }

    private Attempt sent(Sent sent, String job) {
        return attempt()
                .heartbeat(at(0), sent, job.isEmpty() ? Optional.empty() : Optional.of(job));
    }

    private Optional<SettledState> judge(Operation operation, Observation seen) {
        return SettlementRule.judge(operation, revoked, scene.deployment.profile(), seen, LOOKED);
    }

    private void row(
            Operation operation,
            Optional<SettledState> present,
            Optional<SettledState> absent,
            Optional<SettledState> notKnown) {
        assertThat(judge(operation, present())).as("present").isEqualTo(present);
        assertThat(judge(operation, absent(JobState.NOT_SHOWN))).as("absent").isEqualTo(absent);
        assertThat(judge(operation, notKnown())).as("not known").isEqualTo(notKnown);
    }

    @Test
    void finishedAndSucceeded() {
        row(finished(Outcome.SUCCEEDED), COMPLETED, OPEN, OPEN);
        assertThat(judge(finished(Outcome.SUCCEEDED), absent(JobState.ENDED)))
                .as("worker and authority disagree")
                .isEqualTo(OPEN);
    }

    @Test
    void finishedAndFailed() {
        row(finished(Outcome.FAILED), COMPLETED, WITHOUT_EFFECT, OPEN);
    }

    @Test
    void finishedBecauseItWasCancelled() {
        row(finished(Outcome.CANCELLED), COMPLETED, WITHOUT_EFFECT, OPEN);
    }

    @Test
    void cancelAcceptedByAProviderThatHadTheJob() {
        Operation reported = asked("accepted", true, sent(Sent.SENT, "preview-7712"));
        row(reported, COMPLETED, WITHOUT_EFFECT, OPEN);
        Operation seen = stopped()
                .cancelRequest(answered("accepted", true))
                .looking(Looking.NOT_YET.withJobSeen())
                .done();
        row(seen, COMPLETED, WITHOUT_EFFECT, OPEN);
    }

    @Test
    void aYesFromAProviderThatNeverSawTheJobProvesNothing() {
        row(asked("accepted", false), COMPLETED, OPEN, OPEN);
        row(asked("accepted", false, sent(Sent.ABOUT_TO_SEND, "")), COMPLETED, OPEN, OPEN);
        row(asked("accepted", false, sent(Sent.SENT, "")), COMPLETED, OPEN, OPEN);
    }

    @Test
    void aYesThatCameBeforeTheJobDidProvesNothingOfIt() {
        row(asked("accepted", false, sent(Sent.SENT, "preview-7712")), COMPLETED, OPEN, OPEN);
        assertThat(judge(asked("accepted", false), absent(JobState.SEEN))).isEqualTo(OPEN);
    }

    @Test
    void theProviderSaysThatTheJobHasEnded() {
        row(asked("already_ended", false), COMPLETED, WITHOUT_EFFECT, OPEN);
        Operation running = stopped().done();
        assertThat(judge(running, absent(JobState.ENDED))).isEqualTo(WITHOUT_EFFECT);
        assertThat(judge(running, present(JobState.ENDED))).isEqualTo(COMPLETED);
        Operation seenToEnd = stopped()
                .looking(Looking.NOT_YET.seen(
                        new Looking.Seen("not_known", "x", at(5), at(5)), true, true))
                .done();
        assertThat(judge(seenToEnd, absent(JobState.NOT_SHOWN))).isEqualTo(WITHOUT_EFFECT);
    }

    @Test
    void stillRunningAndTheCancelIsRefusedUnsupportedOrNotAnswered() {
        Attempt known = sent(Sent.SENT, "preview-7712");
        row(stopped().attempt(known).done(), COMPLETED, OPEN, OPEN);
        for (String response : new String[] {"refused", "unsupported", "not_answered"}) {
            row(asked(response, true, known), COMPLETED, OPEN, OPEN);
        }
        CancelRequest unanswered = new CancelRequest.Requested(at(9), "stop-r-01#1", true);
        row(stopped().attempt(known).cancelRequest(unanswered).done(), COMPLETED, OPEN, OPEN);
    }

    @Test
    void theWorkerSaysThatItHasNotSentAndWillNot() {
        row(stopped().attempt(sent(Sent.NOT_SENT, "")).done(), COMPLETED, WITHOUT_EFFECT, OPEN);
    }

    @Test
    void aLookThatWasBegunBeforeTheAnswerOrTheEndDoesNotCount() {
        Attempt known = sent(Sent.SENT, "preview-7712");
        for (Operation operation : new Operation[] {
            asked("accepted", true, known), asked("already_ended", true), finished(Outcome.FAILED)
        }) {
            assertThat(SettlementRule.judge(
                            operation,
                            revoked,
                            scene.deployment.profile(),
                            absent(JobState.NOT_SHOWN),
                            at(9)))
                    .isEqualTo(OPEN);
            assertThat(SettlementRule.judge(
                            operation, revoked, scene.deployment.profile(), present(), at(9)))
                    .as("what is there is there")
                    .isEqualTo(COMPLETED);
        }
        Operation endSeenLater = stopped()
                .looking(Looking.NOT_YET.seen(
                        new Looking.Seen("present", "x", at(21), at(21)), true, true))
                .done();
        assertThat(judge(endSeenLater, absent(JobState.NOT_SHOWN))).isEqualTo(OPEN);
    }

    @Test
    void aProviderThatShowsTheEndIsBelievedThatTheJobGoesOn() {
        scene.deployment.declares(true, false, false);
        Operation running = stopped().attempt(sent(Sent.SENT, "preview-7712")).done();
        assertThat(judge(running, present(JobState.SEEN)))
                .as("not before its end")
                .isEqualTo(OPEN);
        assertThat(judge(running, present(JobState.ENDED))).isEqualTo(COMPLETED);
        assertThat(judge(running, present(JobState.NOT_SHOWN))).isEqualTo(COMPLETED);
        Operation cancelled = asked("accepted", true, sent(Sent.SENT, "preview-7712"));
        assertThat(judge(cancelled, absent(JobState.SEEN))).isEqualTo(OPEN);
        assertThat(judge(cancelled, absent(JobState.NOT_SHOWN))).isEqualTo(WITHOUT_EFFECT);
        assertThat(judge(cancelled, present(JobState.SEEN))).isEqualTo(COMPLETED);
        assertThat(judge(finished(Outcome.FAILED), absent(JobState.SEEN))).isEqualTo(OPEN);
        assertThat(judge(finished(Outcome.FAILED), absent(JobState.ENDED)))
                .isEqualTo(WITHOUT_EFFECT);
    }

    @Test
    void aProviderThatOnlyShowsThatItHadTheJobIsNotAskedForItsEnd() {
        Operation cancelled = asked("accepted", true, sent(Sent.SENT, "preview-7712"));
        assertThat(judge(cancelled, absent(JobState.SEEN))).isEqualTo(WITHOUT_EFFECT);
    }

    @Test
    void aServiceThatFencesSettlesWhatHasNotArrivedOnceTheStampIsStale() {
        scene.deployment.declares(false, false, true);
        row(stopped().done(), COMPLETED, WITHOUT_EFFECT, OPEN);
        Operation arrived = stopped().attempt(sent(Sent.SENT, "preview-7712")).done();
        row(arrived, COMPLETED, OPEN, OPEN);
    }

    /**
     * A stop of a tool or an operation makes no stamp stale, so the service lets the request in.
     */
    @Test
    void aServiceThatFencesProvesNothingUnderAScopedStop() {
        scene.deployment.declares(false, false, true);
        revoked = false;
        row(stopped().done(), COMPLETED, OPEN, OPEN);
    }

    /** The job of the first attempt has ended; the second attempt's request is still to come. */
    @Test
    void whatIsSeenOfAnEarlierAttemptsJobProvesNothingOfALaterAttempt() {
        Attempt second = new Attempt(
                2,
                attempt().worker(),
                attempt().request(),
                at(1),
                at(1),
                attempt().heartbeatTimeout(),
                Sent.NOT_REPORTED,
                Optional.empty(),
                Optional.empty());
        Operation retried = asked("already_ended", true, second);
        assertThat(judge(retried, absent(JobState.ENDED))).isEqualTo(OPEN);
        assertThat(judge(asked("accepted", true, second), absent(JobState.SEEN)))
                .isEqualTo(OPEN);
        Attempt named = second.heartbeat(at(2), Sent.SENT, Optional.of("preview-7713"));
        assertThat(judge(asked("accepted", true, named), absent(JobState.NOT_SHOWN)))
                .isEqualTo(WITHOUT_EFFECT);
        Attempt out = second.heartbeat(at(2), Sent.NOT_SENT, Optional.empty());
        assertThat(judge(asked("accepted", false, out), absent(JobState.ENDED)))
                .isEqualTo(WITHOUT_EFFECT);
    }

    private Operation finishedWithJob(ReportedEffect effect) {
        return stopped()
                .attempt(sent(Sent.SENT, "preview-7712")
                        .finished(new Attempt.Result(
                                Outcome.CANCELLED,
                                effect,
                                ASKED,
                                Optional.empty(),
                                Optional.empty())))
                .done();
    }

    /** The drill's find: the worker gave up waiting, the job stood before its commit point. */
    @Test
    void aWorkersEndIsNotTheEndOfAJobThatTheProviderHas() {
        row(finishedWithJob(ReportedEffect.UNKNOWN), COMPLETED, OPEN, OPEN);
        row(finishedWithJob(ReportedEffect.NOT_REPORTED), COMPLETED, OPEN, OPEN);
    }

    @Test
    void aWorkerThatSawTheJobEndWithoutEffectIsBelievedOnceTheAuthorityAgrees() {
        row(finishedWithJob(ReportedEffect.ABSENT), COMPLETED, WITHOUT_EFFECT, OPEN);
    }

    @Test
    void aJobThatIsShownToHaveEndedSettlesWhatItsWorkerLeft() {
        assertThat(judge(finishedWithJob(ReportedEffect.UNKNOWN), absent(JobState.ENDED)))
                .isEqualTo(WITHOUT_EFFECT);
    }
}
