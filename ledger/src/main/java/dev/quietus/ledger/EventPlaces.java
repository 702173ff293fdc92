package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.EVENT;

import dev.quietus.core.ledger.LedgerUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jooq.TableField;

/**
 * Reads the events of all trees in the order of their places, where several write. A transaction
 * can commit a lower place after a higher one; a reader that went past it would never see it. So
 * nothing is handed out behind a place that is not decided: the reader stops in front of it, and
 * when it stays away, makes it unusable. That waits for a transaction which is about to use it and
 * can't be done any more once it did, so that no clock decides. Safe for several threads.
 */
final class EventPlaces {
    private static final int MOST_TRIES = 4;
    private static final Duration GRACE = Duration.ofMillis(4);
    private static final String PATIENCE = "set local lock_timeout = 1000";

    private static final Template DECIDED =
            new Template(dialect -> dialect.dsl().resultQuery(PostgresSql.DECIDED));

    private static final Template RECORD = new Template(dialect -> dialect.dsl()
            .query(
                    "update setting set content = ? where name = 'decided_place'"
                            + " and content::bigint < ?",
                    "",
                    0L));

    private final PostgresLedger ledger;
    private final PooledSessions writers;
    private volatile long decided;

    EventPlaces(PostgresLedger ledger, PooledSessions writers) {
        this.ledger = ledger;
        this.writers = writers;
    }

    private record Place(long position, Optional<EventRow> event) {}

    /** What one look showed: events without a gap, where to go on, and the gap behind them. */
    private record Look(List<EventRow> events, long reached, long gapEnd, boolean more) {}

    /** Up to so many events; fewer only where there are no more, or a place stays undecided. */
    List<EventRow> after(long position, int most) {
        List<EventRow> events = new ArrayList<>();
        long from = position;
        int stuck = 0;
        while (events.size() < most && stuck < MOST_TRIES) {
            Look look = look(from, most - events.size());
            events.addAll(look.events);
            if (look.gapEnd == 0 && !look.more) {
                return events;
            }
            if (look.gapEnd > 0) {
                stuck = look.events.isEmpty() ? stuck + 1 : 1;
                if (!pass(look, stuck)) {
                    return events;
                }
            }
            from = look.reached;
        }
        return events;
    }

    /** Waits a moment for those who are about to commit; then decides. */
    private boolean pass(Look look, int tries) {
        decided = Math.max(decided, recorded());
        if (decided >= look.gapEnd) {
            return true;
        }
        if (tries == 1) {
            LockSupport.parkNanos(GRACE.toNanos());
            return true;
        }
        try {
            decide(look.reached + 1, look.gapEnd);
            return true;
        } catch (LedgerUnavailableException e) {
            // Somebody still has it in hand: there is nothing to hand out yet.
            if (e.reason() == LedgerUnavailableException.Reason.LOCKED) {
                return false;
            }
            throw e;
        }
    }

    private long recorded() {
        return ledger.snapshot(turn -> turn.all(RowReader::number, DECIDED).getFirst());
    }

    /** Decides every place up to one, and records that, so that they may be left empty. */
    void decideUpTo(long last) {
        decided = Math.max(decided, recorded());
        for (long first = decided + 1; first <= last; first += LedgerQueries.MOST) {
            decide(first, Math.min(last, first + LedgerQueries.MOST - 1));
        }
        if (last > decided) {
            ledger.onWriter(turn -> turn.change(RECORD, String.valueOf(last), last));
            decided = last;
        }
    }

    /** Makes places unusable that nobody has used. */
    void decide(long first, long last) {
        Session session = writers.take();
        try {
            session.begin(true);
            session.execute(PATIENCE, List.of());
            session.execute(
                    PostgresSql.LEAVE_UNUSED,
                    List.of(first, Math.min(last, first + LedgerQueries.MOST - 1)));
            session.commit();
        } catch (RuntimeException e) {
            session.rollback();
            throw e;
        } finally {
            writers.back(session);
        }
    }

    private Look look(long position, int most) {
        List<Place> places = ledger.snapshot(turn -> turn.all(
                EventPlaces::place,
                turn.dialect()
                        .dsl()
                        .select(columns())
                        .from(EVENT)
                        .where(EVENT.POSITION.gt(position))
                        .orderBy(EVENT.POSITION)
                        .limit(most)));
        List<EventRow> events = new ArrayList<>();
        long reached = position;
        for (Place place : places) {
            if (place.position > reached + 1 && place.position > decided + 1) {
                return new Look(events, Math.max(reached, decided), place.position - 1, false);
            }
            reached = place.position;
            place.event.ifPresent(events::add);
        }
        return new Look(events, reached, 0, places.size() == most);
    }

    private static Place place(RowReader in) {
        long position = in.number();
        return in.text().isEmpty()
                ? new Place(position, Optional.empty())
                : new Place(
                        position,
                        Optional.of(new EventRow(
                                position, EventShape.SHAPE.reading().apply(in))));
    }

    private static List<TableField<?, ?>> columns() {
        List<TableField<?, ?>> columns = new ArrayList<>();
        columns.add(EVENT.POSITION);
        columns.add(EVENT.TREE_ID);
        columns.addAll(EventShape.SHAPE.fields());
        return columns;
    }
}
