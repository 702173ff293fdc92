package dev.quietus.verify.cases;

import dev.quietus.client.http.HttpAnswer;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.http.QuietusClient;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.DeploymentService;

import java.net.URI;
import java.util.List;

/** The far side as workers and tests call it: over HTTP, like everybody. */
public final class DeploymentCalls implements AutoCloseable {
    private final QuietusClient http;

    /** Speaks to this service. */
    public DeploymentCalls(DeploymentService service) {
        this(service.url());
    }

    DeploymentCalls(String url) {
        http = QuietusClient.to(URI.create(url));
    }

    /** Asks for a preview on behalf of an operation, and returns the service's name of the job. */
    public String order(String run, String operation) {
        JsonObject body = JsonObject.builder()
                .put("run_id", run)
                .put("operation_id", operation)
                .put("idempotency_key", run + "/" + operation)
                .put("commit", "8bc911d")
                .put("environment", "env-" + operation)
                .build();
        return object(HttpCall.post(body, "previews")).string("preview_id");
    }

    /** Waits until a job is {@code held}, {@code committed}, {@code ended} or in a state. */
    public void await(String preview, String until) {
        HttpCall call = HttpCall.get("control", "await")
                .query("preview", preview)
                .query("until", until)
                .query("within_ms", "10000");
        if (!object(call).bool("reached")) {
            throw new AssertionError(preview + " is not " + until);
        }
    }

    /** A job as it is, whatever is shown of it. */
    public JsonObject job(String preview) {
        return object(HttpCall.get("control", "effects")).array("jobs").objects().stream()
                .filter(job -> job.string("preview_id").equals(preview))
                .findFirst()
                .orElseThrow();
    }

    /** Every request that the service was sent, such as {@code POST /previews}, oldest first. */
    List<String> requests() {
        return object(HttpCall.get("control", "log")).array("items").objects().stream()
                .map(entry -> entry.string("method") + " " + entry.string("path"))
                .toList();
    }

    /** How often somebody asked for a preview. */
    long orders() {
        return requests().stream().filter("POST /previews"::equals).count();
    }

    /** How many requests began so. */
    long requests(String beginning) {
        return requests().stream().filter(it -> it.startsWith(beginning)).count();
    }

    private JsonObject object(HttpCall call) {
        return http.call(call) instanceof HttpAnswer.Answered answered
                ? answered.object()
                : JsonObject.empty();
    }

    @Override
    public void close() {
        http.close();
    }
}
