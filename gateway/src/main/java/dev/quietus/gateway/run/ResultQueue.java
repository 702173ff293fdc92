package dev.quietus.gateway.run;

import dev.quietus.client.BeginAnswer;
import dev.quietus.client.BeginRequest;
import dev.quietus.client.Effect;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.FinishRequest;
import dev.quietus.client.Outcome;
import dev.quietus.client.Quietus;
import dev.quietus.client.SendState;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.http.QuietusProblemException;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Results on their way to the server, in the order in which they came. One that can't be told now
 * is told again until it is; one that the server refuses for good is given up and named.
 *
 * <p>A begin whose answer was lost is here too: it may have been recorded, and then somebody has to
 * say that nothing was sent for it. Thread-safe.
 */
final class ResultQueue {
    private static final Duration WITHIN = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    /** Beyond this many the oldest is given up and named: a bound, not a plan. */
    private static final int MOST = 10_000;

    private static final int MOST_NAMED = 100;

    private final Quietus server;
    private final Deque<Saying> waiting = new ArrayDeque<>();
    private final List<String> givenUp = new ArrayList<>();
    private final Thread thread;
    private boolean closing;
    private int telling;

    private ResultQueue(Quietus server) {
        this.server = server;
        this.thread = Thread.ofVirtual().name("quietus-results").unstarted(this::work);
    }

    static ResultQueue start(Quietus server) {
        ResultQueue queue = new ResultQueue(server);
        queue.thread.start();
        return queue;
    }

    private sealed interface Saying {
        String name();

        record Result(FinishRequest request) implements Saying {
            @Override
            public String name() {
                return "result of " + request.runId() + "/" + request.operationId();
            }
        }

        record LostBegin(BeginRequest request) implements Saying {
            @Override
            public String name() {
                return "begin of " + request.runId() + "/" + request.operationId();
            }
        }
    }

    /** Tells a result now; puts it in the queue where that fails. */
    boolean tell(FinishRequest request) {
        Saying saying = new Saying.Result(request);
        synchronized (this) {
            telling++;
        }
        Said said = Said.REFUSED;
        try {
            said = say(saying);
        } finally {
            toldNow(saying, said);
        }
        return said == Said.RECORDED;
    }

    private synchronized void toldNow(Saying saying, Said said) {
        telling--;
        if (said == Said.NOT_HEARD) {
            add(saying);
        }
        notifyAll();
    }

    void tellSoon(FinishRequest request) {
        add(new Saying.Result(request));
    }

    /** Asks again for an answer that was lost; where it is yes, says that nothing was sent. */
    void giveBack(BeginRequest request) {
        add(new Saying.LostBegin(request));
    }

    private synchronized void add(Saying saying) {
        if (waiting.size() >= MOST) {
            giveUp(waiting.removeFirst());
        }
        waiting.addLast(saying);
        notifyAll();
    }

    private synchronized void giveUp(Saying saying) {
        if (givenUp.size() < MOST_NAMED) {
            givenUp.add(saying.name());
        }
    }

    private enum Said {
        RECORDED,
        REFUSED,
        NOT_HEARD
    }

    private Said say(Saying saying) {
        try {
            switch (saying) {
                case Saying.Result(FinishRequest request) ->
                    server.within(WITHIN).finish(request);
                case Saying.LostBegin(BeginRequest request) -> ask(request);
            }
            return Said.RECORDED;
        } catch (QuietusProblemException problem) {
            if (problem.isPassing()) {
                return Said.NOT_HEARD;
            }
            giveUp(saying);
            return Said.REFUSED;
        } catch (QuietusException | IllegalStateException lost) {
            return Said.NOT_HEARD;
        }
    }

    private void ask(BeginRequest request) {
        if (server.within(WITHIN).begin(request) instanceof BeginAnswer.Allowed allowed) {
            server.within(WITHIN)
                    .finish(new FinishRequest(
                            request.runId(),
                            request.operationId(),
                            allowed.attempt(),
                            request.worker(),
                            FinishFacts.of(Outcome.FAILED)
                                    .withSent(SendState.NOT_SENT)
                                    .withEffect(Effect.NONE)
                                    .withError("the answer to begin was lost; nothing was sent")));
        }
    }

    private void work() {
        try {
            while (true) {
                Optional<Saying> next = next();
                if (next.isEmpty()) {
                    return;
                }
                Said said = say(next.get());
                done(next.get(), said);
                if (said == Said.NOT_HEARD) {
                    pause();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The oldest; it stays in its place until it is told. Empty at the end. */
    private synchronized Optional<Saying> next() throws InterruptedException {
        while (waiting.isEmpty()) {
            if (closing) {
                return Optional.empty();
            }
            wait();
        }
        telling++;
        return Optional.of(waiting.removeFirst());
    }

    private synchronized void done(Saying saying, Said said) {
        telling--;
        if (said == Said.NOT_HEARD) {
            waiting.addFirst(saying);
        }
        notifyAll();
    }

    private static void pause() throws InterruptedException {
        new CountDownLatch(1).await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Waits until nothing is left to tell, for so long at most. */
    synchronized void awaitTold(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        try {
            long left = end - System.nanoTime();
            while ((telling > 0 || !waiting.isEmpty()) && left > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
                left = end - System.nanoTime();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells what is left for so long at most. */
    void close(Duration limit) {
        synchronized (this) {
            closing = true;
            notifyAll();
        }
        awaitTold(limit);
        thread.interrupt();
    }

    synchronized List<String> untold() {
        List<String> all = new ArrayList<>(givenUp);
        waiting.forEach(saying -> all.add(saying.name()));
        return all;
    }
}
