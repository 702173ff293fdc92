package dev.quietus.gateway.model;

import dev.quietus.gateway.model.dialect.Dialect;
import dev.quietus.gateway.run.GatewayRun;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What all connections of a gateway share.
 *
 * @param run in whose name it acts
 * @param secret what a path begins with
 * @param readable the same where others may have read it: only this user is served
 * @param upstreams where the dialects are
 * @param door opens connections there
 * @param tally counts
 * @param prefix what the ids of its operations begin with
 * @param counter numbers them
 */
record Relay(
        GatewayRun run,
        String secret,
        String readable,
        Map<Dialect, Upstream> upstreams,
        UpstreamDoor door,
        Tally tally,
        String prefix,
        AtomicLong counter) {

    Optional<Upstream> upstream(Dialect dialect) {
        return Optional.ofNullable(upstreams.get(dialect));
    }

    String nextOperation() {
        return prefix + counter.incrementAndGet();
    }

    /** Without the secrets. */
    @Override
    public String toString() {
        return "Relay[" + run.runId() + "]";
    }
}
