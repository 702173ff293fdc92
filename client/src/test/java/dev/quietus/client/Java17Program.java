package dev.quietus.client;

import dev.quietus.client.http.QuietusClient;
import dev.quietus.client.json.CanonicalJson;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.receipt.FaultCode;
import dev.quietus.client.receipt.ReceiptKey;
import dev.quietus.client.receipt.ReceiptVerdict;
import dev.quietus.client.receipt.ReceiptVerifier;
import dev.quietus.client.scope.CancelReason;
import dev.quietus.client.scope.CancellationScope;
import dev.quietus.client.scope.CleanupOutcome;
import dev.quietus.client.scope.RunSignals;
import dev.quietus.client.stop.EmergencyStop;
import dev.quietus.client.stop.StopAnswer;
import dev.quietus.client.testing.Reply;
import dev.quietus.client.testing.Seen;
import dev.quietus.client.testing.TestingServer;
import dev.quietus.client.worker.WorkAnswer;
import dev.quietus.client.worker.WorkerGuard;

import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Uses every package of the client once; started by a test under the oldest Java it runs on. */
final class Java17Program {

    private static final Duration LONG = Duration.ofSeconds(30);

    private Java17Program() {}

    public static void main(String[] arguments) throws Exception {
        try (TestingServer server = TestingServer.answering(Java17Program::answer)) {
            stop(server);
            work(server);
            verify();
        }
        System.out.println("works on Java " + Runtime.version().feature());
    }

    private static Reply answer(Seen seen) {
        if (seen.target().endsWith("/signals")) {
            return Reply.stream("event: cancel_requested\ndata: {\"reason\":\"x\"}\n\n");
        }
        if (seen.target().endsWith("/stop")) {
            return Reply.json(202, "{\"barrier_id\":\"b\"}");
        }
        return Reply.json(200, "{\"decision\":\"allow\",\"attempt\":1,\"stop_requested\":false}");
    }

    private static void stop(TestingServer server) {
        StopAnswer answer = EmergencyStop.at(server.uri(), Optional.empty())
                .press("r", StopRequest.because("x").body());
        require(answer instanceof StopAnswer.Acknowledged, answer);
    }

    private static void work(TestingServer server) throws Exception {
        CancellationScope scope = CancellationScope.root("r");
        try (Quietus quietus = Quietus.over(QuietusClient.to(server.uri()))) {
            WorkAnswer answer = WorkerGuard.of(quietus)
                    .run(BeginRequest.of("r", "op", "l", 1, "w"), hand -> {
                        hand.aboutToSend();
                        hand.sent("job");
                        return FinishFacts.succeeded();
                    });
            require(answer instanceof WorkAnswer.Finished, answer);
            try (RunSignals signals = RunSignals.follow(quietus, "r", scope)) {
                require(scope.awaitCancellation(LONG), signals);
            }
        }
        require(
                scope.reason()
                        .equals(Optional.of(new CancelReason(CancelReason.CANCEL_REQUESTED, "x"))),
                scope.reason());
        CleanupOutcome outcome = scope.cleanup(LONG).run("clean", () -> {});
        require(outcome.equals(new CleanupOutcome.Done("clean")), outcome);
    }

    private static void verify() throws Exception {
        String canonical = CanonicalJson.text(Json.parse("{\"b\":1e-7,\"a\":2E-3}"));
        require(canonical.equals("{\"a\":0.002,\"b\":1e-7}"), canonical);
        JsonObject envelope = Json.parseObject("{\"payloadType\":\"application/vnd.in-toto+json\","
                + "\"payload\":\"e30=\",\"signatures\":[{\"sig\":\"AAAA\"}]}");
        ReceiptKey key = ReceiptKey.of(
                KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPublic());
        ReceiptVerdict verdict = ReceiptVerifier.verify(envelope, List.of(key), Optional.empty());
        require(
                verdict instanceof ReceiptVerdict.Invalid invalid
                        && invalid.faults().get(0).code() == FaultCode.SIGNATURE_INVALID,
                verdict);
    }

    private static void require(boolean holds, Object found) {
        if (!holds) {
            throw new AssertionError("found " + found);
        }
    }
}
