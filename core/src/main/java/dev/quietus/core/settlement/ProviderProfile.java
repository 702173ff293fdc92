package dev.quietus.core.settlement;

import dev.quietus.core.run.CapabilityPattern;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is declared of a provider, and what each declaration allows to conclude (PROTOCOL.md section
 * 4).
 *
 * @param name the provider's name
 * @param tools the tools whose operations it does unless an operation names its provider
 * @param quietPeriod how long nothing may move before its part of a stop counts as quiet
 * @param settleTimeout how long an outcome may be looked for before it is called unknown
 * @param reobserveInterval how often an unknown outcome is looked at again afterwards
 * @param reconcileOwner the person or team that holds its unknowns
 * @param cancels whether a cancel call is declared
 * @param observes whether an observe call is declared
 * @param showsEnd whether an observation can show that the job has ended
 * @param idempotentCancel whether a cancel may be asked for more than once
 * @param fencesEpoch whether it refuses work of a stale revocation epoch by itself
 * @param recovery the declared way to take an effect back
 */
public record ProviderProfile(
        ProviderName name,
        List<CapabilityPattern> tools,
        Duration quietPeriod,
        Duration settleTimeout,
        Duration reobserveInterval,
        Optional<String> reconcileOwner,
        boolean cancels,
        boolean observes,
        boolean showsEnd,
        boolean idempotentCancel,
        boolean fencesEpoch,
        Optional<RecoveryPath> recovery) {
    /** Copies the list. */
    public ProviderProfile {
        tools = List.copyOf(tools);
    }

    /** Tells whether operations of this tool are its work by declaration. */
    public boolean serves(String tool) {
        return tools.stream().anyMatch(pattern -> pattern.matches(tool));
    }
}
