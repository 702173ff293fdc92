package dev.quietus.gateway.mcp.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;

/** The process of an MCP server, with everything it starts. Whoever starts it also ends it. */
public interface ServerProcess extends AutoCloseable {
    /** What it writes to its standard output. */
    InputStream output();

    /** Its standard input; closing it asks it to end. */
    OutputStream input();

    /**
     * Has it ended with everything it started: no more input, a request to end, a bounded grace,
     * force. Returns when that is done, or the limit is over.
     *
     * @param why a word for people
     * @return how it ended, for people; empty while its end is not shown
     */
    Optional<String> end(String why, Duration limit);

    /** Gives back what is held of it; ends it if it still runs. */
    @Override
    void close();

    /** Starts servers. */
    interface Starter {
        /**
         * Starts one.
         *
         * @throws IOException if it can't be started, or may not
         */
        ServerProcess start() throws IOException;
    }
}
