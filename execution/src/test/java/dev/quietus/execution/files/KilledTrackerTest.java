package dev.quietus.execution.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.googlecode.javaewah.EWAHCompressedBitmap;
import dev.quietus.core.ledger.CanonicalJson;
import dev.quietus.execution.OwnJava;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/** The process that tracks is killed; another one still says exactly what changed. */
class KilledTrackerTest {
    @TempDir
    Path temp;

    /** Takes a snapshot, says so, and waits for its end. */
    static final class Tracker {
        private Tracker() {}

        public static void main(String[] arguments) throws Exception {
            Tracking.begin(
                    Path.of(arguments[0]),
                    UnitFolder.of(Path.of(arguments[1]), "run", "op"),
                    TrackingLimits.DEFAULT,
                    (entries, _) -> System.out.println("seen " + entries));
            System.out.println("begun");
            System.in.read();
        }
    }

    private Process start(Path folder) throws Exception {
        return new ProcessBuilder(
                        OwnJava.PROGRAM,
                        "-cp",
                        classPath(),
                        Tracker.class.getName(),
                        folder.toString(),
                        temp.resolve("state").toString())
                .redirectErrorStream(true)
                .start();
    }

    private static String classPath() {
        return Stream.of(
                        Tracker.class,
                        Tracking.class,
                        CanonicalJson.class,
                        ObjectId.class,
                        EWAHCompressedBitmap.class,
                        Logger.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .map(place -> Path.of(URI.create(place.toString())).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static void killWhenItSays(Process process, String word) throws Exception {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line;
            do {
                line = lines.readLine();
                assertThat(line).as("the tracker ended early").isNotNull();
            } while (!line.startsWith(word));
            process.destroyForcibly();
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aKilledTrackerLeavesEnoughForAnother() throws Exception {
        Path folder = Files.createDirectory(temp.resolve("tracked"));
        Files.writeString(folder.resolve("file"), "old");
        killWhenItSays(start(folder), "begun");
        Files.writeString(folder.resolve("file"), "new");

        UnitFolder unit = UnitFolder.of(temp.resolve("state"), "run", "op");
        FileReport report =
                Tracking.resume(unit, TrackingLimits.DEFAULT).report(ScanProgress.SILENT);

        assertThat(report.changes())
                .singleElement()
                .satisfies(change -> assertThat(change.path().text()).isEqualTo("file"));
    }

    @Test
    void aTrackerKilledBeforeItsSnapshotIsWholeLeavesNone() throws Exception {
        Path folder = Files.createDirectory(temp.resolve("tracked"));
        for (int i = 0; i < 5_000; i++) {
            Files.writeString(folder.resolve("f" + i), "content " + i);
        }
        UnitFolder unit = UnitFolder.of(temp.resolve("state"), "run", "op");
        killWhenItSays(start(folder), "seen 1000");
        assertThat(unit.begun()).isFalse();

        Files.writeString(folder.resolve("f1"), "changed before the second try");
        Tracking again = Tracking.begin(folder, unit, TrackingLimits.DEFAULT, ScanProgress.SILENT);
        assertThat(again.report(ScanProgress.SILENT).changes()).isEmpty();
    }
}
