package dev.quietus.core.barrier;

import dev.quietus.core.ledger.Records;
import dev.quietus.core.settlement.Policy;
import dev.quietus.core.settlement.Provider;
import dev.quietus.core.settlement.ProviderDirectory;

import java.time.Duration;
import java.util.Optional;

/**
 * How long nothing may move before a stop counts as quiet: the longest period among the systems
 * that had work of its scope, and never less than the operator asked for.
 *
 * @param providers the declared systems
 * @param policy the period of work that no provider declares
 */
public record QuietRule(ProviderDirectory providers, Policy policy) {
    /** The period of this barrier, from what its scope involves now. */
    public Duration period(Records records, Barrier barrier) {
        Duration longest = barrier.minimumQuiet().orElse(Duration.ZERO);
        boolean nothing = true;
        for (var involved : records.involved(barrier)) {
            nothing = false;
            Optional<Provider> provider = providers.find(involved.provider(), involved.tool());
            Duration period = provider.map(found -> found.profile().quietPeriod())
                    .orElse(policy.quietPeriod());
            longest = longer(longest, period);
        }
        return nothing ? longer(longest, policy.quietPeriod()) : longest;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
