package dev.quietus.execution.undo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.execution.files.FileReport;
import dev.quietus.execution.files.ScanProgress;
import dev.quietus.execution.files.TrackedPath;
import dev.quietus.execution.files.Tracking;
import dev.quietus.execution.files.TrackingLimits;
import dev.quietus.execution.files.Tree;
import dev.quietus.execution.files.UnitFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random folders, random commands, random people; compared with what the folder was. */
class UndoPropertyTest {
    private static final int ROUNDS = Integer.getInteger("quietus.undo.rounds", 12);
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void takesBackWhateverTheCommandDid(long seed) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed * 1_000_003 + round);
            Fixture fixture = new Fixture("a" + seed + "-" + round, random);
            Map<String, String> before = Tree.of(fixture.folder);
            Tracking tracking = fixture.begin();
            fixture.work.mutate(1 + random.nextInt(25));
            Map<String, String> left = Tree.of(fixture.folder);
            FileReport report = tracking.report(ScanProgress.SILENT);
            assertThat(changedPaths(report))
                    .as("seed %s round %s", seed, round)
                    .isEqualTo(differences(before, left));

            UndoResult result = new FileUndo(fixture.unit, LIMIT).perform("test");

            assertThat(Tree.of(fixture.folder))
                    .as("seed %s round %s: %s", seed, round, result.paths())
                    .isEqualTo(before);
            assertThat(result.whole()).isTrue();
            UndoResult again = new FileUndo(fixture.unit, LIMIT).perform("test");
            assertThat(again.paths())
                    .allMatch(path -> path.outcome() == PathResult.Outcome.ALREADY);
            Tree.delete(fixture.folder);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6, 7, 8})
    void leavesAloneWhateverSomebodyElseDidSince(long seed) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed * 1_000_003 + round);
            Fixture fixture = new Fixture("b" + seed + "-" + round, random);
            Map<String, String> before = Tree.of(fixture.folder);
            Tracking tracking = fixture.begin();
            fixture.work.mutate(1 + random.nextInt(25));
            tracking.report(ScanProgress.SILENT);
            Map<String, String> left = Tree.of(fixture.folder);
            fixture.work.mutate(1 + random.nextInt(8));
            Map<String, String> found = Tree.of(fixture.folder);

            UndoPlan plan = new FileUndo(fixture.unit, LIMIT).plan();
            assertThat(Tree.of(fixture.folder)).isEqualTo(found);
            UndoResult result = new FileUndo(fixture.unit, LIMIT).perform("test");

            Map<String, String> now = Tree.of(fixture.folder);
            TreeMap<String, String> all = new TreeMap<>(before);
            all.putAll(left);
            all.putAll(found);
            all.putAll(now);
            for (String path : all.keySet()) {
                String was = before.getOrDefault(path, "nothing");
                String after = left.getOrDefault(path, "nothing");
                String seen = found.getOrDefault(path, "nothing");
                String is = now.getOrDefault(path, "nothing");
                if (!seen.equals(after) || was.equals(after)) {
                    assertThat(is)
                            .as("seed %s round %s: %s is somebody's", seed, round, path)
                            .isEqualTo(seen);
                } else {
                    assertThat(is)
                            .as("seed %s round %s: %s %s", seed, round, path, result.paths())
                            .isIn(was, after);
                }
            }
            assertThat(result.paths().stream().map(PathResult::path).toList())
                    .isEqualTo(plan.paths().stream().map(PlannedPath::path).toList());
            for (PathResult path : result.paths()) {
                String key = key(result.report(), path.path());
                if (path.outcome().takenBack()) {
                    assertThat(now.getOrDefault(key, "nothing"))
                            .as("seed %s round %s: %s", seed, round, path)
                            .isEqualTo(before.getOrDefault(key, "nothing"));
                }
            }
            Tree.delete(fixture.folder);
        }
    }

    private static java.util.Set<String> changedPaths(FileReport report) {
        java.util.Set<String> paths = new java.util.TreeSet<>();
        report.changes().forEach(change -> paths.add(key(report, change.path())));
        return paths;
    }

    private static String key(FileReport report, TrackedPath path) {
        return report.folder().relativize(path.under(report.folder())).toString();
    }

    private static java.util.Set<String> differences(
            Map<String, String> one, Map<String, String> other) {
        java.util.Set<String> paths = new java.util.TreeSet<>(one.keySet());
        paths.addAll(other.keySet());
        paths.removeIf(path -> java.util.Objects.equals(one.get(path), other.get(path)));
        return paths;
    }

    /** One folder with its state and something that works in it. */
    private final class Fixture {
        private final Path folder;
        private final UnitFolder unit;
        private final RandomWork work;

        Fixture(String name, Random random) throws Exception {
            folder = Files.createDirectory(temp.resolve(name)).toRealPath();
            unit = UnitFolder.of(temp.resolve("state"), "run", name);
            work = new RandomWork(folder, random);
            work.build(5 + random.nextInt(25));
        }

        Tracking begin() {
            return Tracking.begin(folder, unit, TrackingLimits.DEFAULT, ScanProgress.SILENT);
        }
    }
}
