package dev.quietus.execution.undo;

import dev.quietus.core.Wire;
import dev.quietus.execution.files.ContentStore;
import dev.quietus.execution.files.FileReport;
import dev.quietus.execution.files.FileTrackingException;
import dev.quietus.execution.files.Sight;
import dev.quietus.execution.files.TrackedPath;
import dev.quietus.execution.files.Tracking;
import dev.quietus.execution.files.UnitFolder;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Takes back what a command did to a folder, as its report names it. {@link #plan} changes nothing;
 * {@link #perform} may be repeated, and goes on where it was cut off.
 *
 * <p>Between the last look at a path and the step that changes it, some microseconds are left in
 * which a rival's change is lost; so is what a program writes later through a file that it had open
 * before.
 */
public final class FileUndo {
    private final UnitFolder unit;
    private final Duration limit;
    private final Journal journal;
    private final Function<Path, Hands> handsFor;

    /**
     * Prepares it.
     *
     * @param unit where snapshot, contents and report lie
     * @param limit how long one call may take
     */
    public FileUndo(UnitFolder unit, Duration limit) {
        this(unit, limit, RealHands::new);
    }

    FileUndo(UnitFolder unit, Duration limit, Function<Path, Hands> handsFor) {
        this.unit = unit;
        this.limit = limit;
        this.journal = new Journal(unit.undo());
        this.handsFor = handsFor;
    }

    /**
     * What would be done now.
     *
     * @throws FileTrackingException {@code REFUSED} if there is no report, {@code DAMAGED} if a
     *     record is, {@code STOPPED} if it takes too long, {@code UNAVAILABLE} if the state can't
     *     be read
     */
    public UndoPlan plan() {
        FileReport report = Tracking.recorded(unit);
        try (ContentStore store = ContentStore.open(unit.content())) {
            return planned(report, store, sight(report), journal.open());
        } catch (IOException e) {
            throw unavailable(e);
        } catch (Sight.Over e) {
            throw stopped(e);
        }
    }

    private Sight sight(FileReport report) {
        return new Sight(report.folder(), limit);
    }

    private static UndoPlan planned(
            FileReport report, ContentStore store, Sight sight, Optional<Journal.Round> open)
            throws Sight.Over {
        Set<TrackedPath> begun = new HashSet<>();
        open.ifPresent(round -> round.paths().forEach((path, verdict) -> {
            if (verdict.acts()) {
                begun.add(path);
            }
        }));
        return new Planning(sight, store, begun).plan(report);
    }

    /**
     * Does it. Each path has a result; one that fails does not keep the others from being tried. If
     * the time is over, the rest is {@code NOT_REACHED}, and a repeated call goes on.
     *
     * @param by who asked, for the record
     * @throws FileTrackingException as {@link #plan}, and {@code REFUSED} if another undo of the
     *     same command is under way
     */
    public UndoResult perform(String by) {
        FileReport report = Tracking.recorded(unit);
        try {
            Files.createDirectories(unit.undo());
            try (FileChannel channel = FileChannel.open(
                            unit.undo().resolve("lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
                    FileLock lock = lock(channel);
                    ContentStore store = ContentStore.open(unit.content())) {
                return locked(report, store, by, lock);
            }
        } catch (IOException e) {
            throw unavailable(e);
        } catch (Sight.Over e) {
            throw stopped(e);
        }
    }

    private FileLock lock(FileChannel channel) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            throw new FileTrackingException(
                    FileTrackingException.Code.REFUSED,
                    "another undo of the same command is under way in " + unit.path());
        }
        return lock;
    }

    private UndoResult locked(FileReport report, ContentStore store, String by, FileLock lock)
            throws IOException, Sight.Over {
        Optional<Journal.Round> open = journal.open();
        Hands hands = handsFor.apply(report.folder());
        boolean cleared = open.map(round -> clearLeftovers(hands, round)).orElse(true);
        Sight sight = sight(report);
        UndoPlan plan = planned(report, store, sight, open);
        if (open.isEmpty() && !plan.acts()) {
            return new UndoResult(
                    report, new Performing(hands, sight, store, new Temporary("")).perform(plan));
        }
        Journal.Round round = open.isPresent() ? open.get() : begin(plan, by);
        List<PathResult> results =
                new Performing(hands, sight, store, new Temporary(round.nonce())).perform(plan);
        UndoResult result = new UndoResult(report, credited(results, round));
        // What failed may be half done, so its round is not over until it is tried again.
        boolean over = cleared
                && result.count(PathResult.Outcome.NOT_REACHED) == 0
                && result.count(PathResult.Outcome.FAILED) == 0;
        if (over && lock.isValid()) {
            journal.end(round, result, Wire.time(Instant.now()));
        }
        return result;
    }

    private Journal.Round begin(UndoPlan plan, String by) throws IOException {
        Map<TrackedPath, Verdict> paths = new LinkedHashMap<>();
        plan.paths().forEach(path -> paths.put(path.path(), path.verdict()));
        Journal.Round round =
                new Journal.Round(journal.last() + 1, UUID.randomUUID().toString(), by, paths);
        journal.begin(round, plan, Wire.time(Instant.now()));
        return round;
    }

    /** Tells whether nothing of the kind is left. */
    private static boolean clearLeftovers(Hands hands, Journal.Round round) {
        boolean cleared = true;
        Temporary temporary = new Temporary(round.nonce());
        for (Map.Entry<TrackedPath, Verdict> path : round.paths().entrySet()) {
            if (path.getValue() != Verdict.REMOVE && path.getValue().acts()) {
                try {
                    hands.removeLeftover(path.getKey().parent(), temporary.of(path.getKey()));
                } catch (NoSuchFileException | NotDirectoryException e) {
                    // Its folder is gone, and it with it.
                } catch (IOException e) {
                    cleared = false;
                }
            }
        }
        return cleared;
    }

    /** What an earlier, cut off part of this round had done is its doing. */
    private static List<PathResult> credited(List<PathResult> results, Journal.Round round) {
        return results.stream()
                .map(result -> {
                    Verdict meant = round.paths().get(result.path());
                    return result.outcome() == PathResult.Outcome.ALREADY && meant != null
                            ? switch (meant) {
                                case RESTORE -> as(result, PathResult.Outcome.RESTORED);
                                case RECREATE -> as(result, PathResult.Outcome.RECREATED);
                                case REMOVE -> as(result, PathResult.Outcome.REMOVED);
                                case ALREADY, CONFLICT, NOT_RESTORABLE -> result;
                            }
                            : result;
                })
                .toList();
    }

    private static PathResult as(PathResult result, PathResult.Outcome outcome) {
        return new PathResult(
                result.path(), outcome, "it was done before this undo was interrupted");
    }

    private static FileTrackingException unavailable(IOException e) {
        return new FileTrackingException(
                FileTrackingException.Code.UNAVAILABLE,
                "the state of the undo can't be read or written: " + e.getMessage(),
                e);
    }

    private static FileTrackingException stopped(Sight.Over e) {
        return new FileTrackingException(
                FileTrackingException.Code.STOPPED,
                "the undo did not come to its plan: " + e.getMessage(),
                e);
    }
}
