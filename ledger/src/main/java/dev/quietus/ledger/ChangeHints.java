package dev.quietus.ledger;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Tells the nodes of one ledger that something was written: a notification, and under it a look
 * once a second, so that a lost one costs a second and nothing else. Nothing is notified inside a
 * transaction, because the server would let those commit one after the other only.
 */
final class ChangeHints implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(ChangeHints.class.getName());
    private static final Duration BETWEEN_HINTS = Duration.ofMillis(10);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Duration KEPT_MARKS = Duration.ofMinutes(15);
    private static final Duration BETWEEN_PRUNES = Duration.ofMinutes(1);
    private static final Duration END = Duration.ofSeconds(10);

    private final PostgresStore store;
    private final DatabaseClock clock;
    private final boolean listening;
    private final String node = UUID.randomUUID().toString();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Semaphore written = new Semaphore(0);
    private final Thread teller;
    private final Thread hearer;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Connection heardOn;

    /**
     * Builds it; {@link #start} begins.
     *
     * @param listening whether notifications are heard; without them only the look is left
     */
    ChangeHints(PostgresStore store, DatabaseClock clock, boolean listening) {
        this.store = store;
        this.clock = clock;
        this.listening = listening;
        teller = Thread.ofVirtual().name("quietus-ledger-teller").unstarted(this::tell);
        hearer = Thread.ofVirtual().name("quietus-ledger-hearer").unstarted(this::hear);
    }

    void start() {
        teller.start();
        hearer.start();
    }

    void listener(Runnable listener) {
        listeners.add(listener);
    }

    /** This node has committed something. */
    void wrote() {
        if (written.availablePermits() == 0) {
            written.release();
        }
    }

    private void tell() {
        while (!closed()) {
            try {
                if (written.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                    written.drainPermits();
                    tellOnce();
                    LockSupport.parkNanos(BETWEEN_HINTS.toNanos());
                }
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                LOG.log(Level.FINE, "a hint was not sent", e);
                restUnlessClosed();
            }
        }
    }

    private boolean closed() {
        return ended.getCount() == 0;
    }

    /** Before the next try; nobody who closes waits for that. */
    private void restUnlessClosed() {
        try {
            boolean over = ended.await(AGAIN.toMillis(), TimeUnit.MILLISECONDS);
            LOG.log(Level.FINE, over ? "hints end" : "hints are tried again");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tellOnce() {
        Session session = store.writers().take();
        try {
            session.begin(true);
            session.rows(PostgresSql.NOTIFY, List.of(node));
            session.commit();
        } catch (RuntimeException e) {
            session.rollback();
            throw e;
        } finally {
            store.writers().back(session);
        }
    }

    private void hear() {
        while (!closed()) {
            try (Connection connection = PostgresStore.connect(store.settings())) {
                heardOn = connection;
                // What was written while nobody listened.
                changed();
                hearOn(connection);
            } catch (SQLException e) {
                LOG.log(Level.FINE, "hints are not heard", e);
                restUnlessClosed();
            }
        }
    }

    private void hearOn(Connection connection) throws SQLException {
        if (listening) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("listen " + PostgresSql.CHANNEL);
            }
        }
        PGConnection server = connection.unwrap(PGConnection.class);
        long place = PostgresStore.number(connection, PostgresSql.NEWEST_PLACE);
        long pruned = System.nanoTime();
        while (!closed()) {
            if (others(server.getNotifications((int) LOOK.toMillis()))) {
                changed();
            }
            long newest = PostgresStore.number(connection, PostgresSql.NEWEST_PLACE);
            if (newest != place) {
                place = newest;
                changed();
            }
            clock.sampled(PostgresStore.number(connection, PostgresSql.NOW));
            if (System.nanoTime() - pruned > BETWEEN_PRUNES.toNanos()) {
                prune(connection);
                pruned = System.nanoTime();
            }
        }
    }

    private boolean others(PGNotification @Nullable [] heard) {
        if (heard != null) {
            for (PGNotification each : heard) {
                if (!each.getParameter().equals(node)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static void prune(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PostgresSql.PRUNE)) {
            statement.setLong(1, KEPT_MARKS.toMillis());
            statement.executeUpdate();
        }
    }

    private void changed() {
        listeners.forEach(Runnable::run);
    }

    @Override
    public void close() {
        ended.countDown();
        written.release();
        try {
            Connection open = heardOn;
            if (open != null) {
                // Not an interrupt: that would leave a connection of the pool in the middle of a
                // word.
                open.abort(Runnable::run);
            }
            teller.join(END);
            hearer.join(END);
        } catch (SQLException e) {
            LOG.log(Level.FINE, "a connection was not closed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
