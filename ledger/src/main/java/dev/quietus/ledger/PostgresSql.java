package dev.quietus.ledger;

/** What is said to PostgreSQL only, around the ledger's own statements. */
final class PostgresSql {
    /** The channel on which a node says that it wrote. */
    static final String CHANNEL = "quietus_ledger";

    /** The database's clock in whole milliseconds, at the moment it is asked. */
    static final String CLOCK = "floor(extract(epoch from clock_timestamp()) * 1000)::bigint";

    static final String NOW = "select " + CLOCK;

    static final String NEXT_BLOCK = "select nextval('row_place')";

    /**
     * Begins a transaction: its mark, and the trees of some runs in one order for everybody. Given
     * a mark and the runs.
     */
    static final String START = "insert into commit_mark (mark, written_at) values (?, " + CLOCK
            + "); select r.run_id, c.tree_id, c.event_count, c.head_hash from run r"
            + " join chain c on c.tree_id = r.tree_id where r.run_id = any (?)"
            + " order by c.tree_id for update of c";

    /** Behind all waiting, the time and a block of places. */
    static final String START_END = "select " + CLOCK + ", nextval('row_place')";

    /** Both where no tree is known yet; the time is asked for later. Given a mark. */
    static final String START_LOOSE =
            "insert into commit_mark (mark, written_at) values (?, " + CLOCK + "); " + NEXT_BLOCK;

    /** Removes old marks. Given an age in milliseconds. */
    static final String PRUNE =
            "delete from commit_mark where mark in (select mark from commit_mark"
                    + " where written_at < " + CLOCK + " - ? order by written_at limit 5000)";

    static final String NOTIFY = "select pg_notify('" + CHANNEL + "', ?)";

    static final String NEWEST_PLACE = "select coalesce(max(position), 0) from event";

    static final String DECIDED =
            "select coalesce(max(content), '0')::bigint from setting where name = 'decided_place'";

    private static final String UNLESS_THERE = " on conflict (position) do nothing";

    /**
     * Makes places of events that nobody has unusable. It waits for a transaction that is about to
     * use one, and leaves what that commits. Given first and last.
     */
    static final String LEAVE_UNUSED =
            "insert into event (tree_id, seq, position, at, type, run_id,"
                    + " data, prev_hash, hash) select '', place, place, " + CLOCK
                    + ", 'place_unused', '', '{}', '', ''"
                    + " from generate_series(?::bigint, ?::bigint) as u (place)" + UNLESS_THERE;

    private PostgresSql() {}
}
