package dev.quietus.client.http;

import dev.quietus.client.wire.HttpReply;
import dev.quietus.client.wire.TooLargeException;

import java.io.IOException;

/** The way of one call to the server and of its answer back. Thread-safe. */
interface CallPath extends AutoCloseable {

    /**
     * Asks once and waits for the whole answer; an interrupt of the thread ends the wait.
     *
     * @param end when it must be over
     * @throws java.net.http.HttpConnectTimeoutException if there was no connection in its time
     * @throws java.net.http.HttpTimeoutException if there was no whole answer in time
     * @throws TooLargeException if the answer is larger than the client's bound
     * @throws IOException if there was no answer, or a broken one; also after an interrupt, which
     *     then stays set
     * @throws InterruptedException if the thread was interrupted
     */
    HttpReply call(HttpCall call, Deadline end) throws IOException, InterruptedException;

    /** Gives back what is kept for the next call. Ends no call that is under way. */
    @Override
    void close();
}
