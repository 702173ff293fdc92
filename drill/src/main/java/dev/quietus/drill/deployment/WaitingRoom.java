package dev.quietus.drill.deployment;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;

/**
 * Where jobs and requests wait that are held on purpose, until somebody releases them. Guarded by
 * the lock of the {@link Register}, which every caller holds.
 */
final class WaitingRoom {
    /** The most that can wait at once. */
    static final int MAX_GUESTS = 10_000;

    private final Set<Guest> guests = new LinkedHashSet<>();

    /**
     * Enters; empty when the room is full.
     *
     * @param runId the run that the guest belongs to, if any
     * @param woken what the guest waits on; signalled by a release
     */
    Optional<Guest> enter(Optional<String> runId, Condition woken) {
        if (guests.size() >= MAX_GUESTS) {
            return Optional.empty();
        }
        Guest guest = new Guest(runId, woken);
        guests.add(guest);
        return Optional.of(guest);
    }

    void leave(Guest guest) {
        guests.remove(guest);
    }

    /** Lets everybody of a run go on, or everybody; returns how many waited. */
    int release(Optional<String> runId) {
        int count = 0;
        for (Guest guest : guests) {
            if (guest.waitsFor(runId)) {
                guest.released = true;
                guest.woken.signalAll();
                count++;
            }
        }
        return count;
    }

    /** Wakes everybody without a release, so that they look again. */
    void nudge() {
        guests.forEach(guest -> guest.woken.signalAll());
    }

    /** How many of a run wait and were not released, or how many of everybody. */
    int waiting(Optional<String> runId) {
        return (int) guests.stream().filter(guest -> guest.waitsFor(runId)).count();
    }

    /** Somebody who waits. Identity counts, not content. */
    static final class Guest {
        private final Optional<String> runId;
        private final Condition woken;
        private boolean released;

        private Guest(Optional<String> runId, Condition woken) {
            this.runId = runId;
            this.woken = woken;
        }

        boolean released() {
            return released;
        }

        private boolean waitsFor(Optional<String> meant) {
            return !released && (meant.isEmpty() || meant.equals(runId));
        }
    }
}
