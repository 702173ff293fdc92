package dev.quietus.drill.deployment;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;

/** Leaves requests without an answer until they are released. Called with the lock held. */
final class HeldRequests {
    private final Register register;
    private final WaitingRoom room;
    private final Duration waitLimit;

    HeldRequests(Register register, WaitingRoom room, Duration waitLimit) {
        this.register = register;
        this.room = room;
        this.waitLimit = waitLimit;
    }

    /**
     * Waits; tells whether the request was released and goes on. It does not go on when the wait
     * limit is over, too many wait, or the service closes: then it never gets an answer.
     */
    boolean hold(Optional<String> runId) throws InterruptedException {
        Condition woken = register.lock().newCondition();
        Optional<WaitingRoom.Guest> entered = room.enter(runId, woken);
        if (entered.isEmpty()) {
            return false;
        }
        WaitingRoom.Guest guest = entered.get();
        register.announce();
        try {
            long nanos = waitLimit.toNanos();
            while (!guest.released() && !register.closing() && nanos > 0) {
                nanos = woken.awaitNanos(nanos);
            }
            return guest.released();
        } finally {
            room.leave(guest);
            register.announce();
        }
    }
}
