package dev.quietus.drill.truth;

import dev.quietus.client.http.HttpAnswer;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.http.QuietusClient;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.Behaviour;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * The control side of a deployment service over HTTP: how it behaves towards a run, and what is
 * true of it. Every run has its own behaviours, so that cases side by side do not meet.
 * Thread-safe.
 */
public final class GroundTruth implements AutoCloseable {
    private static final Duration WITHIN = Duration.ofSeconds(20);
    private static final String CONTROL = "control";

    private final QuietusClient service;

    /** The truth of the service at this URL. */
    public GroundTruth(String serviceUrl) {
        this.service = QuietusClient.builder(URI.create(serviceUrl))
                .requestTimeout(WITHIN)
                .deadline(WITHIN)
                .build();
    }

    /** Turns behaviours on for a run. */
    public void turnOn(String runId, Behaviour... behaviours) {
        behave(runId, true, behaviours);
    }

    /** Turns behaviours off for a run. */
    public void turnOff(String runId, Behaviour... behaviours) {
        behave(runId, false, behaviours);
    }

    /** Sets a behaviour that has an amount. */
    public void set(String runId, Behaviour behaviour, long amount) {
        post(JsonObject.builder().put("run_id", runId).put(behaviour.wire(), amount), "behaviour");
    }

    /** Lets whatever is held of a run go on; returns how much that was. */
    public long release(String runId) {
        return post(JsonObject.builder().put("run_id", runId), "release").integer("released");
    }

    /** The reservations of a run that are there. */
    public List<JsonObject> effects(String runId) {
        return state(runId).array("items").objects();
    }

    /** Every job of a run there ever was. */
    public List<JsonObject> jobs(String runId) {
        return state(runId).array("jobs").objects();
    }

    /** How often a preview was asked for on behalf of a run, whatever was answered. */
    public long orders(String runId) {
        return requests(runId).stream()
                .filter(request -> request.string("method").equals("POST")
                        && request.string("path").equals("/previews"))
                .count();
    }

    /** The public requests that said that they come on behalf of a run, oldest first. */
    public List<JsonObject> requests(String runId) {
        return get(HttpCall.get(CONTROL, "log")).array("items").objects().stream()
                .filter(request -> request.object("headers")
                        .optionalString("quietus-run-id")
                        .filter(runId::equals)
                        .isPresent())
                .toList();
    }

    /** How often anybody followed a redirect of the service to another host. */
    public long followedRedirects() {
        return get(HttpCall.get(CONTROL, "log")).array("items").objects().stream()
                .filter(request -> request.string("path").startsWith("/elsewhere/"))
                .count();
    }

    /** Waits until so many requests and jobs of a run are held; tells whether they are. */
    public boolean awaitHeld(String runId, long wanted, Duration within) {
        return get(HttpCall.get(CONTROL, "await")
                        .query("waiting", Long.toString(wanted))
                        .query("run", runId)
                        .query("within_ms", Long.toString(within.toMillis()))
                        .heldFor(within))
                .bool("reached");
    }

    /**
     * Waits until a job has come as far; tells whether it has.
     *
     * @param until a state of the job, {@code held}, {@code committed} or {@code ended}
     */
    public boolean await(String previewId, String until, Duration within) {
        return get(HttpCall.get(CONTROL, "await")
                        .query("preview", previewId)
                        .query("until", until)
                        .query("within_ms", Long.toString(within.toMillis()))
                        .heldFor(within))
                .bool("reached");
    }

    /** Ends the connection. */
    @Override
    public void close() {
        service.close();
    }

    private void behave(String runId, boolean on, Behaviour... behaviours) {
        JsonObject.Builder body = JsonObject.builder().put("run_id", runId);
        for (Behaviour behaviour : behaviours) {
            body.put(behaviour.wire(), on);
        }
        post(body, "behaviour");
    }

    private JsonObject state(String runId) {
        return get(HttpCall.get(CONTROL, "effects").query("run", runId));
    }

    private JsonObject post(JsonObject.Builder body, String what) {
        return object(service.call(HttpCall.post(body.build(), CONTROL, what)));
    }

    private JsonObject get(HttpCall call) {
        return object(service.call(call));
    }

    private static JsonObject object(HttpAnswer answer) {
        return answer instanceof HttpAnswer.Answered answered
                ? answered.object()
                : JsonObject.empty();
    }
}
