package dev.quietus.execution.unit;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A unit whose supervisor died. Another process of the same machine ends it, with the same steps;
 * it never learns how the started process ended, and has none of its output.
 */
public final class OrphanedUnit {
    /** What can be done about a unit by whoever looks for it. */
    public enum Situation {
        /** Its supervisor lives and does it. */
        SUPERVISED,
        /** Its supervisor is gone: it can be ended from here. */
        ORPHANED,
        /** The machine was started again since: nothing of it can live. */
        REBOOTED,
        /** It is of another machine, or its numbers mean other processes here. */
        ELSEWHERE
    }

    private static final Duration NOBODY_SEEN = Duration.ofMillis(300);

    private OrphanedUnit() {}

    /**
     * Finds out who has the unit.
     *
     * @param host the name of this machine
     */
    public static Situation situation(UnitSystem system, String host, UnitName unit) {
        if (!unit.host().equals(host)) {
            return Situation.ELSEWHERE;
        }
        if (!unit.space().equals(system.space())) {
            return boot(unit.space()).equals(boot(system.space()))
                    ? Situation.ELSEWHERE
                    : Situation.REBOOTED;
        }
        return system.lives(unit.supervisor()) ? Situation.SUPERVISED : Situation.ORPHANED;
    }

    private static String boot(String space) {
        int dot = space.indexOf('.');
        return dot < 0 ? space : space.substring(0, dot);
    }

    /**
     * Ends it. Repeatable: a unit that is gone already is shown to be gone.
     *
     * @param holder the process with whose end everything of it has ended, where one was noted
     * @param budgets how long each part may take
     * @param told gets each step
     */
    public static MembersEnd end(
            UnitSystem system,
            UnitName unit,
            Optional<ProcessKey> holder,
            Budgets budgets,
            Consumer<Step> told) {
        Members members = system.find(unit, holder);
        Steps steps = new Steps(told);
        Ending ending =
                new Ending(members, system.rung(), steps, () -> !system.lives(unit.leader()));
        boolean forced = false;
        if (!ending.settles(Duration.ofMillis(200))) {
            boolean nobody = ending.look().living().isEmpty();
            if (!nobody) {
                ending.terminate(budgets.grace());
            }
            // Where nobody is seen there is nobody to wait for, and waiting longer shows no more.
            forced = ending.kill(nobody ? NOBODY_SEEN : budgets.kill());
        }
        MembersEnd end = ending.end(forced);
        // Where nobody was seen and that proves nothing yet, the next try needs what there is to
        // see.
        if (end.confirmed() || !system.rung().canProve()) {
            members.release();
        }
        return end;
    }
}
