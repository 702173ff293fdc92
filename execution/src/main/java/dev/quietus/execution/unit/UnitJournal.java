package dev.quietus.execution.unit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The units of this machine that run or are not reported yet: one small file for each, written and
 * synced before the command's first instruction runs, and deleted when the ledger has its end. The
 * ledger is the truth; this is where the next process on this machine finds what to ask it about.
 *
 * <p>Safe for use by several processes: each file has one writer at a time, and appears whole.
 *
 * @param folder where the files lie; made when it is first needed
 */
public record UnitJournal(Path folder) {
    private static final String SUFFIX = ".unit";
    private static final int MOST_BYTES = 65_536;
    private static final int MOST_ENTRIES = 10_000;

    /** The journal of this machine, in its state folder. */
    public static UnitJournal in(Path state) {
        return new UnitJournal(state.resolve("units"));
    }

    /**
     * What is noted of one unit.
     *
     * @param unit how it is found
     * @param url the server that has its operation
     * @param run the run
     * @param operation the operation
     * @param attempt the attempt
     * @param holder the process with whose end everything of it has ended; see
     *     {@link StartedUnit#holder()}
     * @param grace how long its processes are given to end
     * @param tracked the folders whose changes are looked for at its end
     * @param ended how it ended, once that is known and proven; the ledger may not have it yet
     */
    public record Entry(
            UnitName unit,
            String url,
            String run,
            String operation,
            long attempt,
            Optional<ProcessKey> holder,
            Duration grace,
            List<Path> tracked,
            Optional<Ended> ended) {
        /** Checks that it can be written line by line. */
        public Entry {
            tracked = List.copyOf(tracked);
            Stream.concat(Stream.of(url, run, operation), tracked.stream().map(Path::toString))
                    .filter(text -> text.indexOf('\n') >= 0)
                    .findAny()
                    .ifPresent(text -> {
                        throw new IllegalArgumentException("a line break in '" + text + "'");
                    });
        }

        /** The same with what is known of its end. */
        public Entry with(Ended end) {
            return new Entry(
                    unit, url, run, operation, attempt, holder, grace, tracked, Optional.of(end));
        }
    }

    /**
     * A proven end, in the words of the ledger's finish.
     *
     * @param outcome {@code succeeded}, {@code failed} or {@code cancelled}
     * @param effect {@code present}, {@code absent}, {@code unknown} or {@code not_reported}
     * @param outputDigest the digest of its output, or an empty text
     * @param error what went wrong, or an empty text
     * @param detail all that is known, for people
     */
    public record Ended(
            String outcome, String effect, String outputDigest, String error, String detail) {
        /** Keeps each on one line. */
        public Ended {
            outcome = oneLine(outcome);
            effect = oneLine(effect);
            outputDigest = oneLine(outputDigest);
            error = oneLine(error);
            detail = oneLine(detail);
        }

        private static String oneLine(String text) {
            return text.replace('\n', ' ');
        }
    }

    /** Writes an entry; it is on the disk when this returns. */
    public void write(Entry entry) throws IOException {
        Files.createDirectories(folder, ownersOnly("rwx------"));
        StringBuilder text = new StringBuilder("quietus-unit 1\n");
        line(text, "unit", entry.unit().toString());
        line(text, "url", entry.url());
        line(text, "run", entry.run());
        line(text, "operation", entry.operation());
        line(text, "attempt", Long.toString(entry.attempt()));
        entry.holder().ifPresent(process -> line(text, "holder", process.toString()));
        line(text, "grace_ms", Long.toString(entry.grace().toMillis()));
        entry.tracked().forEach(path -> line(text, "track", path.toString()));
        entry.ended().ifPresent(ended -> {
            line(text, "outcome", ended.outcome());
            line(text, "effect", ended.effect());
            line(text, "output_digest", ended.outputDigest());
            line(text, "error", ended.error());
            line(text, "detail", ended.detail());
        });
        text.append("end\n");
        Path file = file(entry.unit());
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        try (FileChannel channel = FileChannel.open(
                fresh,
                java.util.Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                ownersOnly("rw-------"))) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text.toString());
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        move(fresh, file);
        sync(folder);
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(name).append(' ').append(value).append('\n');
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** A folder's own entries are synced where the system can do that. */
    private static void sync(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException notHere) {
            return;
        }
    }

    private static FileAttribute<?>[] ownersOnly(String permissions) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Whether this unit is noted. */
    public boolean has(UnitName unit) {
        return Files.exists(file(unit));
    }

    /** The entry of a unit. */
    public Optional<Entry> find(UnitName unit) {
        return Files.exists(file(unit)) ? read(file(unit)) : Optional.empty();
    }

    /** Deletes the entry of a unit whose end the ledger has. May be repeated. */
    public void delete(UnitName unit) throws IOException {
        Files.deleteIfExists(file(unit));
        Files.deleteIfExists(tried(unit));
    }

    /** Notes that somebody has just tried in vain to show that nothing of a unit lives. */
    public void triedInVain(UnitName unit) throws IOException {
        Files.deleteIfExists(tried(unit));
        Files.createFile(tried(unit), ownersOnly("rw-------"));
    }

    /** Whether that was noted within this time. */
    public boolean triedInVainWithin(UnitName unit, Duration time) {
        try {
            FileTime at = Files.getLastModifiedTime(tried(unit));
            return at.toInstant().isAfter(Instant.now().minus(time));
        } catch (IOException never) {
            return false;
        }
    }

    private Path tried(UnitName unit) {
        return folder.resolve(unit.mark() + ".tried");
    }

    /** All entries that can be read; a damaged file is nobody's unit and is left where it is. */
    public List<Entry> all() {
        List<Entry> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .limit(MOST_ENTRIES)
                    .forEach(file -> read(file).ifPresent(all::add));
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of units " + folder, e);
        }
        return all;
    }

    private Path file(UnitName unit) {
        return folder.resolve(unit.mark() + SUFFIX);
    }

    private static Optional<Entry> read(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                return Optional.empty();
            }
            return parse(Files.readAllLines(file, StandardCharsets.UTF_8));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static Optional<Entry> parse(List<String> lines) {
        if (lines.size() < 2
                || !lines.getFirst().equals("quietus-unit 1")
                || !lines.getLast().equals("end")) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        List<Path> tracked = new ArrayList<>();
        for (String line : lines.subList(1, lines.size() - 1)) {
            int space = line.indexOf(' ');
            if (space < 1) {
                return Optional.empty();
            }
            String value = line.substring(space + 1);
            if (line.startsWith("track ")) {
                tracked.add(Path.of(value));
            } else {
                values.put(line.substring(0, space), value);
            }
        }
        try {
            return UnitName.parse(values.getOrDefault("unit", ""))
                    .map(unit -> new Entry(
                            unit,
                            values.getOrDefault("url", ""),
                            values.getOrDefault("run", ""),
                            values.getOrDefault("operation", ""),
                            Long.parseLong(values.getOrDefault("attempt", "")),
                            Optional.ofNullable(values.get("holder")).map(ProcessKey::parse),
                            Duration.ofMillis(Long.parseLong(values.getOrDefault("grace_ms", ""))),
                            tracked,
                            ended(values)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<Ended> ended(Map<String, String> values) {
        return Optional.ofNullable(values.get("outcome"))
                .map(outcome -> new Ended(
                        outcome,
                        values.getOrDefault("effect", "not_reported"),
                        values.getOrDefault("output_digest", ""),
                        values.getOrDefault("error", ""),
                        values.getOrDefault("detail", "")));
    }
}
