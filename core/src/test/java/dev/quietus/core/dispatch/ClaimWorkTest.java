package dev.quietus.core.dispatch;

import static dev.quietus.core.Requests.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Requests;
import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.WorkerId;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClaimWorkTest {
    @RegisterExtension
    final Scene scene = new Scene();

    private ClaimWork.Answer claim(String request) {
        return scene.ledger.write(new ClaimWork(
                new QueueName("jobs"),
                new WorkerId("worker-1"),
                new RequestId(request),
                Duration.ofSeconds(30)));
    }

    private static Wanted job() {
        return Wanted.preview().in("jobs");
    }

    private ClaimWork.Answer handed(String key) {
        return new ClaimWork.Handed(
                scene.operation(key), scene.found(Requests.key(key).run().value()));
    }

    @Test
    void handsOutWhatIsDueLongestFirst() {
        scene.run("r");
        scene.queued("r/later", job().notBefore(at(60)));
        scene.queued("r/a", job());
        scene.ledger.advance(Duration.ofSeconds(1));
        scene.queued("r/b", job());
        scene.queued("r/other", Wanted.preview().in("others"));
        scene.queued("r/none", Wanted.preview());
        assertThat(claim("1")).isEqualTo(handed("r/a"));
        assertThat(claim("2")).isEqualTo(handed("r/b"));
        assertThat(claim("3")).isEqualTo(new ClaimWork.NothingDue());
        scene.ledger.advance(Duration.ofSeconds(60));
        assertThat(claim("3")).isEqualTo(handed("r/later"));
    }

    @Test
    void theSameRequestAgainGetsTheSameOperation() {
        scene.run("r");
        scene.queued("r/a", job());
        scene.queued("r/b", job());
        assertThat(claim("1")).isEqualTo(handed("r/a"));
        assertThat(claim("1")).isEqualTo(handed("r/a"));
        assertThat(scene.operation("r/a").attempts()).isEqualTo(1);
    }

    @Test
    void aRequestThatWasHandedWorkBeginsNoOtherOfAQueue() {
        scene.run("r");
        scene.queued("r/a", job());
        scene.queued("r/b", job());
        scene.queued("r/plain", Wanted.preview());
        assertThat(claim("1")).isEqualTo(handed("r/a"));
        assertThat(scene.begin("r/a", "worker-1", "1")).isInstanceOf(BeginOperation.Begun.class);
        assertThat(scene.begin("r/b", "worker-1", "1"))
                .isEqualTo(new BeginOperation.Conflicting(new AcceptOperation.Conflict(
                        "request_id '1' of worker 'worker-1' is that of a running operation of a"
                                + " queue",
                        Requests.key("r/a"))));
        assertThat(scene.begin("r/plain", "worker-1", "1"))
                .isInstanceOf(BeginOperation.Begun.class);
        assertThat(claim("1")).isEqualTo(handed("r/a"));
        assertThat(scene.begin("r/b", "worker-2", "1")).isInstanceOf(BeginOperation.Begun.class);
    }

    @Test
    void recordsAndPassesOverWhatAStopRefuses() {
        scene.run("r");
        scene.run("s");
        scene.queued("r/a", job());
        scene.ledger.advance(Duration.ofSeconds(1));
        scene.queued("s/b", job());
        Barrier barrier = scene.stop("r");
        assertThat(claim("1")).isEqualTo(handed("s/b"));
        assertThat(scene.operation("r/a").execution())
                .isEqualTo(ExecutionState.CANCELLED_BEFORE_START);
        assertThat(scene.now(barrier).tally().lateAttemptsDenied()).isEqualTo(1);
    }

    @Test
    void setsAsideWhatMayStartLater() {
        scene.run("r");
        scene.running("r/a", Wanted.preview().key("k"));
        scene.queued("r/b", job().key("k"));
        assertThat(claim("1")).isEqualTo(new ClaimWork.NothingDue());
        assertThat(scene.operation("r/b").execution()).isEqualTo(ExecutionState.QUEUED);
        assertThat(scene.operation("r/b").availableAt()).contains(at(30));
    }

    @Test
    void takesOutWhatWasCarriedOutUnderAnotherId() {
        scene.run("r");
        scene.running("r/a", Wanted.preview().key("k"));
        scene.queued("r/b", job().key("k"));
        scene.finish("r/a", Outcome.SUCCEEDED);
        assertThat(claim("1")).isEqualTo(new ClaimWork.NothingDue());
        assertThat(scene.operation("r/b").execution())
                .isEqualTo(ExecutionState.CANCELLED_BEFORE_START);
    }

    /** Its own attempt is over; the operation itself must stay for the next one. */
    @Test
    void aRequestWhoseAttemptIsOverCancelsNothing() {
        scene.run("r");
        scene.queued("r/a", job());
        claim("1");
        scene.finish(
                "r/a",
                Outcome.FAILED,
                java.util.Optional.of(new FinishOperation.Retry(Duration.ZERO, 3)));
        assertThat(claim("1")).isEqualTo(new ClaimWork.NothingDue());
        assertThat(scene.operation("r/a").execution()).isEqualTo(ExecutionState.SCHEDULED);
        scene.ledger.advance(Duration.ofSeconds(30));
        assertThat(claim("2")).isEqualTo(handed("r/a"));
        assertThat(scene.operation("r/a").attempts()).isEqualTo(2);
    }

    @Test
    void givesOthersATurnAfterManyRefusals() {
        scene.run("r");
        for (int i = 0; i < ClaimWork.MAX_PASSED_OVER + 1; i++) {
            scene.queued("r/a" + i, job().expiresAt(at(5)));
        }
        scene.ledger.advance(Duration.ofSeconds(5));
        assertThat(claim("1")).isEqualTo(new ClaimWork.AskAgain());
        assertThat(claim("1")).isEqualTo(new ClaimWork.NothingDue());
        assertThat(scene.operation("r/a0").execution()).isEqualTo(ExecutionState.DENIED);
    }
}
