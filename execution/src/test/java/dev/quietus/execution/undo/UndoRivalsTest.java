package dev.quietus.execution.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.execution.files.FileTrackingException;
import dev.quietus.execution.files.Tree;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody else works in the folder, before the undo or beside it. */
class UndoRivalsTest {
    @TempDir
    Path temp;

    private Tracked tracked;
    private Path folder;

    @BeforeEach
    void makeFolder() throws Exception {
        tracked = new Tracked(temp, "tracked");
        folder = tracked.folder;
    }

    @Test
    void namesConflictsAndLeavesThemAlone() throws Exception {
        Files.writeString(folder.resolve("edited"), "old");
        Files.writeString(folder.resolve("deleted"), "old");
        tracked.run(_ -> {
            Files.writeString(folder.resolve("edited"), "by the command");
            Files.delete(folder.resolve("deleted"));
            Files.writeString(folder.resolve("created"), "by the command");
            Files.createDirectory(folder.resolve("folder"));
        });
        Files.writeString(folder.resolve("edited"), "by a person");
        Files.writeString(folder.resolve("deleted"), "by a person");
        Files.writeString(folder.resolve("created"), "by a person");
        Files.writeString(folder.resolve("folder/mine"), "by a person");
        Map<String, String> found = Tree.of(folder);

        UndoPlan plan = tracked.undo().plan();
        UndoResult result = tracked.undo().perform("test");

        assertThat(plan.count(Verdict.CONFLICT)).isEqualTo(4);
        assertThat(result.paths())
                .hasSize(4)
                .allMatch(path -> path.outcome() == PathResult.Outcome.CONFLICT);
        assertThat(result.whole()).isFalse();
        assertThat(Tree.of(folder)).isEqualTo(found);
    }

    @Test
    void followsNoLinkThatTookThePlaceOfAFolder() throws Exception {
        Path outside = Files.createDirectory(temp.resolve("outside"));
        Files.writeString(outside.resolve("file"), "by the command");
        Files.writeString(outside.resolve("new"), "by the command");
        Files.createDirectory(folder.resolve("sub"));
        Files.writeString(folder.resolve("sub/file"), "old");
        Files.writeString(folder.resolve("sub/gone"), "old");
        tracked.run(_ -> {
            Files.writeString(folder.resolve("sub/file"), "by the command");
            Files.writeString(folder.resolve("sub/new"), "by the command");
            Files.delete(folder.resolve("sub/gone"));
        });
        Files.move(folder.resolve("sub"), temp.resolve("moved"));
        Files.createSymbolicLink(folder.resolve("sub"), outside);
        Map<String, String> untouched = Tree.of(outside);

        UndoResult result = tracked.undo().perform("test");

        assertThat(Tree.of(outside)).isEqualTo(untouched);
        assertThat(result.paths())
                .allMatch(path -> path.outcome() == PathResult.Outcome.CONFLICT
                        && path.why().contains("is a link now"));
    }

    @Test
    void aFolderExchangedBetweenLookAndStepIsNotFollowed() throws Exception {
        Path outside = Files.createDirectory(temp.resolve("outside"));
        Files.writeString(outside.resolve("file"), "somebody's");
        Files.createDirectory(folder.resolve("sub"));
        Files.writeString(folder.resolve("sub/file"), "old");
        tracked.run(_ -> Files.writeString(folder.resolve("sub/file"), "by the command"));

        UndoResult result = new FileUndo(
                        tracked.unit,
                        Tracked.LIMIT,
                        root -> new ExchangingHands(root, () -> {
                            Files.move(folder.resolve("sub"), temp.resolve("moved"));
                            Files.createSymbolicLink(folder.resolve("sub"), outside);
                        }))
                .perform("test");

        assertThat(outside.resolve("file")).hasContent("somebody's");
        assertThat(Tree.of(outside)).hasSize(2);
        assertThat(result.whole()).isFalse();
    }

    @Test
    void removesNothingThroughALinkThatTookAFoldersPlace() throws Exception {
        Path outside = Files.createDirectory(temp.resolve("outside"));
        Files.writeString(outside.resolve("new"), "somebody's");
        Files.createDirectory(folder.resolve("sub"));
        tracked.run(_ -> Files.writeString(folder.resolve("sub/new"), "by the command"));

        UndoResult result = new FileUndo(
                        tracked.unit,
                        Tracked.LIMIT,
                        root -> new ExchangingHands(root, () -> {
                            Files.move(folder.resolve("sub"), temp.resolve("moved"));
                            Files.createSymbolicLink(folder.resolve("sub"), outside);
                        }))
                .perform("test");

        assertThat(outside.resolve("new")).hasContent("somebody's");
        assertThat(result.whole()).isFalse();
    }

    @Test
    void whatSomebodyWritesInTheLastMomentIsKept() throws Exception {
        Files.writeString(folder.resolve("file"), "old");
        tracked.run(_ -> Files.writeString(folder.resolve("file"), "by the command"));

        UndoResult result = new FileUndo(
                        tracked.unit,
                        Tracked.LIMIT,
                        root -> new ExchangingHands(
                                root,
                                () -> Files.writeString(folder.resolve("file"), "somebody's")))
                .perform("test");

        assertThat(Tracked.outcome(result, "file")).isEqualTo(PathResult.Outcome.CONFLICT);
        assertThat(folder.resolve("file")).hasContent("somebody's");
        assertThat(Tree.of(folder)).hasSize(2);
    }

    @Test
    void oneUndoAtATime() throws Exception {
        Files.writeString(folder.resolve("file"), "old");
        tracked.run(_ -> Files.writeString(folder.resolve("file"), "new"));
        FileUndo outer = new FileUndo(
                tracked.unit,
                Tracked.LIMIT,
                root -> new ExchangingHands(
                        root,
                        () -> assertThatThrownBy(() -> tracked.undo().perform("test"))
                                .isInstanceOfSatisfying(
                                        FileTrackingException.class,
                                        e -> assertThat(e.code())
                                                .isEqualTo(FileTrackingException.Code.REFUSED))));

        assertThat(outer.perform("test").whole()).isTrue();
    }

    @Test
    void whatWasNotReachedIsReachedNextTime() throws Exception {
        Files.writeString(folder.resolve("a"), "old");
        Files.writeString(folder.resolve("b"), "old");
        tracked.run(_ -> {
            Files.writeString(folder.resolve("a"), "new");
            Files.writeString(folder.resolve("b"), "new");
        });
        UndoResult first = new FileUndo(
                        tracked.unit,
                        Tracked.LIMIT,
                        root -> new ExchangingHands(
                                root, () -> Thread.currentThread().interrupt()))
                .perform("test");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(first.count(PathResult.Outcome.NOT_REACHED)).isPositive();

        assertThat(tracked.undo().perform("test").whole()).isTrue();
        assertThat(folder.resolve("b")).hasContent("old");
        assertThat(Files.exists(folder.resolve("a"), LinkOption.NOFOLLOW_LINKS)).isTrue();
        assertThat(Tree.of(folder)).hasSize(3);
    }
}
