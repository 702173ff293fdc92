package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.MessageEnvelope;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.process.ChildProcess;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 21: a revocation that is sent while no worker is up is lost. Proves that a stop outlives the
 * kill of the server, which is the queue as well, and that no later worker runs what was queued.
 */
class Case21RevokeWhileWorkersDownTest {

    @RegisterExtension
    final Installation installation = Installation.withoutProviders().inAProcess();

    @Test
    void neverRunsWhatWasStoppedBeforeTheFirstWorkerCame() {
        ServerProcess quietus = installation.process();
        EffectsLog effects = new EffectsLog(installation.directory());
        String operation = CaseInput.operations(CaseInput.of("21-revoke-while-workers-down"))
                .getFirst();
        RunAuthority run = quietus.run("run-b");
        quietus.accept(work(run, operation, "notes.append").queue("work"));
        String token = quietus.workerToken("late");

        JsonObject before = quietus.stop("run-b");
        quietus.kill();
        quietus.restart();

        assertThat(Processes.exitCode(worker(quietus, token, "claim", "work", "5")))
                .isZero();
        ChildProcess fromBefore = workerFromBefore(quietus, token, run, operation);
        assertThat(Processes.exitCode(fromBefore)).isEqualTo(WorkerMain.REFUSED);
        assertThat(fromBefore.logTail(1)).containsExactly("deny_stale_epoch");
        assertThat(effects.lines()).isEmpty();

        JsonObject after = quietus.stop("run-b");
        assertThat(after.string("barrier_id")).isEqualTo(before.string("barrier_id"));
        assertThat(after.object("revoke")).isEqualTo(before.object("revoke"));
        assertThat(after.string("requested_at")).isEqualTo(before.string("requested_at"));
        assertThat(quietus.operator()
                        .get("runs", "run-b", "barriers")
                        .array("barriers")
                        .size())
                .isEqualTo(1);
        JsonObject kept = quietus.operation("run-b", operation);
        assertThat(kept.string("state")).isEqualTo("cancelled_before_start");
        assertThat(kept.string("cancelled_by")).isEqualTo(before.string("barrier_id"));
        assertThat(quietus.awaitReceipt("run-b").object("work").integer("queued_cancelled"))
                .isEqualTo(1);
    }

    private ChildProcess worker(ServerProcess quietus, String token, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add(installation.directory().toString());
        return installation.closing(
                Processes.start(quietus, token, WorkerMain.class, installation.directory(), all));
    }

    private ChildProcess workerFromBefore(
            ServerProcess quietus, String token, RunAuthority run, String operation) {
        List<String> arguments =
                new ArrayList<>(List.of("begin", installation.directory().toString()));
        MessageEnvelope.of(run, operation, quietus.now().plus(Duration.ofHours(1)))
                .toHeaders()
                .forEach((name, value) -> arguments.add(name + "=" + value));
        return installation.closing(Processes.start(
                quietus, token, WorkerMain.class, installation.directory(), arguments));
    }
}
