package dev.quietus.execution.unit;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Ends the processes of a unit: asks them, waits for a bounded time, kills until it is proven that
 * nobody lives, and gives that up after a bounded time as well. Whoever comes into being meanwhile
 * is killed like the others. For one thread.
 */
final class Ending {
    /** A proof is two looks in a row that find nobody and could not have missed anybody. */
    private static final int LOOKS_FOR_PROOF = 2;

    private static final long LOOK_NANOS = 2_000_000;

    /** What ends with its leader needs this long for it. */
    private static final long STRAGGLER_NANOS = 100_000_000;

    private final Members members;
    private final Rung rung;
    private final Steps steps;
    private final BooleanSupplier leaderEnded;
    private final Set<ProcessKey> seen = new HashSet<>();
    private int asked;
    private int emptyLooks;
    private Look last = new Look(List.of(), false);

    Ending(Members members, Rung rung, Steps steps, BooleanSupplier leaderEnded) {
        this.members = members;
        this.rung = rung;
        this.steps = steps;
        this.leaderEnded = leaderEnded;
    }

    /** Looks, and remembers who was seen. */
    Look look() {
        last = members.look();
        last.living().forEach(member -> seen.add(member.key()));
        boolean nobody = last.living().isEmpty() && leaderEnded.getAsBoolean();
        boolean enough = last.conclusive() || !rung.canProve();
        emptyLooks = nobody && enough ? emptyLooks + 1 : 0;
        return last;
    }

    /**
     * Looks until it is shown that nobody lives, or somebody has not ended behind the leader by
     * itself, or the time is up.
     */
    boolean settles(Duration limit) {
        long begun = System.nanoTime();
        long deadline = begun + limit.toNanos();
        do {
            boolean somebody = !look().living().isEmpty();
            if (somebody && System.nanoTime() - begun > STRAGGLER_NANOS) {
                return false;
            }
            if (empty()) {
                return true;
            }
            if (somebody || emptyLooks == 0) {
                LockSupport.parkNanos(LOOK_NANOS / 4);
            }
        } while (System.nanoTime() < deadline);
        return false;
    }

    private boolean empty() {
        return emptyLooks >= LOOKS_FOR_PROOF;
    }

    /**
     * Asks everybody who is there to end, once, and waits until they have or the grace is over. Who
     * comes into being afterwards is left in peace until then: it is the clean-up of those who were
     * asked.
     */
    void terminate(Duration grace) {
        asked = members.terminate(last.living());
        steps.made(
                Step.Kind.TERMINATE_REQUESTED,
                "SIGTERM to " + counted(asked) + " · " + UnitText.duration(grace) + " to go");
        long deadline = System.nanoTime() + grace.toNanos();
        while (System.nanoTime() < deadline) {
            look();
            if (empty()) {
                return;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        steps.made(Step.Kind.GRACE_OVER, last.living().size() + " left");
    }

    /**
     * Kills until nobody is left, or the time is up.
     *
     * @return whether killing was necessary
     */
    boolean kill(Duration limit) {
        if (empty()) {
            return false;
        }
        boolean forced = false;
        long deadline = System.nanoTime() + limit.toNanos();
        do {
            Look now = look();
            if (empty()) {
                break;
            }
            if (!now.living().isEmpty() || !leaderEnded.getAsBoolean()) {
                if (!forced) {
                    steps.made(Step.Kind.KILLED, counted(now.living().size()));
                }
                forced = true;
                members.kill(now.living());
            }
            LockSupport.parkNanos(LOOK_NANOS / 2);
        } while (System.nanoTime() < deadline);
        return forced;
    }

    private static String counted(int processes) {
        return processes == 1 ? "1 process" : processes + " processes";
    }

    /** What became of them. */
    MembersEnd end(boolean forced) {
        boolean confirmed = empty() && rung.canProve();
        MembersEnd end = new MembersEnd(
                seen.size(), asked, forced, confirmed, proof(confirmed), last.living());
        steps.made(
                Step.Kind.MEMBERS_ENDED,
                confirmed
                        ? "all of " + seen.size() + " gone"
                        : last.living().size() + " left, not confirmed");
        return end;
    }

    private String proof(boolean confirmed) {
        if (confirmed) {
            return members.proof();
        }
        if (!last.living().isEmpty()) {
            return "processes are still there";
        }
        return rung.canProve()
                ? "nobody was seen, but no look could rule everybody out: " + members.proof()
                : "nobody was seen; a " + rung.words() + " does not show who has left it";
    }
}
