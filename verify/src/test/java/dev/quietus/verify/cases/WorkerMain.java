package dev.quietus.verify.cases;

import dev.quietus.client.BeginAnswer;
import dev.quietus.client.ClaimRequest;
import dev.quietus.client.ClaimedOperation;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.MessageEnvelope;
import dev.quietus.client.Quietus;
import dev.quietus.client.worker.WorkerGuard;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/**
 * A worker as a process, so that it can be started late, twice, or killed. It finds the server and
 * its token in its environment. Exit codes: 0 as asked, 4 refused by authority.
 */
public final class WorkerMain {
    static final int REFUSED = 4;
    private static final Duration POLL = Duration.ofMillis(300);

    private WorkerMain() {}

    /**
     * One of {@code claim QUEUE TIMES DIRECTORY}: claims so often and appends each operation it is
     * handed to the effects; {@code begin DIRECTORY NAME=VALUE…}: starts the message with these
     * headers from before; {@code order QUEUE SERVICE TIMEOUT_MS}: claims an operation, asks the
     * service for its preview, reports the job, and hangs until it is killed.
     */
    public static void main(String[] arguments) throws InterruptedException {
        try (Quietus quietus = Quietus.of(System.getenv())) {
            int code = switch (arguments[0]) {
                case "claim" ->
                    claim(
                            quietus,
                            arguments[1],
                            Integer.parseInt(arguments[2]),
                            new EffectsLog(Path.of(arguments[3])));
                case "begin" ->
                    begin(
                            quietus,
                            new EffectsLog(Path.of(arguments[1])),
                            headers(Arrays.copyOfRange(arguments, 2, arguments.length)));
                case "order" ->
                    order(
                            quietus,
                            arguments[1],
                            arguments[2],
                            Duration.ofMillis(Long.parseLong(arguments[3])));
                default -> throw new IllegalArgumentException("unknown: " + arguments[0]);
            };
            System.exit(code);
        }
    }

    private static Map<String, String> headers(String... pairs) {
        return Arrays.stream(pairs)
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    private static int claim(Quietus quietus, String queue, int times, EffectsLog effects) {
        for (int time = 0; time < times; time++) {
            Optional<ClaimedOperation> claimed =
                    quietus.claim(ClaimRequest.of(queue, "worker-process", POLL));
            claimed.ifPresent(operation -> effects.append(operation.operationId()));
        }
        return 0;
    }

    private static int begin(Quietus quietus, EffectsLog effects, Map<String, String> headers) {
        MessageEnvelope message = MessageEnvelope.fromHeaders(headers);
        return switch (quietus.begin(message.begin("worker-from-before"))) {
            case BeginAnswer.Allowed _ -> {
                effects.append(message.operationId());
                yield 0;
            }
            case BeginAnswer.Denied denied -> {
                System.err.println(denied.decision());
                yield REFUSED;
            }
            case BeginAnswer.AlreadyFinished _ -> 1;
        };
    }

    private static int order(
            Quietus quietus, String queue, String service, Duration heartbeatTimeout) {
        ClaimedOperation claimed = quietus.claim(
                        ClaimRequest.of(queue, "worker-process", Duration.ofSeconds(20))
                                .withHeartbeatTimeout(heartbeatTimeout))
                .orElseThrow();
        WorkerGuard.of(quietus).runClaimed(claimed, heartbeatTimeout, work -> {
            work.aboutToSend();
            try (DeploymentCalls deployment = new DeploymentCalls(service)) {
                work.sent(deployment.order(work.runId(), work.operationId()));
            }
            new CountDownLatch(1).await();
            return FinishFacts.succeeded();
        });
        return 0;
    }
}
