package dev.quietus.verify.simulation;

import dev.quietus.core.barrier.Outcomes;
import dev.quietus.core.barrier.ScopeCounts;
import dev.quietus.core.ledger.Records;

/** What a person holds is counted as nothing. */
final class UnknownNotCounted implements Mutant {
    @Override
    public Records records(World world, Records plain) {
        return BrokenRecords.of(
                BrokenRecords.of(plain, "counts", (truth, about) -> counts((ScopeCounts) truth)),
                "outcomes",
                (truth, about) -> outcomes((Outcomes) truth));
    }

    private static ScopeCounts counts(ScopeCounts right) {
        return new ScopeCounts(
                right.notStarted(),
                right.uncaptured(),
                right.pending(),
                0,
                right.generating(),
                right.activeLeases());
    }

    private static Outcomes outcomes(Outcomes right) {
        return new Outcomes(
                right.completedAndVerified(),
                right.cancelledWithoutEffect(),
                right.endedNoEffectExpected(),
                0,
                right.pending(),
                right.lastSettledAt());
    }
}
