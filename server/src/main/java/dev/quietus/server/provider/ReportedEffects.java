package dev.quietus.server.provider;

import dev.quietus.core.Wire;
import dev.quietus.core.ledger.Digests;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.settlement.CancelAnswer;
import dev.quietus.core.settlement.Observation;
import dev.quietus.core.settlement.Provider;
import dev.quietus.core.settlement.ProviderCall;
import dev.quietus.core.settlement.ProviderName;
import dev.quietus.core.settlement.ProviderProfile;
import dev.quietus.core.settlement.RecoveryAnswer;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A provider whose authority is who ran the work, or looked at it: what was reported of an effect
 * is what there is to see. Of work without a result nothing is known.
 *
 * <p>{@code execution} is for work whose effects are on this machine: commands with a tracked
 * folder, and tools of agents that see their own end. {@code observer} is for calls of MCP tools at
 * whose effect the gateway has looked with another tool, declared for it.
 */
public final class ReportedEffects implements Provider {
    private static final Duration SETTLE_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration REOBSERVE_INTERVAL = Duration.ofSeconds(30);

    private final ProviderProfile profile;
    private final Ledger ledger;
    private final String who;
    private final String wayBack;
    private final boolean lastWord;

    private ReportedEffects(
            String name, Ledger ledger, String who, String wayBack, boolean lastWord) {
        this.profile = new ProviderProfile(
                new ProviderName(name),
                List.of(),
                Duration.ZERO,
                SETTLE_TIMEOUT,
                REOBSERVE_INTERVAL,
                Optional.empty(),
                false,
                true,
                true,
                false,
                false,
                Optional.empty());
        this.ledger = ledger;
        this.who = who;
        this.wayBack = wayBack;
        this.lastWord = lastWord;
    }

    /**
     * {@code execution}: who ran it on this machine says. Once it has ended nobody is left who
     * could say more, so that an effect which was not reported is unknown at once.
     */
    public static Provider onThisMachine(Ledger ledger) {
        return new ReportedEffects(
                "execution",
                ledger,
                "who ran it on this machine",
                "files are taken back with 'quietus undo'",
                true);
    }

    /** {@code observer}: who looked at it with a declared tool says, perhaps only later. */
    public static Provider byObserver(Ledger ledger) {
        return new ReportedEffects(
                "observer",
                ledger,
                "the tool that is declared to show it",
                "no way back is declared for it",
                false);
    }

    @Override
    public ProviderProfile profile() {
        return profile;
    }

    @Override
    public CancelAnswer cancel(ProviderCall call) {
        return new CancelAnswer.Unsupported();
    }

    @Override
    public Observation observe(ProviderCall call) {
        Optional<Attempt.Result> result = ledger.read(
                        records -> records.operation(call.tree(), call.key()))
                .flatMap(operation -> operation.attempt())
                .flatMap(Attempt::result);
        if (result.isEmpty()) {
            return new Observation.NotKnown(0, "it has not been reported to have ended");
        }
        return switch (result.get().effect()) {
            case PRESENT ->
                new Observation.Present(
                        Optional.empty(),
                        Digests.sha256(call.key() + " " + Wire.of(result.get().effect())),
                        Observation.JobState.ENDED,
                        "it has an effect, as " + who + " says");
            case ABSENT ->
                new Observation.Absent(
                        Observation.JobState.ENDED, "it has no effect, as " + who + " says");
            case NOT_REPORTED, UNKNOWN ->
                new Observation.NotKnown(0, "what it changed was not reported", lastWord);
        };
    }

    @Override
    public RecoveryAnswer recover(ProviderCall call) {
        return new RecoveryAnswer.Refused(wayBack);
    }
}
