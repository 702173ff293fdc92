package dev.quietus.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/** What is on record and what an operator reads of the time since the watch began. */
public final class Traces {
    private final TestingServer server;
    private final LogTrap logs = new LogTrap();
    private final long before;

    private Traces(TestingServer server) throws IOException {
        this.server = server;
        this.before = server.events();
    }

    /** Begins to watch; the log is the whole process's. */
    public static Traces of(TestingServer server) throws IOException {
        return new Traces(server);
    }

    /** Ends the watch: nothing was recorded, and nothing logged. */
    public void requireNone() throws IOException {
        logs.close();
        assertThat(server.events()).isEqualTo(before);
        assertThat(logs.shown()).isEmpty();
    }
}
