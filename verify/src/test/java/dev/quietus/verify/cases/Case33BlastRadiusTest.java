package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.untilTrue;
import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.StopRequest;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.worker.WorkAnswer;
import dev.quietus.verify.server.Caller;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 33: one cancel hits others. Proves that a stop hits its run and the runs below it, and
 * neither neighbours on the same worker, nor a run whose id begins alike, and that an agent can
 * cancel nothing of another's.
 */
class Case33BlastRadiusTest {
    private static final List<String> OTHERS = List.of("run-k", "run-l", "run-jj");

    @RegisterExtension
    final Installation installation = Installation.withoutProviders();

    private final Map<String, RunAuthority> runs = new LinkedHashMap<>();
    private final Map<String, Ticker> tickers = new LinkedHashMap<>();

    @Test
    void stopsOneRunAndTheRunsBelowIt() {
        TestingQuietus quietus = installation.quietus();
        for (JsonObject run : CaseInput.of("33-blast-radius").array("runs").objects()) {
            String id = run.string("run");
            runs.put(id, quietus.run(id));
            tick(quietus.worker(run.optionalString("worker").orElse("w3")), id);
        }
        runs.put("below-j", quietus.child("below-j", run("run-j")));
        tick(quietus.worker("w1"), "below-j");
        quietus.accept(work(run("run-l"), "timer-1", "clock.remind")
                .kind("timer")
                .notBefore(quietus.now().plus(Duration.ofHours(1))));
        JsonObject timer = quietus.operation("run-l", "timer-1");
        List<JsonObject> before =
                OTHERS.stream().map(id -> standing(quietus, id)).toList();

        String barrier = quietus.stop("run-j").string("barrier_id");
        for (String id : List.of("run-j", "below-j")) {
            assertThat(ticker(id).answer()).isInstanceOf(WorkAnswer.Cancelled.class);
        }
        QuietusProblemException refused = Caller.refusal(() -> quietus.agent(run("run-k"))
                .quietus()
                .stop("run-l", StopRequest.because("not mine").ofOperation("timer-1")));

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).contains("forbidden");
        assertThat(quietus.operation("run-l", "timer-1")).isEqualTo(timer);
        onlyTheStoppedRunIsInTheReceipt(quietus.passQuiet(barrier));
        assertThat(OTHERS.stream().map(id -> standing(quietus, id))).isEqualTo(before);
        OTHERS.forEach(this::goesOn);
        tickers.values().forEach(Ticker::close);
    }

    private void tick(Caller worker, String run) {
        tickers.put(run, Ticker.start(worker, run(run), "tick"));
    }

    private RunAuthority run(String id) {
        return Optional.ofNullable(runs.get(id)).orElseThrow();
    }

    private Ticker ticker(String run) {
        return Optional.ofNullable(tickers.get(run)).orElseThrow();
    }

    private void goesOn(String run) {
        long sofar = ticker(run).ticks();
        untilTrue(run + " goes on", () -> ticker(run).ticks() >= sofar + 5);
    }

    private static JsonObject standing(TestingQuietus quietus, String run) {
        JsonObject shown = quietus.shown(run);
        return JsonObject.builder()
                .put("state", shown.string("state"))
                .put("lease_status", shown.string("lease_status"))
                .put("revocation_epoch", shown.integer("revocation_epoch"))
                .put("counts", shown.object("counts"))
                .build();
    }

    private static void onlyTheStoppedRunIsInTheReceipt(JsonObject receipt) {
        assertThat(receipt.string("run_id")).isEqualTo("run-j");
        assertThat(receipt.array("in_flight").objects())
                .extracting(entry -> entry.string("run_id"))
                .containsExactlyInAnyOrder("run-j", "below-j");
        assertThat(receipt.object("authority").integer("descendant_leases_revoked"))
                .isEqualTo(1);
        assertThat(receipt.object("evidence").string("tree_id")).isEqualTo("run-j");
    }
}
