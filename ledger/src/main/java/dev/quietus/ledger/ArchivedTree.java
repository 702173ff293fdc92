package dev.quietus.ledger;

import static dev.quietus.ledger.schema.Tables.BARRIER;
import static dev.quietus.ledger.schema.Tables.IN_FLIGHT;
import static dev.quietus.ledger.schema.Tables.OPERATION;
import static dev.quietus.ledger.schema.Tables.RECEIPT;
import static dev.quietus.ledger.schema.Tables.RUN;

import dev.quietus.core.Wire;
import dev.quietus.core.ledger.CanonicalJson;
import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.Digests;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.ledger.LedgerUnavailableException.Reason;
import dev.quietus.core.run.TreeId;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jooq.Field;
import org.jooq.Table;
import org.jspecify.annotations.Nullable;

/**
 * One tree as files in a directory of its own: a line of JSON for each row, and a manifest with the
 * digest of each file, which is written last. The events are as {@code quietus events --output
 * jsonl} gives them, so that {@code quietus verify --events} takes them.
 */
final class ArchivedTree {
    static final String EVENTS = "events.jsonl";
    static final String MANIFEST = "manifest.json";
    static final List<String> FILES = List.of(
            EVENTS,
            "runs.jsonl",
            "operations.jsonl",
            "barriers.jsonl",
            "in_flight.jsonl",
            "receipts.jsonl",
            MANIFEST);
    /** How many rows are in memory at once. */
    static final int AT_ONCE = 500;

    private static final int LONGEST_NAME = 80;

    private final Turn turn;
    private final TreeId tree;

    ArchivedTree(Turn turn, TreeId tree) {
        this.turn = turn;
        this.tree = tree;
    }

    /**
     * What was written.
     *
     * @param directory where
     * @param digest the manifest's digest
     * @param head where the chain ended
     * @param highestPlace the highest place of an event in it
     */
    record Written(Path directory, String digest, ChainHead head, long highestPlace) {}

    /** The name of a tree's directory: readable, and never the same for two trees. */
    static String name(TreeId tree) {
        String plain = tree.value().replaceAll("[^A-Za-z0-9._-]", "_");
        String start = plain.substring(0, Math.min(plain.length(), LONGEST_NAME));
        return start + "-" + Digests.sha256(tree.value()).substring(0, 12);
    }

    @SuppressWarnings("unchecked")
    static Field<String> treeOf(Table<?> table) {
        return (Field<String>) Objects.requireNonNull(table.field("tree_id"));
    }

    Written write(Path into) {
        Path directory = into.resolve(name(tree));
        try {
            Files.createDirectories(directory);
            Map<String, Object> digests = new TreeMap<>();
            ChainHead head = new ChainRecords(turn).head(tree);
            requireOwn(directory, head);
            AtomicLong highest = new AtomicLong();
            digests.put(EVENTS, write(directory, EVENTS, out -> events(out, highest)));
            for (Table<?> table : List.of(RUN, OPERATION, BARRIER, IN_FLIGHT, RECEIPT)) {
                String file =
                        table.equals(IN_FLIGHT) ? "in_flight.jsonl" : table.getName() + "s.jsonl";
                digests.put(file, write(directory, file, out -> rows(out, table)));
            }
            Map<String, Object> manifest = new LinkedHashMap<>();
            manifest.put("tree_id", tree.value());
            manifest.put("event_count", head.count());
            manifest.put("head_hash", head.hash());
            manifest.put("archived_at", Wire.time(turn.now()));
            manifest.put("sha256", digests);
            String digest = write(
                    directory,
                    MANIFEST,
                    out -> out.append(CanonicalJson.write(manifest)).append('\n'));
            return new Written(directory.toAbsolutePath(), digest, head, highest.get());
        } catch (IOException e) {
            throw new LedgerUnavailableException(
                    Reason.FAILED,
                    "archiving tree " + tree + " to " + directory + ": " + e
                            + "; the tree stays in the ledger",
                    e);
        }
    }

    private List<EventRow> page(long after) {
        return EventPages.ofTree(turn, tree, after, AT_ONCE);
    }

    private void events(Appendable out, AtomicLong highest) throws IOException {
        List<EventRow> page = page(0);
        while (!page.isEmpty()) {
            for (EventRow row : page) {
                out.append(CanonicalJson.write(row.event().shown())).append('\n');
                highest.accumulateAndGet(row.position(), Math::max);
            }
            page = page(page.getLast().event().seq());
        }
    }

    /** In the order of their keys, a page at a time: a tree can be larger than the memory. */
    private void rows(Appendable out, Table<?> table) throws IOException {
        List<? extends Field<?>> key =
                Objects.requireNonNull(table.getPrimaryKey()).getFields().stream()
                        .filter(field -> !field.equals(treeOf(table)))
                        .toList();
        List<Map<String, Object>> page = page(table, key, new Object[0]);
        while (!page.isEmpty()) {
            for (Map<String, Object> row : page) {
                out.append(CanonicalJson.write(row)).append('\n');
            }
            Map<String, Object> last = page.getLast();
            page = page(
                    table,
                    key,
                    key.stream().map(field -> last.get(field.getName())).toArray());
        }
    }

    private List<Map<String, Object>> page(
            Table<?> table, List<? extends Field<?>> key, Object[] behind) {
        List<String> names = table.fieldStream().map(Field::getName).toList();
        var ordered = turn.dialect()
                .dsl()
                .select(table.fields())
                .from(table)
                .where(treeOf(table).eq(tree.value()))
                .orderBy(key);
        return turn.all(
                in -> row(in, names),
                behind.length == 0
                        ? ordered.limit(AT_ONCE)
                        : ordered.seek(behind).limit(AT_ONCE));
    }

    /** Another ledger can have a tree of the same name; its files are not touched. */
    private void requireOwn(Path directory, ChainHead head) throws IOException {
        Path manifest = directory.resolve(MANIFEST);
        if (Files.exists(manifest) && !Files.readString(manifest).contains(head.hash())) {
            throw new IOException(
                    manifest + " is there already, of another chain; name another directory");
        }
    }

    private static Map<String, Object> row(RowReader in, List<String> names) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (String name : names) {
            @Nullable Object value = in.any();
            if (value != null) {
                row.put(name, value);
            }
        }
        return row;
    }

    private interface Lines {
        void to(Appendable out) throws IOException;
    }

    /** Writes a file whole or not at all, to the disk, and returns its digest. */
    private static String write(Path directory, String name, Lines lines) throws IOException {
        Path file = directory.resolve(name);
        Path beside = directory.resolve(name + ".part");
        MessageDigest digest = Digests.start();
        try (FileChannel channel = FileChannel.open(
                        beside,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING);
                Writer out = new BufferedWriter(new OutputStreamWriter(
                        new DigestOutputStream(Channels.newOutputStream(channel), digest),
                        StandardCharsets.UTF_8))) {
            lines.to(out);
            out.flush();
            channel.force(true);
        }
        Files.move(
                beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return HexFormat.of().formatHex(digest.digest());
    }
}
