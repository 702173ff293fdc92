package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.ClaimRequest;
import dev.quietus.client.HeartbeatRequest;
import dev.quietus.client.Quietus;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.SendState;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.server.RunningQuietus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The scene of case 40 under one run: two queued operations, a timer, a saved follow-up prompt, and
 * one operation in flight whose job the far side holds.
 *
 * @param run the run
 */
record CrashScene(String run) {
    private static final String IN_FLIGHT = "op-3";

    /** The id of the run's one barrier. */
    String barrier() {
        return "stop-" + run + "-01";
    }

    /** Sets the scene. */
    void prepare(RunningQuietus quietus, DeploymentCalls deployment) {
        JsonObject input = CaseInput.of("40-controller-crash-mid-barrier");
        RunAuthority authority = quietus.run(run);
        for (String queued : input.array("queued").strings()) {
            quietus.accept(work(authority, queued, "notes.append").queue("work-of-" + run));
        }
        for (String timer : input.array("timers").strings()) {
            quietus.accept(work(authority, timer, "timer.fire")
                    .kind("timer")
                    .notBefore(quietus.now().plus(Duration.ofHours(1))));
        }
        quietus.accept(work(authority, "follow-up", "model.messages")
                .kind("model_request")
                .queue("prompts-of-" + run));
        assertThat(input.array("in_flight").strings()).containsExactly(IN_FLIGHT);
        inFlight(quietus, deployment, authority);
    }

    private void inFlight(
            RunningQuietus quietus, DeploymentCalls deployment, RunAuthority authority) {
        Quietus worker = quietus.worker("w1").quietus();
        quietus.accept(work(authority, IN_FLIGHT, "deployment.reserve_preview"));
        BeginRequest begin = BeginRequest.of(
                        run, IN_FLIGHT, authority.lease(), authority.revocationEpoch(), "w1")
                .withHeartbeatTimeout(Duration.ofMinutes(50));
        assertThat(worker.begin(begin)).isInstanceOf(BeginAnswer.Allowed.class);
        String preview = deployment.order(run, IN_FLIGHT);
        worker.heartbeat(new HeartbeatRequest(
                run, IN_FLIGHT, 1, "w1", Optional.of(SendState.SENT), Optional.of(preview)));
        deployment.await(preview, "held");
    }

    /** The saved follow-up prompt is not sent: a worker that asks at start-up is handed nothing. */
    void sendsNoFollowUp(RunningQuietus quietus) {
        ClaimRequest claim = ClaimRequest.of("prompts-of-" + run, "model", Duration.ZERO);
        assertThat(quietus.worker("model").quietus().claim(claim))
                .as("the saved follow-up prompt of %s", run)
                .isEmpty();
    }

    /** What every receipt of the scene must say, whatever crashed on the way to it. */
    static JsonObject expected(String run) {
        return JsonObject.builder()
                .put("run_id", run)
                .put("barrier_id", new CrashScene(run).barrier())
                .put("revision", 1)
                .put("decision", "stopped_and_quiet")
                .put("current_epoch", 2)
                .put("active_leases", 0)
                .put(
                        "work",
                        JsonObject.builder()
                                .put("queued_cancelled", 3)
                                .put("in_flight_settled", 1)
                                .put("scheduled_retries_cancelled", 0)
                                .put("timers_cancelled", 1)
                                .put("approvals_cancelled", 0)
                                .put("pending_calls", 0)
                                .build())
                .put(
                        "effects",
                        JsonObject.builder()
                                .put("completed_and_verified", 0)
                                .put("cancelled_without_effect", 1)
                                .put("ended_no_effect_expected", 0)
                                .put("unknown", 0)
                                .build())
                .put(
                        "in_flight",
                        JsonArray.of(List.of(JsonObject.builder()
                                .put("operation_id", IN_FLIGHT)
                                .put("state_at_barrier", "running")
                                .put("state", "cancelled_during_execution")
                                .put("provider_response", "accepted")
                                .put("observed", "none")
                                .put("settled_state", "cancelled_without_effect")
                                .put("settled_by", "provider:deployment")
                                .build())))
                .build();
    }

    /** A receipt without its times, hashes and numbers of tries. */
    static JsonObject essence(JsonObject receipt) {
        JsonObject authority = receipt.object("authority");
        return JsonObject.builder()
                .put("run_id", receipt.string("run_id"))
                .put("barrier_id", receipt.string("barrier_id"))
                .put("revision", receipt.integer("revision"))
                .put("decision", receipt.string("decision"))
                .put("current_epoch", authority.integer("current_epoch"))
                .put("active_leases", authority.integer("active_leases"))
                .put("work", receipt.object("work"))
                .put("effects", receipt.object("effects"))
                .put(
                        "in_flight",
                        JsonArray.of(receipt.array("in_flight").objects().stream()
                                .map(CrashScene::entry)
                                .toList()))
                .build();
    }

    private static JsonObject entry(JsonObject inFlight) {
        return JsonObject.builder()
                .put("operation_id", inFlight.string("operation_id"))
                .put("state_at_barrier", inFlight.string("state_at_barrier"))
                .put("state", inFlight.string("state"))
                .put(
                        "provider_response",
                        inFlight.object("cancellation").string("provider_response"))
                .put("observed", inFlight.object("effect_check").string("observed"))
                .put("settled_state", inFlight.string("settled_state"))
                .put("settled_by", inFlight.string("settled_by"))
                .build();
    }
}
