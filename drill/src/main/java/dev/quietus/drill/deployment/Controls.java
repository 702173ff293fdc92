package dev.quietus.drill.deployment;

import java.util.List;
import java.util.Optional;

/** What tests and the drill do to the service behind its back. Called with the lock held. */
final class Controls {
    private final Register register;
    private final Workshop workshop;
    private final WaitingRoom room;
    private final RequestLog log;

    Controls(Register register, Workshop workshop, WaitingRoom room, RequestLog log) {
        this.register = register;
        this.workshop = workshop;
        this.room = room;
        this.log = log;
    }

    /**
     * Sets behaviours of a run or of everybody; what is not named stays as it is. Returns all that
     * is set for the scope.
     *
     * @throws IllegalArgumentException when too many runs have behaviours of their own
     */
    Behaviours behave(Optional<String> runId, Behaviours behaviours) {
        runId.ifPresent(run -> PreviewOrder.checkId("run_id", run));
        if (!register.behaviours().takes(runId)) {
            throw new IllegalArgumentException(
                    "no more than " + BehaviourBook.MAX_RUNS + " runs can have behaviours");
        }
        Behaviours all = behaviours.over(register.behaviours().scope(runId));
        register.record(new JournalEntry.Behaves(runId, all));
        workshop.wakeAll();
        return all;
    }

    /** Lets held jobs and requests of a run go on, or all; returns how many there were. */
    int release(Optional<String> runId) {
        int released = room.release(runId);
        register.announce();
        return released;
    }

    /** Forgets jobs, reservations, behaviours and the log, and releases whoever waits. */
    void reset() {
        register.record(new JournalEntry.Cleared(Register.now()));
        room.release(Optional.empty());
        workshop.wakeAll();
        log.clear();
    }

    /** Changes a reservation as somebody else would; empty when there is no such reservation. */
    Optional<Reservation> change(String effectId, String by) {
        PreviewOrder.checkId("by", by);
        if (register.reservation(effectId).filter(Reservation::present).isEmpty()) {
            return Optional.empty();
        }
        register.record(new JournalEntry.Changed(effectId, by, Register.now()));
        return register.reservation(effectId);
    }

    /** Every reservation there ever was since the last reset, also those taken back. */
    List<Reservation> effects(Optional<String> runId) {
        return register.reservations(it -> runId.isEmpty() || runId.get().equals(it.runId()));
    }
}
