package dev.quietus.drill.peer;

import dev.quietus.client.ClaimRequest;
import dev.quietus.client.ClaimedOperation;
import dev.quietus.client.Effect;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.FinishRequest;
import dev.quietus.client.MessageEnvelope;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * A worker with one slot: takes the next due operation of a built-in queue, does it at the
 * deployment service, and reports honestly how far its request has come. It can also be handed a
 * message of any other queue, whose work it begins when it is told to.
 *
 * <p>Commands: {@code begin} with the headers of a {@code message} and perhaps {@code after_ms},
 * the delay that the message has still to wait, and {@code rest}, which has the work rest before
 * its request; {@code go_on}, for work that rests; {@code claim} of a {@code queue}, once;
 * {@code report} of an effect that it learned of when its work had long ended.
 */
public final class WorkerMain {
    private static final Duration LONG_POLL = Duration.ofSeconds(5);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(250);

    private final Options options;
    private final Quietus quietus;
    private final Slot slot;
    private final Starts starts;
    private final CountDownLatch mayGoOn = new CountDownLatch(1);

    private WorkerMain(Options options, Quietus quietus, Voice voice) {
        this.options = options;
        this.quietus = quietus;
        this.slot = new Slot(options.service(), quietus, voice);
        this.starts = new Starts(quietus, options.name());
    }

    /** Works until its standard input ends. Exit code 2: usage. */
    public static void main(String[] arguments) throws IOException {
        Options options;
        try {
            options = Options.of(arguments);
        } catch (IllegalArgumentException wrong) {
            System.err.println("worker: " + wrong.getMessage());
            System.exit(2);
            return;
        }
        Voice voice = new Voice(System.out);
        WorkerMain worker = new WorkerMain(options, Quietus.of(System.getenv()), voice);
        options.queue().ifPresent(worker::serve);
        voice.tell("ready", JsonObject.builder());
        new CommandLoop(
                        Map.of(
                                "begin", worker::begin,
                                "go_on", worker::goOn,
                                "claim", worker::claimOnce,
                                "report", worker::report),
                        voice)
                .listen(System.in);
        System.exit(0);
    }

    private void serve(String queue) {
        Thread.ofPlatform().daemon().name("slot").start(() -> {
            ClaimRequest next = claim(queue, LONG_POLL);
            boolean resting = true;
            while (resting) {
                try {
                    Optional<ClaimedOperation> claimed = quietus.claim(next);
                    // Only now: a claim whose answer was lost is asked for again as it was.
                    next = claim(queue, LONG_POLL);
                    claimed.ifPresent(slot::perform);
                } catch (QuietusException trouble) {
                    System.err.println("worker: " + trouble.getMessage());
                    resting = rest(AFTER_FAILURE);
                }
            }
        });
    }

    private ClaimRequest claim(String queue, Duration wait) {
        return ClaimRequest.of(queue, options.name(), wait)
                .withHeartbeatTimeout(Slot.HEARTBEAT_TIMEOUT);
    }

    private JsonObject.Builder claimOnce(JsonObject told) {
        Optional<ClaimedOperation> claimed =
                quietus.claim(claim(told.string("queue"), Duration.ZERO));
        claimed.ifPresent(slot::performAside);
        return JsonObject.builder()
                .put("claimed", claimed.isPresent())
                .putIfPresent("operation_id", claimed.map(ClaimedOperation::operationId));
    }

    private JsonObject.Builder begin(JsonObject told) throws InterruptedException {
        Map<String, String> headers = new LinkedHashMap<>();
        told.object("message").asMap().forEach((name, value) -> {
            if (value instanceof JsonString text) {
                headers.put(name, text.value());
            }
        });
        MessageEnvelope message = MessageEnvelope.fromHeaders(headers);
        if (!rest(Duration.ofMillis(told.optionalInteger("after_ms").orElse(0)))) {
            throw new InterruptedException("interrupted before the message was due");
        }
        Starts.Answer answer = starts.ask(message, Optional.empty());
        if (answer instanceof Starts.Answer.Allowed(ClaimedOperation begun)) {
            boolean rests = told.optionalBool("rest").orElse(false);
            slot.performAside(begun, rests ? mayGoOn : new CountDownLatch(0));
        }
        return Starts.told(answer);
    }

    private JsonObject.Builder goOn(JsonObject told) {
        mayGoOn.countDown();
        return JsonObject.builder().put("goes_on", true);
    }

    /** A worker's word on an attempt of its own that ended before, as another process may have. */
    private JsonObject.Builder report(JsonObject told) {
        JsonObject recorded = quietus.finish(new FinishRequest(
                told.string("run_id"),
                told.string("operation_id"),
                told.integer("attempt"),
                options.name(),
                FinishFacts.succeeded()
                        .withEffect(Effect.PRESENT)
                        .withEffectId(told.string("effect_id"))));
        return JsonObject.builder().put("recorded_as", recorded.string("recorded_as"));
    }

    private static boolean rest(Duration time) {
        try {
            Thread.sleep(time);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
