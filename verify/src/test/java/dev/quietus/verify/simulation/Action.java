package dev.quietus.verify.simulation;

import java.util.SplittableRandom;

/**
 * One thing that happens; what exactly follows from its own chance and from what there is, so that
 * it means something in every schedule, also in one from which others were left out.
 *
 * @param kind what
 * @param chance the seed of everything that is left to chance in it
 */
record Action(Kind kind, long chance) {
    /** What can happen, and how likely it is beside the others. */
    enum Kind {
        GO_ON(44),
        TIME_PASSES(9),
        LONG_TIME_PASSES(2),
        ACCEPT(9),
        BEGIN(10),
        CLAIM_WORK(4),
        REGISTER_CHILD(3),
        REGISTER_ROOT(1),
        STOP(5),
        STOP_ALL(1),
        PROMOTE(2),
        RENEW(1),
        COMPLETE(1),
        DECIDE(3),
        SETTLE_BY_HAND(2),
        CRASH_NODE(3),
        START_NODE(3),
        KILL_WORKER(2),
        CLOCK_JUMPS(1),
        PROVIDER_CHANGES(3),
        JOB_ENDS(4),
        STRAY_ARRIVES(4);

        private static final int ALL = total();
        private final int weight;

        Kind(int weight) {
            this.weight = weight;
        }

        private static int total() {
            int all = 0;
            for (Kind kind : values()) {
                all += kind.weight;
            }
            return all;
        }

        private static Kind by(int number) {
            int rest = number;
            for (Kind kind : values()) {
                rest -= kind.weight;
                if (rest < 0) {
                    return kind;
                }
            }
            return GO_ON;
        }
    }

    static Action random(SplittableRandom random) {
        return new Action(Kind.by(random.nextInt(Kind.ALL)), random.nextLong());
    }
}
