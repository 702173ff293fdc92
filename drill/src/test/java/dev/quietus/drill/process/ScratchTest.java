package dev.quietus.drill.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders that go and folders that stay. */
class ScratchTest {
    @TempDir
    Path folder;

    @Test
    void removesATemporaryFolderWithAllThatIsInIt() throws Exception {
        Path path;
        try (Scratch scratch = Scratch.temporary("quietus-test-")) {
            path = scratch.path();
            Files.writeString(scratch.folder("inside").resolve("file"), "x");
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void leavesWhatIsToBeLookedInto() throws Exception {
        Path path;
        try (Scratch scratch = Scratch.temporary("quietus-test-")) {
            path = scratch.path();
            scratch.keep();
        }
        assertThat(path).exists();
        Files.delete(path);
    }

    @Test
    void leavesSomebodysOwnFolderAndWantsItEmpty() throws Exception {
        Path own = folder.resolve("own");
        try (Scratch scratch = Scratch.at(own)) {
            Files.writeString(scratch.path().resolve("file"), "x");
        }
        assertThat(own.resolve("file")).exists();
        assertThatThrownBy(() -> Scratch.at(own))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not empty");
    }
}
