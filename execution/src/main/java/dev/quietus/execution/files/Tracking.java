package dev.quietus.execution.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What a command does to the files of one folder. {@link #begin} returns when all that was there is
 * on the disk; then the command may start. {@link #report} says what changed, and so does the same
 * call on {@link #resume} in another process, if this one was killed. Safe for use by one thread at
 * a time.
 */
public final class Tracking {
    private final UnitFolder unit;
    private final TrackingLimits limits;
    private final InstantSource clock;

    private Tracking(UnitFolder unit, TrackingLimits limits, InstantSource clock) {
        this.unit = unit;
        this.limits = limits;
        this.clock = clock;
    }

    /**
     * Takes the snapshot. When this throws, nothing can be taken back later, so the command must
     * not start. Where a snapshot of an earlier try lies, that one stands: the command may have
     * started since, and what was there before it is known from there only.
     *
     * @param folder the folder to track; links in its own path are resolved
     * @param unit where the state goes, neither in the folder nor around it
     * @param limits bounds
     * @param progress hears how far it is
     * @throws FileTrackingException {@code REFUSED} if it is no folder, lies in a bad place or has
     *     too many entries, {@code STOPPED} if time is over or the thread was interrupted,
     *     {@code UNAVAILABLE} if the state can't be written, {@code DAMAGED} if an earlier snapshot
     *     is
     */
    public static Tracking begin(
            Path folder, UnitFolder unit, TrackingLimits limits, ScanProgress progress) {
        return begin(folder, unit, limits, progress, InstantSource.system());
    }

    static Tracking begin(
            Path folder,
            UnitFolder unit,
            TrackingLimits limits,
            ScanProgress progress,
            InstantSource clock) {
        try {
            unit.create();
            Path real = realFolder(folder, unit);
            if (unit.begun()) {
                return again(real, unit, limits, clock);
            }
            take(real, unit, limits, new ScanWatch(limits.snapshot(), progress), clock.instant());
            return new Tracking(unit, limits, clock);
        } catch (FolderScan.TooMany e) {
            throw refused(e.getMessage() + ": track a smaller folder, or raise the limit");
        } catch (ScanWatch.Ended e) {
            throw new FileTrackingException(
                    FileTrackingException.Code.STOPPED,
                    "the snapshot of " + folder + " was not finished: " + e.getMessage(),
                    e);
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw new FileTrackingException(
                        FileTrackingException.Code.STOPPED,
                        "the snapshot of " + folder + " was interrupted",
                        e);
            }
            throw unavailable("the snapshot of " + folder + " could not be taken", e);
        }
    }

    private static Tracking again(
            Path real, UnitFolder unit, TrackingLimits limits, InstantSource clock) {
        Snapshot earlier = Snapshot.read(unit.snapshot());
        if (!earlier.folder().equals(real)) {
            throw refused(unit.path() + " already holds a snapshot of " + earlier.folder());
        }
        return new Tracking(unit, limits, clock);
    }

    private static Path realFolder(Path folder, UnitFolder unit) throws IOException {
        Path real;
        try {
            real = folder.toRealPath();
        } catch (NoSuchFileException e) {
            throw refused(folder + " is not there, so it can't be tracked");
        }
        if (!Files.isDirectory(real)) {
            throw refused(folder + " is no folder, so it can't be tracked");
        }
        Path state = unit.path().toRealPath();
        if (state.startsWith(real) || real.startsWith(state)) {
            throw refused("the state in " + state + " and the tracked folder " + real
                    + " lie in each other; choose another state folder");
        }
        return real;
    }

    private static void take(
            Path real, UnitFolder unit, TrackingLimits limits, ScanWatch watch, Instant now)
            throws IOException, ScanWatch.Ended {
        ScanWatch.Ended[] ended = new ScanWatch.Ended[1];
        try (ContentStore store = ContentStore.create(unit.content())) {
            Snapshot.write(unit.snapshot(), sink -> {
                sink.line(Snapshot.head(real, now));
                SnapshotTaking taking = new SnapshotTaking(store, limits, watch, sink);
                try {
                    FolderScan.walk(real, limits.entries(), watch, taking);
                } catch (ScanWatch.Ended e) {
                    ended[0] = e;
                    throw new IOException(e);
                }
                taking.check();
                // The contents are on the disk before the record that names them is.
                store.seal();
            });
        } catch (IOException e) {
            if (ended[0] != null) {
                throw ended[0];
            }
            throw e;
        }
    }

    /**
     * Opens what was begun, possibly by a process that was killed since.
     *
     * @throws FileTrackingException {@code REFUSED} if no snapshot was completed there: then the
     *     command never started under tracking
     */
    public static Tracking resume(UnitFolder unit, TrackingLimits limits) {
        if (!unit.begun()) {
            throw refused("no snapshot lies in " + unit.path());
        }
        return new Tracking(unit, limits, InstantSource.system());
    }

    /**
     * Compares the folder as it is now with the snapshot, and records the answer durably. If the
     * time is over or the thread is interrupted, the answer is partial and says so; a later call
     * can complete it.
     *
     * @param progress hears how far it is
     * @throws FileTrackingException {@code DAMAGED} if the snapshot is, {@code UNAVAILABLE} if the
     *     state can't be read or the report not be written
     */
    public FileReport report(ScanProgress progress) {
        FileReport report =
                compare(Snapshot.read(unit.snapshot()), limits, progress, clock.instant());
        try {
            writeUninterrupted(report);
        } catch (IOException e) {
            throw unavailable("the report of " + report.folder() + " could not be written", e);
        }
        return report;
    }

    /** An interrupt closes the channel that is being written to, so it waits until this is done. */
    private void writeUninterrupted(FileReport report) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            ReportFile.write(unit.report(), report);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static FileReport compare(
            Snapshot snapshot, TrackingLimits limits, ScanProgress progress, Instant now) {
        ScanWatch watch = new ScanWatch(limits.comparison(), progress);
        Comparison comparison = new Comparison(snapshot, watch);
        Optional<String> cutShort = Optional.empty();
        try {
            // What a command created may be any number more than what was there.
            FolderScan.walk(snapshot.folder(), TrackingLimits.MOST_ENTRIES, watch, comparison);
        } catch (ScanWatch.Ended | FolderScan.TooMany e) {
            cutShort = Optional.of(String.valueOf(e.getMessage()));
        } catch (NoSuchFileException e) {
            comparison.rootGone();
        } catch (IOException e) {
            cutShort = Optional.of("the folder can't be read: " + FolderScan.reason(e));
        }
        return comparison.report(now, cutShort);
    }

    /**
     * The report that was recorded last.
     *
     * @throws FileTrackingException {@code REFUSED} if there is none, {@code DAMAGED} if it is
     */
    public static FileReport recorded(UnitFolder unit) {
        if (!unit.reported()) {
            throw refused("no report lies in " + unit.path());
        }
        return ReportFile.read(unit.report());
    }

    private static FileTrackingException refused(String message) {
        return new FileTrackingException(FileTrackingException.Code.REFUSED, message);
    }

    private static FileTrackingException unavailable(String what, IOException e) {
        return new FileTrackingException(
                FileTrackingException.Code.UNAVAILABLE, what + ": " + e.getMessage(), e);
    }
}
