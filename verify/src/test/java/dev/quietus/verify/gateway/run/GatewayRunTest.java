package dev.quietus.verify.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.Effect;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.run.Admission;
import dev.quietus.gateway.run.GatewayRun;
import dev.quietus.gateway.run.GatewayWork;
import dev.quietus.gateway.run.Passage;
import dev.quietus.verify.postgres.CutCable;
import dev.quietus.verify.server.Caller;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.TestingQuietus;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayRunTest {
    private static final String RUN = "run-g";

    @TempDir
    Path directory;

    private TestingQuietus quietus;
    private CutCable cable;
    private Caller caller;
    private GatewayRun gateway;

    @BeforeEach
    void join() {
        quietus = TestingQuietus.start(directory, Optional.empty());
        RunAuthority run = quietus.run(RUN);
        cable = CutCable.to(URI.create(quietus.url()).getAuthority());
        caller = Caller.of("http://" + cable.end(), RunningQuietus.leaseToken(run));
        gateway = GatewayRun.join(caller.quietus(), RUN, "testing");
    }

    @AfterEach
    void close() throws Exception {
        gateway.close();
        caller.close();
        cable.close();
        quietus.close();
    }

    private Admission begin(String operation) {
        return gateway.begin(
                GatewayWork.of(operation, "notes.append", "tool_call", ExpectedEffects.NONE));
    }

    private Passage admitted(String operation) {
        Admission admission = begin(operation);
        assertThat(admission).isInstanceOf(Admission.Admitted.class);
        return ((Admission.Admitted) admission).passage();
    }

    private String state(String operation) {
        return quietus.operation(RUN, operation).string("state");
    }

    @Test
    void recordsWhatItLetsThroughAndWhatCameOfIt() {
        Passage passage = admitted("op-1");
        assertThat(state("op-1")).isEqualTo("running");
        assertThat(gateway.inFlight()).containsExactly(passage);
        assertThat(passage.finish(FinishFacts.succeeded())).isTrue();
        assertThat(state("op-1")).isEqualTo("succeeded");
        assertThat(gateway.inFlight()).isEmpty();
        assertThat(passage.finish(FinishFacts.failed("again"))).isFalse();
        assertThat(begin("op-1")).isInstanceOf(Admission.AlreadyFinished.class);
    }

    @Test
    void tellsWhatWasSentBehindTheCallersBack() {
        Passage passage = admitted("op-1");
        passage.sent("job-7");
        RunningQuietus.untilTrue(
                "the job is on record",
                () -> quietus.operation(RUN, "op-1")
                        .optionalString("provider_job")
                        .equals(Optional.of("job-7")));
        passage.finishSoon(FinishFacts.succeeded());
        quietus.awaitOperation(RUN, "op-1", "succeeded");
    }

    @Test
    void hearsOfAStopAtOnceAndLetsNothingThroughAfterIt() {
        Passage passage = admitted("op-1");
        quietus.stop(RUN);
        RunningQuietus.untilTrue("the work hears", () -> passage.scope().isCancelled());
        assertThat(gateway.scope().isCancelled()).isTrue();
        assertThat(begin("op-2"))
                .isInstanceOfSatisfying(
                        Admission.Refused.class,
                        refused -> assertThat(refused.decision()).startsWith("deny_"));
        passage.finish(FinishFacts.cancelled());
        assertThat(state("op-1")).isEqualTo("cancelled_during_execution");
    }

    /** The other work of the run goes on. */
    @Test
    void hearsOfTheStopOfOneOperation() {
        Passage stopped = admitted("op-1");
        Passage other = admitted("op-2");
        quietus.operator()
                .quietus()
                .stop(RUN, StopRequest.because("only this").ofOperation("op-1"));
        RunningQuietus.untilTrue("the work hears", () -> stopped.scope().isCancelled());
        assertThat(other.scope().isCancelled()).isFalse();
        assertThat(gateway.scope().isCancelled()).isFalse();
        assertThat(other.finish(FinishFacts.succeeded())).isTrue();
        stopped.finish(FinishFacts.cancelled());
    }

    @Test
    void letsNothingThroughThatCantBeRecordedAndTellsResultsWhenItCan() {
        Passage passage = admitted("op-1");
        cable.cut();
        assertThat(begin("op-2")).isInstanceOf(Admission.NotRecorded.class);
        assertThat(passage.finish(FinishFacts.succeeded())).isFalse();
        assertThat(gateway.untold()).contains("result of run-g/op-1");
        cable.mend();
        quietus.awaitOperation(RUN, "op-1", "succeeded");
    }

    /** The yes was recorded, and nobody heard it: somebody must say that nothing was sent. */
    @Test
    void givesBackABeginWhoseAnswerWasLost() {
        cable.loseAnswers();
        assertThat(begin("op-1")).isInstanceOf(Admission.NotRecorded.class);
        assertThat(state("op-1")).isEqualTo("running");
        cable.mend();
        JsonObject given = quietus.awaitOperation(RUN, "op-1", "failed");
        assertThat(given.string("settled_state")).isEqualTo("ended_no_effect_expected");
    }

    @Test
    void keepsALateResultThatCameAfterTheWorkWasGivenUp() {
        Passage passage = admitted("op-1");
        quietus.stop(RUN);
        RunningQuietus.untilTrue("the work hears", () -> passage.scope().isCancelled());
        passage.finish(FinishFacts.cancelled());
        passage.late(FinishFacts.succeeded().withEffect(Effect.PRESENT));
        RunningQuietus.untilTrue(
                "the late result is on record",
                () -> !quietus.events(RUN, "late_result").isEmpty());
    }

    @Test
    void refusesAnUnsoundIdWithoutAskingAnybody() {
        assertThat(begin("two words")).isInstanceOf(Admission.NotRecorded.class);
        assertThat(gateway.untold()).isEmpty();
    }
}
