package dev.quietus.gateway.mcp;

import dev.quietus.client.scope.CancelReason;
import dev.quietus.gateway.mcp.era.EraLink;
import dev.quietus.gateway.mcp.link.ServerLink;
import dev.quietus.gateway.mcp.link.ServerListener;
import dev.quietus.gateway.mcp.message.Revision;
import dev.quietus.gateway.run.GatewayRun;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The gateway in front of one MCP server, for one run. Its sessions end with the run: on a stop
 * every call in flight is given up, and then the server is ended. Thread-safe.
 */
public final class McpGateway implements AutoCloseable {
    private final GatewayRun run;
    private final McpSettings settings;
    private final ToolRules rules;
    private final Way way;
    private final Consumer<String> notes;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            work -> Thread.ofPlatform().daemon().name("quietus-mcp-timer").unstarted(work));
    private final Set<McpSession> sessions = ConcurrentHashMap.newKeySet();
    private final CountDownLatch stopDone = new CountDownLatch(1);

    /** The way to the server. */
    public interface Way {
        /**
         * Opens one; a server of ours is started for it.
         *
         * @throws IOException if that is not possible, in words for the client
         */
        ServerLink open(ServerListener listener) throws IOException;

        /** Whether the server itself keeps the sessions of its clients, as one over HTTP does. */
        default boolean givesSessions() {
            return false;
        }
    }

    /**
     * Stands ready.
     *
     * @param run in whose name tools are called
     * @param rules what is declared of the tools
     * @param notes takes lines for people; without any content of messages
     */
    public McpGateway(
            GatewayRun run,
            McpSettings settings,
            ToolRules rules,
            Way way,
            Consumer<String> notes) {
        this.run = run;
        this.settings = settings;
        this.rules = rules;
        this.way = way;
        this.notes = notes;
        run.scope().onCancel(reason -> threads.execute(() -> stop(reason)));
    }

    McpSettings settings() {
        return settings;
    }

    Consumer<String> notes() {
        return notes;
    }

    boolean givesSessions() {
        return way.givesSessions();
    }

    /** Whether a stop of the run was heard of. */
    public boolean isStopped() {
        return run.scope().isCancelled();
    }

    /**
     * Speaks with a client over two streams until it says no more, then ends the server. Returns
     * when the server has ended, or can't be made to.
     */
    public void serve(InputStream in, OutputStream out) {
        try (StdioClient client = new StdioClient(in, out, settings.longestMessage(), notes)) {
            OneSession one = new OneSession(client);
            client.read(one);
            if (isStopped()) {
                awaitStopped();
            }
            one.end();
        }
    }

    private void awaitStopped() {
        try {
            stopDone.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The session of a client that has only one. What could not be started is tried again. */
    private final class OneSession implements McpSession.Opener {
        private final ClientSide client;
        private volatile Optional<McpSession> session = Optional.empty();

        OneSession(ClientSide client) {
            this.client = client;
        }

        @Override
        public McpSession session() throws IOException {
            if (session.isEmpty()) {
                session = Optional.of(open(client));
            }
            return session.get();
        }

        @Override
        public Optional<Revision> revision() {
            return session.flatMap(McpSession::revision);
        }

        void end() {
            session.ifPresent(McpGateway.this::clientGone);
        }
    }

    /**
     * Opens a session.
     *
     * @throws IOException if the run is stopped, there are too many, or the server can't be started
     */
    McpSession open(ClientSide client) throws IOException {
        if (isStopped()) {
            throw new IOException("the run was stopped; nothing is started in it any more");
        }
        if (sessions.size() >= settings.mostSessions()) {
            throw new IOException(
                    "more than " + settings.mostSessions() + " sessions at one time; end one");
        }
        AtomicReference<Optional<ServerLink>> link = new AtomicReference<>(Optional.empty());
        CountDownLatch opened = new CountDownLatch(1);
        OwnRequests own = new OwnRequests(() -> linked(link, opened));
        McpSession session = new McpSession(
                new SessionParts(
                        run,
                        settings,
                        rules,
                        new Requests(settings.mostInFlight()),
                        own,
                        new ToolNotes(),
                        () -> linked(link, opened),
                        threads,
                        timer,
                        notes),
                client);
        try {
            EraLink era = new EraLink(
                    session.listener(), threads, tool -> run.refusal(settings.name() + "." + tool));
            link.set(Optional.of(era));
            era.over(way.open(era));
        } finally {
            opened.countDown();
        }
        sessions.add(session);
        if (isStopped()) {
            session.stop(reason());
            throw new IOException("the run was stopped while the server started");
        }
        return session;
    }

    /** The server may speak before the one who opened the way has it in hand. */
    private static ServerLink linked(
            AtomicReference<Optional<ServerLink>> link, CountDownLatch opened) {
        try {
            opened.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return link.get().orElseThrow(() -> new IllegalStateException("there is no way yet"));
    }

    private String reason() {
        return run.scope().reason().map(CancelReason::detail).orElse("");
    }

    /** A session's client is gone. */
    void clientGone(McpSession session) {
        session.clientGone();
        sessions.remove(session);
    }

    /** A session that nobody uses any more; a server elsewhere keeps its own part of it. */
    void release(McpSession session) {
        if (sessions.remove(session)) {
            if (session.link().isOurs()) {
                threads.execute(session::clientGone);
            } else {
                session.link().close();
            }
        }
    }

    private void stop(CancelReason reason) {
        notes.accept("stop requested; calls in flight are given up and the server is ended");
        List<Thread> stopping = new ArrayList<>();
        for (McpSession session : sessions) {
            stopping.add(Thread.startVirtualThread(() -> session.stop(reason.detail())));
        }
        try {
            for (Thread each : stopping) {
                each.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        stopDone.countDown();
    }

    /** Ends all sessions as if their clients were gone. */
    @Override
    public void close() {
        List.copyOf(sessions).forEach(this::clientGone);
        timer.shutdownNow();
        threads.shutdown();
    }
}
