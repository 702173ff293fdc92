package dev.quietus.client.http;

/**
 * A caller's own thread while it waits for the server, so that others can end the wait. Made by the
 * thread that waits; safe for use by others.
 */
final class CallerTurn implements AutoCloseable {

    private final Thread caller = Thread.currentThread();
    private boolean over;
    private boolean givenUp;

    /** Ends the wait; does nothing once it is over. */
    @Override
    public synchronized void close() {
        if (!over && !givenUp) {
            givenUp = true;
            caller.interrupt();
        }
    }

    /**
     * Says that the wait is over; called by the thread that waited. The interrupt that ended it is
     * taken back: it was meant for the wait alone.
     *
     * @return whether another thread ended it
     */
    synchronized boolean ends() {
        if (givenUp && !over) {
            Thread.interrupted();
        }
        over = true;
        return givenUp;
    }
}
