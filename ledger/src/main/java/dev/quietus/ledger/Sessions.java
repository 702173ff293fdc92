package dev.quietus.ledger;

/** Where a lane gets a session for its next transaction. Used by one thread at a time. */
interface Sessions extends AutoCloseable {
    /** A session that works, for one transaction. */
    Session take();

    /** Takes it back after the end of the transaction; never throws. */
    void back(Session session);

    /** Tells whether what failed so may work on another session, having written nothing. */
    boolean worthAnother(RuntimeException failure);

    @Override
    void close();
}
