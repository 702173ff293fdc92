package dev.quietus.cli.stop;

import dev.quietus.client.json.JsonObject;

import java.time.Duration;
import java.util.Optional;

/**
 * What the person at the button asked for.
 *
 * @param target what is to be stopped
 * @param reason why
 * @param settleTimeout the budget, as it was written
 * @param quietPeriod the quiet period, as it was written
 * @param awaitReceipt whether to wait for the receipt
 * @param retryFor how long to press again
 * @param url the flag {@code --url}
 * @param token the flag {@code --token}
 * @param config the flag {@code --config}
 * @param debug whether an error shows its trace
 */
record StopWish(
        StopTarget target,
        String reason,
        Optional<String> settleTimeout,
        Optional<String> quietPeriod,
        boolean awaitReceipt,
        Duration retryFor,
        Optional<String> url,
        Optional<String> token,
        Optional<String> config,
        boolean debug) {

    /**
     * What a stop without {@code --reason} says; a missing word must not keep it from going out.
     */
    static final String NO_REASON = "no reason given";

    /** The request's body. */
    JsonObject body() {
        JsonObject.Builder body = JsonObject.builder().put("reason", reason);
        if (target instanceof StopTarget.OneRun one) {
            JsonObject.Builder selector = JsonObject.builder();
            if (one.operation().isPresent()) {
                selector.put("operation", one.operation().get());
            }
            if (one.tool().isPresent()) {
                selector.put("tool", one.tool().get());
            }
            JsonObject narrowed = selector.build();
            if (!narrowed.isEmpty()) {
                body.put("selector", narrowed);
            }
        } else if (target instanceof StopTarget.Labelled labelled) {
            body.put("label", labelled.label());
        } else if (target instanceof StopTarget.Everything everything) {
            body.put("all", true).put("freeze", everything.freeze());
        }
        if (settleTimeout.isPresent()) {
            body.put("settle_timeout", settleTimeout.get());
        }
        if (quietPeriod.isPresent()) {
            body.put("quiet_period", quietPeriod.get());
        }
        return body.build();
    }
}
