package dev.quietus.ledger;

import java.util.function.Supplier;

/** One session that is kept until it is broken, and then replaced. */
final class KeptSession implements Sessions {
    private final Supplier<Session> opening;
    private Session session;

    /**
     * Opens the first session.
     *
     * @param opening opens a session; asked again after one that is broken
     */
    KeptSession(Supplier<Session> opening) {
        this.opening = opening;
        this.session = opening.get();
    }

    @Override
    public Session take() {
        if (session.broken()) {
            session.abandon();
            session = opening.get();
        }
        return session;
    }

    @Override
    public void back(Session taken) {
        // It stays open for the next one.
    }

    @Override
    public boolean worthAnother(RuntimeException failure) {
        return false;
    }

    @Override
    public void close() {
        session.close();
    }
}
