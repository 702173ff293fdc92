package dev.quietus.drill.deployment;

import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * A deployment service that misbehaves on purpose, on 127.0.0.1 over real HTTP. The package
 * description tells its calls and its behaviours.
 *
 * <p>Safe for use by several threads. Closing it ends every thread and every request; closing it
 * again does nothing. What is in its journal is there at the next start.
 */
public final class DeploymentService implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService handlers;
    private final Journal journal;
    private final Register register;
    private final Workshop workshop;
    private final WaitingRoom room = new WaitingRoom();
    private final Controls controls;
    private final String url;

    private DeploymentService(DeploymentSettings settings, HttpServer server, Journal journal) {
        this.server = server;
        this.journal = journal;
        this.url = "http://127.0.0.1:" + server.getAddress().getPort();
        this.register = new Register(journal);
        this.workshop = new Workshop(register, room, settings);
        RequestLog log = new RequestLog();
        Views views = new Views(register, workshop);
        this.controls = new Controls(register, workshop, room, log);
        Router router = new Router(
                register,
                new HeldRequests(register, room, settings.waitLimit()),
                new PreviewDesk(register, workshop, views),
                new RecordDesk(register, workshop, views),
                new ControlDesk(register, workshop, room, controls, log, views),
                "http://localhost:" + server.getAddress().getPort());
        this.handlers = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("deployment-request-", 0).factory());
        server.setExecutor(handlers);
        server.createContext("/", new HttpEdge(router, log, settings.verbose(), System.err));
    }

    /**
     * Starts a service: replays its journal, goes on with its jobs, and listens.
     *
     * @throws UncheckedIOException when the port or the journal is not to be had
     * @throws IllegalStateException when the journal holds something else than entries
     */
    public static DeploymentService start(DeploymentSettings settings) {
        Journal journal = settings.data().map(Journal::open).orElseGet(Journal::inMemory);
        HttpServer server;
        try {
            InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            server = HttpServer.create(new InetSocketAddress(loopback, settings.port()), 0);
        } catch (IOException failure) {
            journal.close();
            throw new UncheckedIOException(
                    "cannot listen on port %d: %s".formatted(settings.port(), failure.getMessage()),
                    failure);
        }
        try {
            DeploymentService service = new DeploymentService(settings, server, journal);
            service.begin();
            return service;
        } catch (RuntimeException failure) {
            server.stop(0);
            journal.close();
            throw failure;
        }
    }

    /** Where it listens, for example {@code http://127.0.0.1:40123}, without a slash at the end. */
    public String url() {
        return url;
    }

    /** Sets behaviours of everybody, beside those that are set. */
    public void behave(Behaviours behaviours) {
        locked(() -> controls.behave(Optional.empty(), behaviours));
    }

    /** Sets behaviours of one run, beside those that are set for it. */
    public void behave(String runId, Behaviours behaviours) {
        locked(() -> controls.behave(Optional.of(runId), behaviours));
    }

    /** Lets every held job and request go on; returns how many there were. */
    public int release() {
        return locked(() -> controls.release(Optional.empty()));
    }

    /** The reservations that are there, whatever the status calls show. */
    public List<Reservation> effects() {
        return locked(() -> controls.effects(Optional.empty())).stream()
                .filter(Reservation::present)
                .toList();
    }

    /** Forgets jobs, reservations, behaviours and the log, and releases whoever waits. */
    public void reset() {
        register.lock().lock();
        try {
            controls.reset();
        } finally {
            register.lock().unlock();
        }
    }

    @Override
    public void close() {
        register.lock().lock();
        try {
            if (register.closing()) {
                return;
            }
            register.beginClosing();
            room.nudge();
        } finally {
            register.lock().unlock();
        }
        server.stop(0);
        try {
            Threads.end(handlers, "the threads of the requests");
            workshop.close();
        } finally {
            journal.close();
        }
    }

    private void begin() {
        register.lock().lock();
        try {
            register.jobs(job -> !job.state().ended())
                    .forEach(job -> workshop.take(job.previewId()));
        } finally {
            register.lock().unlock();
        }
        server.start();
    }

    private <T> T locked(Supplier<T> action) {
        register.lock().lock();
        try {
            return action.get();
        } finally {
            register.lock().unlock();
        }
    }
}
