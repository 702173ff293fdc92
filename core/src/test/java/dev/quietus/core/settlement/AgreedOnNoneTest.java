package dev.quietus.core.settlement;

import static dev.quietus.core.Requests.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Scene;
import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.Attempt.Outcome;
import dev.quietus.core.operation.Attempt.ReportedEffect;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.Settlement.SettledState;
import dev.quietus.core.settlement.Observation.JobState;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Success without effect: settled where worker and authority say the same (decision 13). */
class AgreedOnNoneTest {
    private static final Instant ASKED = at(10);
    private static final Instant LOOKED = at(20);
    private static final Optional<SettledState> OPEN = Optional.empty();

    @RegisterExtension
    final Scene scene = new Scene();

    @BeforeEach
    void oneOperationRuns() {
        scene.run("r");
        scene.running("r/a");
    }

    private Operation succeededSaying(ReportedEffect effect) {
        return scene.operation("r/a")
                .change()
                .cancelledBy(new BarrierId("stop-r-01"))
                .attempt(scene.operation("r/a")
                        .attempt()
                        .orElseThrow()
                        .finished(new Attempt.Result(
                                Outcome.SUCCEEDED,
                                effect,
                                ASKED,
                                Optional.empty(),
                                Optional.empty())))
                .done();
    }

    @Test
    void successWithoutEffectIsSettledOnlyWhereBothSayNoneAndTheJobHasEnded() {
        Optional<SettledState> none = Optional.of(SettledState.ENDED_NO_EFFECT_EXPECTED);
        Operation saysNone = succeededSaying(ReportedEffect.ABSENT);
        assertThat(judge(saysNone, JobState.ENDED, LOOKED)).isEqualTo(none);
        assertThat(judge(saysNone, JobState.NOT_SHOWN, LOOKED)).isEqualTo(OPEN);
        assertThat(judge(saysNone, JobState.ENDED, at(9)))
                .as("seen before the end")
                .isEqualTo(OPEN);
        for (ReportedEffect other : ReportedEffect.values()) {
            if (other != ReportedEffect.ABSENT) {
                assertThat(judge(succeededSaying(other), JobState.ENDED, LOOKED))
                        .as(other.name())
                        .isEqualTo(OPEN);
            }
        }
    }

    private Optional<SettledState> judge(Operation operation, JobState job, Instant begunAt) {
        return SettlementRule.judge(
                operation, true, scene.deployment.profile(), TestingProvider.absent(job), begunAt);
    }
}
