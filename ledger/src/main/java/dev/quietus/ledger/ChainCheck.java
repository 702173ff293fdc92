package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.EVENT;

import dev.quietus.core.ledger.CanonicalJson;
import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.Digests;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.run.TreeId;
import dev.quietus.ledger.LedgerVerification.Fault;
import dev.quietus.ledger.LedgerVerification.Finding;
import java.util.List;
import java.util.Optional;

/** Reads one chain from its first event to its last and reports each fault once. */
final class ChainCheck {
    private static final int EVENTS_AT_ONCE = 500;

    private final Turn turn;
    private final String tree;
    private final List<Finding> findings;
    private long count;
    private long lastSeq;
    private String lastHash = Digests.NONE;
    // After a fault the next link says nothing new.
    private boolean lastIsSound = true;

    ChainCheck(Turn turn, String tree, List<Finding> findings) {
        this.turn = turn;
        this.tree = tree;
        this.findings = findings;
    }

    private record Row(long seq, String hash, Optional<Event> event, String fault) {}

    /** Checks the chain and says how many events it read. */
    long run() {
        // What is in an archive is verified there; the chain goes on from its end.
        new ArchiveMarks(turn).end(new TreeId(tree)).ifPresent(end -> {
            lastSeq = end.count();
            lastHash = end.hash();
        });
        List<Row> page = page();
        while (!page.isEmpty() && findings.size() < LedgerVerification.MOST_FINDINGS) {
            page.forEach(this::check);
            page = page();
        }
        if (page.isEmpty()) {
            checkHead();
        }
        return count;
    }

    private List<Row> page() {
        return turn.all(
                ChainCheck::row,
                turn.dialect()
                        .dsl()
                        .select(EVENT.SEQ, EVENT.HASH)
                        .select(EventShape.SHAPE.fields())
                        .from(EVENT)
                        .where(EVENT.TREE_ID.eq(tree), EVENT.SEQ.gt(lastSeq))
                        .orderBy(EVENT.SEQ)
                        .limit(EVENTS_AT_ONCE));
    }

    private static Row row(RowReader in) {
        long seq = in.number();
        String hash = in.text();
        try {
            return new Row(seq, hash, Optional.of(EventShape.SHAPE.reading().apply(in)), "");
        } catch (IllegalArgumentException e) {
            return new Row(seq, hash, Optional.empty(), String.valueOf(e.getMessage()));
        }
    }

    private void check(Row row) {
        count++;
        boolean follows = row.seq == lastSeq + 1;
        if (!follows) {
            report(
                    lastSeq + 1,
                    Fault.MISSING,
                    lastSeq + 2 == row.seq
                            ? "the event is missing"
                            : "the events up to " + (row.seq - 1) + " are missing");
        }
        boolean whole = isWhole(row);
        boolean linkCounts = whole && follows && lastIsSound;
        boolean linked =
                row.event.stream().anyMatch(event -> event.previousHash().equals(lastHash));
        if (linkCounts && !linked) {
            report(row.seq, Fault.BROKEN_LINK, "it does not name the hash of the event before it");
        }
        lastSeq = row.seq;
        lastHash = row.hash;
        lastIsSound = whole && (linked || !linkCounts);
    }

    private boolean isWhole(Row row) {
        if (row.event.isEmpty()) {
            report(row.seq, Fault.CHANGED, "it can't be read: " + row.fault);
            return false;
        }
        String expected = Digests.sha256(CanonicalJson.write(row.event.get().hashed()));
        if (!expected.equals(row.hash)) {
            report(
                    row.seq,
                    Fault.CHANGED,
                    "its content has the hash " + expected + ", recorded is " + row.hash);
            return false;
        }
        return true;
    }

    private void checkHead() {
        ChainHead head = new ChainRecords(turn).head(new TreeId(tree));
        if (head.count() != lastSeq) {
            report(
                    Math.max(head.count(), lastSeq),
                    Fault.WRONG_HEAD,
                    "the recorded head counts " + head.count() + " events, the last one found is "
                            + lastSeq);
        } else if (lastIsSound && !head.hash().equals(lastHash)) {
            report(
                    lastSeq,
                    Fault.WRONG_HEAD,
                    "the recorded head has another hash than the last event");
        }
    }

    private void report(long seq, Fault fault, String detail) {
        findings.add(new Finding(new TreeId(tree), seq, fault, detail));
    }
}
