package dev.quietus.verify.fuzz;

import com.fasterxml.jackson.databind.JsonNode;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.http.HttpAnswer;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.TestingQuietus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Fresh runs and operations in every state at a real server, and what the reference's examples mean
 * there. Requests that hit spend it, so that it is made anew now and then.
 */
final class HttpScene {
    /** What the server writes on its own account after an earlier request. */
    private static final Set<String> LATER = Set.of(
            "barrier_moved",
            "descendants_revoked",
            "operations_cancelled",
            "in_flight_captured",
            "effect_observed",
            "operation_settled",
            "outcome_unknown",
            "receipt_issued",
            "receipt_contradicted",
            "worker_silent",
            "run_expired");

    private static final String RUN = "cc-run-4421";
    private static final String WORKER = "release-agent";

    private final TestingQuietus server;
    private final RunAuthority run;
    private final String barrier;
    private final List<String> runs;
    private final List<String> operations;
    private long after;

    private HttpScene(TestingQuietus server, String name, long after) {
        this.server = server;
        this.after = after;
        this.run = server.run(name);
        RunAuthority child = server.child(name + "-ticket", run);
        server.run(name + "-stopped");
        this.barrier = server.stop(name + "-stopped").string("barrier_id");
        this.runs = List.of(run.runId(), run.runId(), child.runId(), name + "-stopped", "none");
        server.accept(RunningQuietus.work(run, "queued", "deployment.go").queue("deployments"));
        post(Map.of("operation_id", "asks", "tool", "deployment.go"), true, "operations");
        post(Map.of("worker", WORKER, "request_id", "b1"), false, "operations", "begun", "begin");
        this.operations = List.of("queued", "asks", "begun", "none");
        events();
    }

    /** Makes the first one at a server. */
    static HttpScene at(TestingQuietus server, String name) {
        return new HttpScene(server, name, 0);
    }

    /** Makes a fresh one. */
    HttpScene next(String name) {
        return new HttpScene(server, name, after);
    }

    private void post(Map<String, String> members, boolean approval, String... path) {
        JsonObject.Builder body = JsonObject.builder()
                .put("lease", run.lease())
                .put("revocation_epoch", run.revocationEpoch());
        members.forEach(body::put);
        if (approval) {
            body.put("requires_approval", true);
        } else {
            body.put("heartbeat_timeout_seconds", 3_000);
            body.put(
                    "operation",
                    JsonObject.builder().put("tool", "deployment.go").build());
        }
        String[] segments = new String[path.length + 3];
        segments[0] = "v1";
        segments[1] = "runs";
        segments[2] = run.runId();
        System.arraycopy(path, 0, segments, 3, path.length);
        server.operator().quietus().client().call(HttpCall.post(body.build(), segments));
    }

    /** A token, mostly one that may do everything. */
    String token(SplittableRandom random) {
        return switch (random.nextInt(20)) {
            case 0 -> RunningQuietus.leaseToken(run);
            case 1 -> server.workerToken(WORKER);
            case 2 -> "qto_unknown";
            default -> server.operatorToken();
        };
    }

    /** The reference's path with names that there are, mostly. */
    String path(String template, SplittableRandom random) {
        return template.replace("{run}", one(runs, random))
                .replace("{op}", one(operations, random))
                .replace("{barrier}", barrier)
                .replace("{name}", "nobody");
    }

    /** The reference's example as it would be said of these runs. */
    String body(JsonNode example) {
        return example.toString()
                .replace("\"lease-90e4\"", "\"" + run.lease() + "\"")
                .replace("\"revocation_epoch\":17", "\"revocation_epoch\":1")
                .replace("reserve-preview-payments-8bc911d", "queued")
                .replace(RUN, run.runId())
                .replace("\"wait_seconds\":30", "\"wait_seconds\":0")
                .replace("2026-08-16T1", "2099-08-16T1");
    }

    /** The types of what was written since the last call, but for what comes later by itself. */
    List<String> written() {
        return events().stream().filter(type -> !LATER.contains(type)).toList();
    }

    /** One at a time: only a full page says where the next one begins. */
    private List<String> events() {
        List<String> types = new ArrayList<>();
        for (JsonObject page = page(); page.has("next_after"); page = page()) {
            types.add(page.array("events").objects().getFirst().string("type"));
            after = page.integer("next_after");
        }
        return types;
    }

    private JsonObject page() {
        HttpCall call = HttpCall.get("v1", "events")
                .query("after", Long.toString(after))
                .query("limit", "1");
        return ((HttpAnswer.Answered) server.operator().quietus().client().call(call)).object();
    }

    private static String one(List<String> all, SplittableRandom random) {
        return all.get(random.nextInt(all.size()));
    }
}
