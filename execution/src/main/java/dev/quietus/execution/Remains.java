package dev.quietus.execution;

import dev.quietus.execution.files.UnitFolder;
import dev.quietus.execution.unit.UnitJournal;
import dev.quietus.execution.unit.UnitSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What units leave behind on a machine, and when it goes: output, reports and snapshots thirty days
 * after they were last touched, empty control groups of dead supervisors after a day. What is still
 * noted in the journal stays, however old it is.
 *
 * <p>Repeatable, and safe beside running units: theirs are noted, and never that old.
 *
 * @param system the operating system
 * @param state the state folder of this machine
 * @param clock the time of this machine, which is that of its files
 */
public record Remains(UnitSystem system, Path state, InstantSource clock) {
    /** How long output, report and snapshot of a unit are kept. */
    public static final Duration KEPT = Duration.ofDays(30);

    private static final Duration GROUPS_KEPT = Duration.ofDays(1);
    private static final Duration EVERY = Duration.ofDays(1);
    private static final String LAST = ".cleared";
    private static final int MOST_FOLDERS = 100_000;

    /** Those of this machine, by its own clock. */
    public static Remains here(UnitSystem system, Path state) {
        return new Remains(system, state, InstantSource.system());
    }

    /**
     * Clears, if that was not tried within the last day. Returns how many units' folders went. What
     * fails is tried again the next day, not at the next call.
     */
    public int clearDaily() throws IOException {
        Path units = journal().folder();
        Path last = units.resolve(LAST);
        if (!Files.isDirectory(units) || modified(last).filter(this::isRecent).isPresent()) {
            return 0;
        }
        Files.write(last, new byte[0]);
        Files.setLastModifiedTime(last, FileTime.from(clock.instant()));
        return clear();
    }

    private boolean isRecent(Instant at) {
        return at.isAfter(clock.instant().minus(EVERY));
    }

    /** Clears now. Returns how many units' folders went. */
    public int clear() throws IOException {
        List<UnitJournal.Entry> noted = journal().all();
        Set<String> marks = noted.stream()
                .map(entry -> entry.unit().mark())
                .collect(Collectors.toUnmodifiableSet());
        system.clear(marks, clock.instant().minus(GROUPS_KEPT));
        Set<Path> kept = noted.stream()
                .map(entry ->
                        UnitFolder.of(state, entry.run(), entry.operation()).operation())
                .collect(Collectors.toUnmodifiableSet());
        int cleared = 0;
        for (Path run : folders(journal().folder())) {
            for (Path operation : folders(run)) {
                if (!kept.contains(operation.toAbsolutePath()) && isOld(operation)) {
                    delete(operation);
                    cleared++;
                }
            }
            deleteIfEmpty(run);
        }
        return cleared;
    }

    /** The folders of the units lie in that of the journal. */
    private UnitJournal journal() {
        return UnitJournal.in(state);
    }

    private static List<Path> folders(Path parent) throws IOException {
        try (Stream<Path> entries = Files.list(parent)) {
            return entries.filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                    .limit(MOST_FOLDERS)
                    .toList();
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (UncheckedIOException e) {
            throw new IOException("listing " + parent, e);
        }
    }

    /** Neither the folder nor anything directly in it or in its files' state was touched lately. */
    private boolean isOld(Path operation) throws IOException {
        Instant bound = clock.instant().minus(KEPT);
        try (Stream<Path> entries = Files.walk(operation, 2)) {
            return entries.allMatch(
                    each -> modified(each).filter(at -> at.isBefore(bound)).isPresent());
        } catch (UncheckedIOException changing) {
            return false;
        }
    }

    private static Optional<Instant> modified(Path file) {
        try {
            return Optional.of(
                    Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant());
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                    throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path emptied, @Nullable IOException failure)
                    throws IOException {
                Files.deleteIfExists(emptied);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void deleteIfEmpty(Path run) throws IOException {
        try {
            Files.deleteIfExists(run);
        } catch (DirectoryNotEmptyException used) {
            return;
        }
    }
}
