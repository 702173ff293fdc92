package dev.quietus.cli.exec;

import dev.quietus.client.Effect;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.Outcome;
import dev.quietus.execution.unit.UnitJournal;

import java.util.Arrays;
import java.util.Optional;

/** A result that is noted on this machine until the ledger has it. */
public final class PendingResult {
    private PendingResult() {}

    /** The facts as they are noted. */
    public static UnitJournal.Ended noted(FinishFacts facts) {
        return new UnitJournal.Ended(
                facts.outcome().wireName(),
                facts.effect().map(Effect::wireName).orElse("not_reported"),
                facts.outputDigest().orElse(""),
                facts.error().orElse(""),
                facts.detail().orElse(""));
    }

    /** The facts as they were noted. */
    static FinishFacts read(UnitJournal.Ended ended) {
        FinishFacts facts = FinishFacts.of(Arrays.stream(Outcome.values())
                        .filter(each -> each.wireName().equals(ended.outcome()))
                        .findFirst()
                        .orElse(Outcome.FAILED))
                .withDetail(ended.detail());
        Optional<Effect> effect = Arrays.stream(Effect.values())
                .filter(each -> each.wireName().equals(ended.effect()))
                .findFirst();
        if (effect.isPresent()) {
            facts = facts.withEffect(effect.get());
        }
        if (!ended.outputDigest().isEmpty()) {
            facts = facts.withOutputDigest(ended.outputDigest());
        }
        return ended.error().isEmpty() ? facts : facts.withError(ended.error());
    }
}
