package dev.quietus.server.execution;

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
 * The provider of local commands whose effects are files in tracked folders. The authority on those
 * files is the folder itself, and who looked at it after everything of the unit had ended is the
 * unit's supervisor: what it reported is what there is to see. Of a unit without a result nothing
 * is known.
 */
public final class ReportedFiles implements Provider {
    /** By this name an operation says that its effects are tracked files and nothing else. */
    public static final ProviderName NAME = new ProviderName("execution");

    private static final ProviderProfile PROFILE = new ProviderProfile(
            NAME,
            List.of(),
            Duration.ZERO,
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Optional.empty(),
            false,
            true,
            true,
            false,
            false,
            Optional.empty());

    private final Ledger ledger;

    /** Reads what was reported from this ledger. */
    public ReportedFiles(Ledger ledger) {
        this.ledger = ledger;
    }

    @Override
    public ProviderProfile profile() {
        return PROFILE;
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
            return new Observation.NotKnown(0, "the command has not been reported to have ended");
        }
        return switch (result.get().effect()) {
            case PRESENT ->
                new Observation.Present(
                        Optional.empty(),
                        Digests.sha256(call.key() + " " + Wire.of(result.get().effect())),
                        Observation.JobState.ENDED,
                        "files in the tracked folders were changed");
            case ABSENT ->
                new Observation.Absent(
                        Observation.JobState.ENDED, "no file in the tracked folders was changed");
            case NOT_REPORTED, UNKNOWN ->
                new Observation.NotKnown(
                        0, "the tracked folders could not be compared after its end");
        };
    }

    @Override
    public RecoveryAnswer recover(ProviderCall call) {
        return new RecoveryAnswer.Refused("files are taken back with 'quietus undo'");
    }
}
