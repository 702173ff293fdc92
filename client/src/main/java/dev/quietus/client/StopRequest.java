package dev.quietus.client;

import dev.quietus.client.json.JsonObject;

import java.time.Duration;
import java.util.Optional;

/**
 * The stop button's request. Stopping again gives the same barrier.
 *
 * @param reason why, for the receipt
 * @param selector narrows the stop to an operation or to tools; empty: the whole run and all below
 * @param settleTimeout how long to observe before an outcome is called unknown
 * @param quietPeriod how long nothing may move before the receipt; longer ones of providers prevail
 * @param cancelQueuedSteering whether queued steering messages are withdrawn too
 */
public record StopRequest(
        String reason,
        Optional<JsonObject> selector,
        Optional<Duration> settleTimeout,
        Optional<Duration> quietPeriod,
        Optional<Boolean> cancelQueuedSteering) {

    /** A stop of everything below a run, with the server's own budgets. */
    public static StopRequest because(String reason) {
        return new StopRequest(
                reason, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** The same for one operation only. */
    public StopRequest ofOperation(String operationId) {
        return withSelector(JsonObject.builder()
                .put("operation", Identifiers.check("operation", operationId))
                .build());
    }

    /** The same for the tools that match the pattern only. */
    public StopRequest ofTools(String pattern) {
        return withSelector(JsonObject.builder().put("tool", pattern).build());
    }

    /** The same with another settle time-out. */
    public StopRequest settlingWithin(Duration limit) {
        return new StopRequest(
                reason, selector, Optional.of(limit), quietPeriod, cancelQueuedSteering);
    }

    /** The same with another quiet period. */
    public StopRequest quietFor(Duration period) {
        return new StopRequest(
                reason, selector, settleTimeout, Optional.of(period), cancelQueuedSteering);
    }

    /** The same, saying whether queued steering messages are withdrawn too. */
    public StopRequest cancellingQueuedSteering(boolean withdraw) {
        return new StopRequest(reason, selector, settleTimeout, quietPeriod, Optional.of(withdraw));
    }

    private StopRequest withSelector(JsonObject narrower) {
        return new StopRequest(
                reason, Optional.of(narrower), settleTimeout, quietPeriod, cancelQueuedSteering);
    }

    /** The request as the API takes it; also what {@code EmergencyStop} sends. */
    public JsonObject body() {
        return JsonObject.builder()
                .put("reason", reason)
                .putIfPresent("selector", selector)
                .putIfPresent("settle_timeout", WireTime.text(settleTimeout))
                .putIfPresent("quiet_period", WireTime.text(quietPeriod))
                .putIfPresent("cancel_queued_steering", cancelQueuedSteering)
                .build();
    }
}
