package dev.quietus.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.TestingReceipt;
import org.junit.jupiter.api.Test;

class ReceiptTextTest {

    /** The order of cancellation-barrier's {@code stop_receipt}, which people know. */
    @Test
    void beginsWithTheMembersByWhichAStopReceiptIsDefined() {
        String yaml = Yaml.of(ReceiptText.ordered(TestingReceipt.make().receipt()));

        assertThat(yaml).startsWith("""
                stop_receipt:
                  barrier_id: stop-cc-run-4421-01
                  run_id: cc-run-4421
                  authority:
                    root_lease: revoked
                    descendant_leases_revoked: 2
                    current_epoch: 18
                  work:
                    queued_cancelled: 3
                    in_flight_settled: 1
                    scheduled_retries_cancelled: 2
                  effects:
                    completed_and_verified: 0
                    cancelled_without_effect: 1
                    unknown: 0
                  last_settled_at: 2026-08-16T10:51:09.804Z
                  quiet_period_seconds: 30
                  verified_at: 2026-08-16T10:51:39.921Z
                  decision: stopped_and_quiet
                """);
        assertThat(yaml).contains("""
                  in_flight:
                    - operation_id: reserve-preview-payments-8bc911d
                      tool: deployment.reserve_preview
                      provider_job: preview-7712
                      state_at_barrier: running
                      cancellation:
                        requested_at: 2026-08-16T10:51:04.233Z
                        provider_response: accepted
                      effect_check:
                        observed: none
                        checked_at: 2026-08-16T10:51:39.900Z
                      settled_state: cancelled_without_effect
                """);
    }

    @Test
    void losesNothing() {
        TestingReceipt receipt = TestingReceipt.make();

        assertThat(ReceiptText.ordered(receipt.receipt()).object("stop_receipt"))
                .isEqualTo(receipt.receipt());
    }
}
