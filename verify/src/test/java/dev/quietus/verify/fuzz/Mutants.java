package dev.quietus.verify.fuzz;

import java.util.SplittableRandom;

/**
 * A row of mutants, each made by a seed of its own, so that one can be played alone.
 *
 * @param firstSeed the seed of the first
 * @param rounds how many there are
 */
record Mutants(long firstSeed, long rounds) {
    /** The seed of the usual run. */
    private static final long USUAL_SEED = 20_260_816;

    /** One mutant. */
    @FunctionalInterface
    interface Round {
        /** Makes it, hands it in, and judges what came of it. */
        void play(SplittableRandom random) throws Exception;
    }

    /** As the command line says: {@code quietus.fuzz.seed} and {@code quietus.fuzz.rounds}. */
    static Mutants of(long usualRounds) {
        return new Mutants(
                Long.getLong("quietus.fuzz.seed", USUAL_SEED),
                Long.getLong("quietus.fuzz.rounds", usualRounds));
    }

    /** Tells whether a single mutant is played again; then nothing can be said of all together. */
    boolean single() {
        return rounds == 1;
    }

    /** Plays one after the other; a failure says how it is played again. */
    void each(Round round) {
        System.out.println("fuzz: " + rounds + " rounds from seed " + firstSeed);
        for (long i = 0; i < rounds; i++) {
            long seed = firstSeed + i;
            try {
                round.play(new SplittableRandom(seed));
            } catch (Exception | AssertionError | StackOverflowError failed) {
                String again = "-Dquietus.fuzz.seed=%d -Dquietus.fuzz.rounds=1".formatted(seed);
                throw new AssertionError(
                        "round %d; play it again with %s%n%s".formatted(i, again, failed), failed);
            }
        }
    }
}
