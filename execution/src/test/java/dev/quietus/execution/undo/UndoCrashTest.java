package dev.quietus.execution.undo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.execution.files.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fails the Nth step of an undo for N = 1, 2, … until none is failed, and undoes again. */
class UndoCrashTest {
    @TempDir
    Path temp;

    @ParameterizedTest
    @EnumSource(FaultyHands.Fault.class)
    void goesOnAfterAFaultAtAnyStep(FaultyHands.Fault fault) throws Exception {
        int step = 0;
        FaultyHands[] hands = new FaultyHands[1];
        do {
            int failing = ++step;
            Tracked tracked = new Tracked(temp, fault + "-" + step);
            build(tracked.folder);
            Map<String, String> before = Tree.of(tracked.folder);
            tracked.run(UndoCrashTest::command);

            UndoResult first = null;
            try {
                first = new FileUndo(tracked.unit, Tracked.LIMIT, root -> {
                            hands[0] = new FaultyHands(root, failing, fault);
                            return hands[0];
                        })
                        .perform("test");
            } catch (FaultyHands.Died e) {
                assertThat(tracked.undo().plan()).isNotNull();
            }
            boolean wholeAtOnce = first != null && first.whole();
            UndoResult again = tracked.undo().perform("test");

            assertThat(Tree.of(tracked.folder))
                    .as("%s at step %s: %s", fault, step, again.paths())
                    .isEqualTo(before);
            assertThat(again.whole()).isTrue();
            assertThat(hands[0].failed() || wholeAtOnce).isTrue();
        } while (hands[0].failed());
        assertThat(step).isGreaterThan(40);
    }

    @ParameterizedTest
    @EnumSource(FaultyHands.Fault.class)
    void survivesFaultAfterFault(FaultyHands.Fault fault) throws Exception {
        Tracked tracked = new Tracked(temp, "again-" + fault);
        build(tracked.folder);
        Map<String, String> before = Tree.of(tracked.folder);
        tracked.run(UndoCrashTest::command);
        List<FaultyHands> all = new ArrayList<>();
        UndoResult result = null;
        for (int step = 1; result == null || !result.whole(); step++) {
            int failing = step;
            try {
                result = new FileUndo(tracked.unit, Tracked.LIMIT, root -> {
                            all.add(new FaultyHands(root, failing, fault));
                            return all.getLast();
                        })
                        .perform("test");
            } catch (FaultyHands.Died e) {
                assertThat(all.getLast().failed()).isTrue();
            }
            assertThat(step).isLessThan(500);
        }
        assertThat(Tree.of(tracked.folder)).isEqualTo(before);
    }

    private static void build(Path folder) throws Exception {
        Files.writeString(folder.resolve("edited"), "as it was");
        Files.writeString(folder.resolve("tool.sh"), "#!/bin/sh");
        Tree.mode(folder.resolve("tool.sh"), 04755);
        Files.writeString(folder.resolve("gone"), "gone");
        Files.createSymbolicLink(folder.resolve("link"), Path.of("edited"));
        Path locked = Files.createDirectory(folder.resolve("locked"));
        Files.writeString(locked.resolve("a"), "a");
        Files.createDirectory(locked.resolve("empty"));
        Tree.mode(locked, 0555);
        Files.createDirectories(folder.resolve("deep/er"));
        Files.writeString(folder.resolve("deep/er/file"), "deep");
        Files.writeString(folder.resolve("file to folder"), "file");
        Files.createDirectory(folder.resolve("folder to file"));
        Files.writeString(folder.resolve("folder to file/x"), "x");
        Tree.mode(folder.resolve("folder to file"), 0750);
    }

    private static void command(Path folder) throws Exception {
        Files.writeString(folder.resolve("edited"), "and as it is now");
        Tree.mode(folder.resolve("tool.sh"), 0600);
        Files.delete(folder.resolve("gone"));
        Files.delete(folder.resolve("link"));
        Files.createSymbolicLink(folder.resolve("link"), Path.of("elsewhere"));
        Tree.mode(folder.resolve("locked"), 0755);
        Tree.delete(folder.resolve("locked"));
        Tree.delete(folder.resolve("deep/er"));
        Tree.mode(folder.resolve("deep"), 0500);
        Files.delete(folder.resolve("file to folder"));
        Files.createDirectory(folder.resolve("file to folder"));
        Files.writeString(folder.resolve("file to folder/new"), "new");
        Tree.delete(folder.resolve("folder to file"));
        Files.writeString(folder.resolve("folder to file"), "file now");
        Files.createDirectories(folder.resolve("made/by/it"));
        Files.writeString(folder.resolve("made/by/it/file"), "made");
    }
}
