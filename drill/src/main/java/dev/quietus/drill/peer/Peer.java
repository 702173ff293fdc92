package dev.quietus.drill.peer;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonNumber;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.drill.process.ChildCommand;
import dev.quietus.drill.process.ChildProcess;
import dev.quietus.drill.process.ChildProcessException;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** A worker or an agent in a process of its own, as whoever started it sees it. Thread-safe. */
public final class Peer implements AutoCloseable {
    private static final Duration READY_WITHIN = Duration.ofSeconds(40);
    private static final int MOST_EVENTS = 10_000;

    private final ChildProcess process;
    private final BufferedWriter input;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition said = lock.newCondition();
    private final Map<Long, JsonObject> answers = new HashMap<>();
    private final Deque<JsonObject> events = new ArrayDeque<>();
    private long lastId;
    private boolean silent;

    private Peer(ChildProcess process) {
        this.process = process;
        this.input = process.input();
    }

    /** Starts one; it may not be ready yet. */
    static Peer start(ChildCommand command) {
        Peer peer = new Peer(ChildProcess.startTalking(command));
        Thread.ofVirtual().name("hear-" + command.name()).start(peer::hear);
        return peer;
    }

    /** The process. */
    public ChildProcess process() {
        return process;
    }

    /**
     * Waits until it is ready, and returns it.
     *
     * @throws ChildProcessException when it ends before, or does not come to it
     */
    public Peer awaitReady() throws InterruptedException {
        await("ready", READY_WITHIN);
        return this;
    }

    /**
     * Has it do something and waits for its answer.
     *
     * @param command the command's name
     * @param members what it needs to know
     * @throws ChildProcessException when it can't do it, ends before, or does not answer in time
     */
    public JsonObject ask(String command, JsonObject.Builder members, Duration within)
            throws InterruptedException {
        return answer(tell(command, members), command, within);
    }

    /**
     * Waits for the answer to something that it was told before.
     *
     * @param id what {@link #tell} returned
     * @param command the command's name
     * @throws ChildProcessException as {@link #ask}
     */
    public JsonObject answer(long id, String command, Duration within) throws InterruptedException {
        String attempted = command + " by " + process.name();
        JsonObject answer = await(attempted, within, () -> Optional.ofNullable(answers.remove(id)));
        Optional<String> error = answer.optionalString(Voice.ERROR);
        if (error.isPresent()) {
            throw new ChildProcessException(attempted + " failed: " + error.get());
        }
        return answer;
    }

    /**
     * Waits for news of this name, takes it, and returns it; older news of other names stays.
     *
     * @throws ChildProcessException when it ends before, or there is none in time
     */
    public JsonObject await(String event, Duration within) throws InterruptedException {
        return await("'" + event + "' of " + process.name(), within, () -> taken(event));
    }

    /** The oldest news of this name, taken, if there is any by now. */
    public Optional<JsonObject> poll(String event) {
        lock.lock();
        try {
            return taken(event);
        } finally {
            lock.unlock();
        }
    }

    /** Holds it where it is ({@code SIGSTOP}): no sign of life, and no end. */
    public void pause() throws InterruptedException {
        process.pause();
    }

    /** Lets it go on where it was held ({@code SIGCONT}). */
    public void wake() throws InterruptedException {
        process.wake();
    }

    /** Kills it at once ({@code SIGKILL}): it can tell nobody anything any more. */
    public void kill() throws InterruptedException {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }

    @Override
    public String toString() {
        return process.toString();
    }

    private Optional<JsonObject> taken(String event) {
        Optional<JsonObject> found = events.stream()
                .filter(each -> each.string(Voice.EVENT).equals(event))
                .findFirst();
        found.ifPresent(events::remove);
        return found;
    }

    /**
     * Has it do something and does not wait.
     *
     * @return the number by which {@link #answer} finds what it says
     * @throws ChildProcessException when it is gone
     */
    public long tell(String command, JsonObject.Builder members) {
        lock.lock();
        try {
            lastId++;
            JsonObject line = members.build()
                    .with(CommandLoop.DO, new JsonString(command))
                    .with(CommandLoop.ID, JsonNumber.of(lastId));
            input.write(line.toJson());
            input.newLine();
            input.flush();
            return lastId;
        } catch (IOException gone) {
            throw process.endedEarly("telling it to " + command);
        } finally {
            lock.unlock();
        }
    }

    private JsonObject await(
            String attempted, Duration within, Supplier<Optional<JsonObject>> wanted)
            throws InterruptedException {
        long nanos = within.toNanos();
        lock.lockInterruptibly();
        try {
            while (true) {
                Optional<JsonObject> found = wanted.get();
                if (found.isPresent()) {
                    return found.get();
                }
                if (silent) {
                    throw process.endedEarly(attempted);
                }
                if (nanos <= 0) {
                    throw new ChildProcessException("%s: nothing in %d ms; the end of %s:%n  %s"
                            .formatted(
                                    attempted,
                                    within.toMillis(),
                                    process.log(),
                                    String.join("\n  ", process.logTail(10))));
                }
                nanos = said.awaitNanos(nanos);
            }
        } finally {
            lock.unlock();
        }
    }

    private void hear() {
        try (BufferedReader lines = process.output()) {
            Optional<String> line = Optional.ofNullable(lines.readLine());
            while (line.isPresent()) {
                take(line.get());
                line = Optional.ofNullable(lines.readLine());
            }
        } catch (IOException ended) {
            // The stream of a killed process may break off; it is silent then, which is noted.
            System.getLogger(Peer.class.getName())
                    .log(System.Logger.Level.DEBUG, "the talk of " + process + " broke off", ended);
        } finally {
            lock.lock();
            try {
                silent = true;
                said.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private void take(String text) {
        JsonObject line;
        try {
            line = Json.parseObject(text);
        } catch (JsonException notMeant) {
            return;
        }
        lock.lock();
        try {
            if (line.optionalInteger(Voice.RE).isPresent()) {
                answers.put(line.integer(Voice.RE), line.without(Voice.RE));
            } else if (line.optionalString(Voice.EVENT).isPresent()) {
                events.addLast(line);
                if (events.size() > MOST_EVENTS) {
                    events.removeFirst();
                }
            }
            said.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
