package dev.quietus.core.dispatch;

import static dev.quietus.core.Requests.at;
import static dev.quietus.core.Requests.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.quietus.core.Requests;
import dev.quietus.core.Scene;
import dev.quietus.core.Wanted;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.run.TreeId;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DecideOperationTest {
    @RegisterExtension
    final Scene scene = new Scene();

    private DecideOperation.Answer approve(String key) {
        return scene.ledger.write(
                new DecideOperation(key(key), true, Optional.empty(), "operator:thomas"));
    }

    private DecideOperation.Answer reject(String key) {
        return scene.ledger.write(
                new DecideOperation(key(key), false, Optional.of("too risky"), "operator:thomas"));
    }

    @Test
    void aYesLetsItStartAtItsTime() {
        scene.run("r");
        scene.queued("r/a", Wanted.preview().approved());
        scene.queued("r/b", Wanted.preview().approved().notBefore(at(60)));
        Operation decided = ((DecideOperation.Decided) approve("r/a")).operation();
        assertThat(decided.execution()).isEqualTo(ExecutionState.QUEUED);
        assertThat(decided.approvedBy()).contains("operator:thomas");
        assertThat(decided.availableAt()).contains(at(0));
        approve("r/b");
        assertThat(scene.operation("r/b").execution()).isEqualTo(ExecutionState.SCHEDULED);
        assertThat(scene.begin("r/a")).isInstanceOf(BeginOperation.Begun.class);
    }

    @Test
    void aNoEndsItWithAReason() {
        scene.run("r");
        scene.queued("r/a", Wanted.preview().approved());
        reject("r/a");
        assertThat(scene.operation("r/a").execution()).isEqualTo(ExecutionState.REJECTED);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new DecideOperation(key("r/a"), false, Optional.empty(), "operator:x"))
                .withMessage("reason is missing: a rejection says why");
    }

    @Test
    void theSameDecisionAgainIsTheSameAndAnotherComesTooLate() {
        scene.run("r");
        scene.queued("r/a", Wanted.preview().approved());
        scene.queued("r/b", Wanted.preview().approved());
        scene.queued("r/c");
        DecideOperation.Answer yes = approve("r/a");
        assertThat(approve("r/a")).isEqualTo(yes);
        assertThat(reject("r/a")).isEqualTo(new DecideOperation.NotWaiting(scene.operation("r/a")));
        DecideOperation.Answer no = reject("r/b");
        assertThat(reject("r/b")).isEqualTo(no);
        assertThat(approve("r/b"))
                .isEqualTo(new DecideOperation.NotWaiting(scene.operation("r/b")));
        assertThat(approve("r/c"))
                .isEqualTo(new DecideOperation.NotWaiting(scene.operation("r/c")));
        assertThat(approve("r/x")).isEqualTo(new DecideOperation.NoSuchOperation());
    }

    @Test
    void aDecisionUnderAStopIsRecordedIgnoredAndCountedAsLate() {
        scene.run("p");
        scene.child("r", "p");
        scene.queued("r/a", Wanted.preview().approved());
        scene.queued("r/b", Wanted.preview().approved());
        Barrier one = scene.stop("r", Requests.one("a"));
        assertThat(approve("r/a"))
                .as("before the sweep has taken it out")
                .isEqualTo(new DecideOperation.Stale(scene.operation("r/a")));
        Barrier all = scene.stop("p");
        assertThat(approve("r/b")).isEqualTo(new DecideOperation.Stale(scene.operation("r/b")));
        scene.node.work();
        assertThat(approve("r/b")).isEqualTo(new DecideOperation.Stale(scene.operation("r/b")));
        assertThat(scene.operation("r/b").execution())
                .isEqualTo(ExecutionState.CANCELLED_BEFORE_START);
        assertThat(scene.now(one).tally().lateAttemptsDenied()).isEqualTo(1);
        assertThat(scene.now(all).tally().lateAttemptsDenied()).isEqualTo(2);
        assertThat(scene.ledger.story(new TreeId("p")))
                .filteredOn(EventType.STALE_DECISION_IGNORED::equals)
                .hasSize(3);
    }

    @Test
    void aDecisionAboutExpiredWorkIsIgnoredToo() {
        scene.run("r");
        scene.queued("r/a", Wanted.preview().approved());
        scene.ledger.advance(Duration.ofHours(2));
        scene.node.keepHouse();
        assertThat(approve("r/a")).isEqualTo(new DecideOperation.Stale(scene.operation("r/a")));
    }
}
