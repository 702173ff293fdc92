package dev.quietus.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.TestingConsole;
import dev.quietus.client.json.Json;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LampsTest {

    static final String SETTLING = """
            {"barrier_id":"stop-cc-run-4421-01","run_id":"cc-run-4421","selector":"everything",
             "requested_by":"operator:thomas","state":"settling","decision":"stopping",
             "stages":{"dispatch_stopped":"2026-08-16T10:51:04.021Z",
                       "generation_stopped":"2026-08-16T10:51:04.102Z",
                       "queued_work_cancelled":"2026-08-16T10:51:04.140Z"},
             "work":{"queued_cancelled":3,"scheduled_retries_cancelled":2,"in_flight_settled":2,
                     "pending_calls":1},
             "effects":{"unknown":0},"descendant_leases_revoked":2,"active_leases":0,
             "in_flight":[
              {"operation_id":"turn-1","tool":"model.generate","kind":"model_request",
               "settled_state":"ended_no_effect_expected",
               "settled_at":"2026-08-16T10:51:04.102Z"},
              {"operation_id":"turn-2","run_id":"cc-run-4421-checks","tool":"model.generate",
               "kind":"model_request","settled_state":"ended_no_effect_expected"},
              {"operation_id":"reserve-preview-payments-8bc911d","run_id":"cc-run-4421",
               "tool":"deployment.reserve_preview","kind":"tool_call","settled_state":"pending",
               "cancellation":{"requested_at":"2026-08-16T10:51:04.200Z",
                               "answered_at":"2026-08-16T10:51:04.233Z",
                               "provider_response":"accepted"},
               "effect_check":{"observed":"none","detail":"HTTP 200, no match",
                               "checked_at":"2026-08-16T10:51:09.804Z",
                               "budget_until":"2026-08-16T10:52:05.000Z"}}],
             "server_time":"2026-08-16T10:51:10.000Z"}
            """;

    private static BarrierFacts barrier(String json) {
        return new BarrierFacts(Json.parseObject(json));
    }

    private static List<String> words(BarrierFacts barrier) {
        return Lamps.of(barrier).stream()
                .map(lamp -> lamp.sign().symbol() + " " + lamp.name() + ": " + lamp.words()
                        + (lamp.passing().isEmpty() ? "" : " · " + lamp.passing()))
                .toList();
    }

    @Test
    void saysWhatEachLampMeansNow() {
        assertThat(words(barrier(SETTLING)))
                .containsExactly(
                        "● dispatch: nothing of this run can start any more",
                        "● generation: 2 model streams ended",
                        "● queued work: 3 operations and 2 retries cancelled, kept for audit",
                        "◐ effects: 1 of 3 in flight unsettled · 55 s left");
    }

    @Test
    void showsLampsAndFactsInTheOrderInWhichTheyAreAskedFor() {
        TestingConsole console = TestingConsole.in(Path.of("nowhere")).terminal(100, 40);

        assertThat(LampText.lines(barrier(SETTLING), console.console()))
                .containsExactly(
                        "  ● dispatch       nothing of this run can start any more"
                                + "                     12:51:04.021",
                        "  ● generation     2 model streams ended"
                                + "                                      12:51:04.102",
                        "  ● queued work    3 operations and 2 retries cancelled, kept for audit"
                                + "       12:51:04.140",
                        "  ◐ effects        1 of 3 in flight unsettled · 55 s left",
                        "      deployment.reserve_preview   reserve-preview-payments-8bc911d",
                        "        provider said     accepted"
                                + "                                          12:51:04.233",
                        "        we observed       no effect (HTTP 200, no match)"
                                + "                    12:51:09.804",
                        "      model.generate   turn-1",
                        "        settled           ended no effect expected"
                                + "                          12:51:04.102",
                        "      model.generate   cc-run-4421-checks/turn-2",
                        "        settled           ended no effect expected");
    }

    @Test
    void neverSaysSettledBeforeTheReceipt() {
        BarrierFacts quiet = barrier("""
                {"barrier_id":"b","run_id":"r","state":"quiet","decision":"stopping",
                 "stages":{"dispatch_stopped":"2026-08-16T10:51:04.021Z",
                           "effects_settled":"2026-08-16T10:51:09.000Z"},
                 "work":{"in_flight_settled":1,"pending_calls":0},"effects":{"unknown":0},
                 "quiet_until":"2026-08-16T10:51:39.000Z",
                 "server_time":"2026-08-16T10:51:29.000Z"}
                """);

        assertThat(words(quiet).get(3))
                .isEqualTo("◐ effects: 1 of 1 settled · quiet in 10 s unless something moves");
    }

    @Test
    void anUnknownOutcomeNeedsAPerson() {
        BarrierFacts incomplete = barrier("""
                {"barrier_id":"b","run_id":"r","state":"incomplete","decision":"stop_incomplete",
                 "stages":{},"work":{},"effects":{"unknown":1}}
                """);

        assertThat(words(incomplete).get(3))
                .isEqualTo("▲ effects: 1 outcome unknown, in the hands of a person");
    }

    @Test
    void theAcknowledgementAloneClaimsNoNumbers() {
        BarrierFacts acknowledged = barrier("""
                {"barrier_id":"b","run_id":"r","state":"certified","decision":"stopped_and_quiet",
                 "stages":{"dispatch_stopped":"2026-08-16T10:51:04.021Z",
                           "queued_work_cancelled":"2026-08-16T10:51:04.140Z"}}
                """);

        assertThat(words(acknowledged))
                .containsExactly(
                        "● dispatch: nothing of this run can start any more",
                        "○ generation: agents and workers are not told yet",
                        "● queued work: what had not started is cancelled, kept for audit",
                        "● effects: everything in flight is settled");
    }

    @Test
    void aNarrowerStopSaysThatTheRunGoesOn() {
        String document = """
                {"barrier_id":"b","run_id":"r","selector":"%s",
                 "stages":{"dispatch_stopped":"2026-08-16T10:51:04.021Z"}}
                """;

        assertThat(words(barrier(document.formatted("tool:mail.*"))).get(0))
                .contains("no matching tool can start any more; the run goes on");
        assertThat(words(barrier(document.formatted("operation:o"))).get(0))
                .contains("this operation can't start any more; the run goes on");
    }
}
