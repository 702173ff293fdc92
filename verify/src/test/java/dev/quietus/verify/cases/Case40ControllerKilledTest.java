package dev.quietus.verify.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.StopRequest;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.deployment.Behaviours;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.ServerProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 40, with real kills: the server's process is killed as soon as the n-th event of a stop is
 * on the disk, and at once after the request was sent. Proves that the next process takes the same
 * barrier up again and comes to the same receipt.
 */
class Case40ControllerKilledTest {
    private static final int[] KILLED_AT = {0, 1, 4, 9};

    @RegisterExtension
    final Installation installation = Installation.withDeployment(
                    Duration.ofMillis(300), Duration.ofSeconds(20))
            .inAProcess();

    @Test
    void theNextProcessTakesTheBarrierUpAgain() throws Exception {
        ServerProcess quietus = installation.process();
        installation.deployment().behave(Behaviours.none().with(Behaviour.HOLD_BEFORE_COMMIT));
        try (DeploymentCalls deployment = new DeploymentCalls(installation.deployment())) {
            quietus.workerToken("model");
            for (int events : KILLED_AT) {
                CrashScene scene = new CrashScene("run-m-" + events);
                scene.prepare(quietus, deployment);
                killDuringStop(quietus, scene, events);
                quietus.restart();

                boolean wasWritten =
                        !quietus.events(scene.run(), "stop_requested").isEmpty();
                assertThat(wasWritten || events == 0)
                        .as("the stop was on the disk when event %d was", events)
                        .isTrue();
                if (wasWritten) {
                    scene.sendsNoFollowUp(quietus);
                }
                // A lost answer is asked for again.
                assertThat(quietus.stop(scene.run()).string("barrier_id"))
                        .isEqualTo(scene.barrier());
                scene.sendsNoFollowUp(quietus);
                assertThat(CrashScene.essence(quietus.awaitReceipt(scene.run())))
                        .as("after a kill at event %d", events)
                        .isEqualTo(CrashScene.expected(scene.run()));
            }
        }
        assertThat(installation.deployment().effects()).isEmpty();
    }

    private static void killDuringStop(ServerProcess quietus, CrashScene scene, int events)
            throws SQLException {
        try (HttpClient http = HttpClient.newHttpClient();
                Connection ledger = DriverManager.getConnection(
                        "jdbc:sqlite:file:" + quietus.ledger() + "?mode=ro")) {
            long before = events(ledger, scene.run());
            CompletableFuture<HttpResponse<Void>> unanswered =
                    http.sendAsync(stop(quietus, scene), HttpResponse.BodyHandlers.discarding());
            long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (events(ledger, scene.run()) < before + events) {
                assertThat(System.nanoTime()).isLessThan(deadline);
                Thread.onSpinWait();
            }
            quietus.kill();
            unanswered.cancel(true);
        }
    }

    private static HttpRequest stop(ServerProcess quietus, CrashScene scene) {
        String body = StopRequest.because("wrong commit").body().toJson();
        return HttpRequest.newBuilder(
                        URI.create(quietus.url() + "/v1/runs/" + scene.run() + "/stop"))
                .header("Authorization", "Bearer " + quietus.operatorToken())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static long events(Connection ledger, String tree) throws SQLException {
        try (PreparedStatement count =
                ledger.prepareStatement("select count(*) from event where tree_id = ?")) {
            count.setString(1, tree);
            try (ResultSet rows = count.executeQuery()) {
                return rows.next() ? rows.getLong(1) : 0;
            }
        }
    }
}
