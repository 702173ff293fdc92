package dev.quietus.cli.view;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a barrier's document says, under the names that the views use. Members that an older or
 * newer server leaves out read as nothing known.
 *
 * @param json the document of {@code GET /v1/barriers/{id}} or of a stop's answer
 */
public record BarrierFacts(JsonObject json) {

    /** What a barrier says before it is certified. */
    private static final String STOPPING = "stopping";

    /** The barrier's id. */
    public String id() {
        return json.string("barrier_id");
    }

    /** The stopped run. */
    public String run() {
        return json.optionalString("run_id").orElse("");
    }

    /** Its step: {@code requested} to {@code certified} or {@code incomplete}. */
    public String state() {
        return json.optionalString("state").orElse("requested");
    }

    /** The newest word: {@code stopping}, {@code stopped_and_quiet} or {@code stop_incomplete}. */
    public String decision() {
        return json.optionalString("decision").orElse(STOPPING);
    }

    /** Whether there is a receipt and nothing is under way. */
    public boolean ended() {
        return !decision().equals(STOPPING);
    }

    /** Whether it is certified as stopped and quiet. */
    public boolean stoppedAndQuiet() {
        return decision().equals("stopped_and_quiet");
    }

    /** Who asked. */
    public Optional<String> requestedBy() {
        return json.optionalString("requested_by");
    }

    /**
     * Which of the run's work: {@code everything}, {@code operation:ID} or {@code tool:PATTERN}.
     */
    public String selector() {
        return json.optionalString("selector").orElse("everything");
    }

    /** Whether the whole run is stopped, with all below it. */
    public boolean ofEverything() {
        return selector().equals("everything");
    }

    /** When a lamp was reached; empty: not yet. */
    public Optional<Instant> reached(String stage) {
        Optional<JsonObject> stages = json.optionalObject("stages");
        return stages.isPresent() ? stages.get().optionalInstant(stage) : Optional.empty();
    }

    /** Whether it tells what it has counted; the answer to a stop does not wait for that. */
    public boolean counted() {
        return json.has("work") && json.has("effects");
    }

    /** A number of the work's counts, 0 if it is not there. */
    public long work(String name) {
        return number("work", name);
    }

    /** A number of the effects' counts, 0 if it is not there. */
    public long effects(String name) {
        return number("effects", name);
    }

    /** A number of the document itself, 0 if it is not there. */
    public long number(String name) {
        return json.optionalInteger(name).orElse(0);
    }

    private long number(String part, String name) {
        Optional<JsonObject> found = json.optionalObject(part);
        return found.isPresent() ? found.get().optionalInteger(name).orElse(0) : 0;
    }

    /** The runs below the stopped one that lose their authority with it. */
    public long descendants() {
        return number("descendant_leases_revoked") + number("active_leases");
    }

    /** What was in flight when the barrier was written; the server shows a bounded number. */
    public List<JsonObject> inFlight() {
        return json.optionalArray("in_flight").orElse(JsonArray.empty()).objects();
    }

    /** When the quiet period is over unless something moves; only while it runs. */
    public Optional<Instant> quietUntil() {
        return json.optionalInstant("quiet_until");
    }

    /** The server's time of the document. */
    public Optional<Instant> serverTime() {
        return json.optionalInstant("server_time");
    }

    /** The command that looks at this barrier's receipt; a scoped stop has one of its own. */
    public String receiptCommand() {
        return "quietus receipt " + (ofEverything() ? run() : id());
    }
}
