package dev.quietus.verify.simulation;

import dev.quietus.core.settlement.CancelAnswer;
import dev.quietus.core.settlement.Observation;
import dev.quietus.core.settlement.Provider;
import dev.quietus.core.settlement.ProviderCall;
import dev.quietus.core.settlement.ProviderDirectory;
import dev.quietus.core.settlement.ProviderProfile;
import dev.quietus.core.settlement.RecoveryAnswer;

import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * A provider that is declared, or understood, otherwise than it is.
 *
 * @param plain the provider
 * @param declared what the engine believes of it
 * @param understood what the engine makes of its answers
 */
record BrokenProvider(
        Provider plain,
        UnaryOperator<ProviderProfile> declared,
        UnaryOperator<Observation> understood)
        implements Provider {
    /** All of a directory's providers, broken alike. */
    static ProviderDirectory all(
            ProviderDirectory plain,
            UnaryOperator<ProviderProfile> declared,
            UnaryOperator<Observation> understood) {
        return (named, tool) -> plain.find(named, tool)
                .map(found -> new BrokenProvider(found, declared, understood));
    }

    /** The same declaration with another quiet period. */
    static ProviderProfile quiet(ProviderProfile profile, Duration period) {
        return new ProviderProfile(
                profile.name(),
                profile.tools(),
                period,
                profile.settleTimeout(),
                profile.reobserveInterval(),
                profile.reconcileOwner(),
                profile.cancels(),
                profile.observes(),
                profile.showsEnd(),
                profile.idempotentCancel(),
                profile.fencesEpoch(),
                profile.recovery());
    }

    @Override
    public ProviderProfile profile() {
        return declared.apply(plain.profile());
    }

    @Override
    public CancelAnswer cancel(ProviderCall call) {
        return plain.cancel(call);
    }

    @Override
    public Observation observe(ProviderCall call) {
        return understood.apply(plain.observe(call));
    }

    @Override
    public RecoveryAnswer recover(ProviderCall call) {
        return plain.recover(call);
    }
}
