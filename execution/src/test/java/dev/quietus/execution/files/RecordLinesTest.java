package dev.quietus.execution.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordLinesTest {
    @TempDir
    Path temp;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = temp.resolve("record.jsonl");
        RecordLines.write(file, "test", sink -> {
            sink.line(Map.of("path", "a \"quoted\" ü\n", "size", 7L, "list", List.of("x", "y")));
            sink.line(Map.of("object", Map.of("flag", true)));
        });
    }

    private List<RecordFields> read(int most) {
        List<RecordFields> lines = new ArrayList<>();
        RecordLines.read(file, "test", most, lines::add);
        return lines;
    }

    private void isDamaged() {
        assertThatThrownBy(() -> read(10))
                .isInstanceOfSatisfying(
                        FileTrackingException.class,
                        e -> assertThat(e.code()).isEqualTo(FileTrackingException.Code.DAMAGED))
                .hasMessageContaining("is damaged and nothing can be concluded from it");
    }

    @Test
    void readsWhatWasWritten() {
        List<RecordFields> lines = read(2);

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0).text("path")).isEqualTo("a \"quoted\" ü\n");
        assertThat(lines.get(0).number("size")).isEqualTo(7);
        assertThat(lines.get(0).texts("list")).containsExactly("x", "y");
        assertThat(lines.get(1).object("object").has("flag")).isTrue();
        assertThat(temp).isDirectoryNotContaining("glob:**.unfinished");
    }

    @Test
    void noticesEveryByteThatIsAltered() throws IOException {
        byte[] good = Files.readAllBytes(file);
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= 1;
            Files.write(file, bad);
            isDamaged();
        }
    }

    @Test
    void noticesEveryCut() throws IOException {
        byte[] good = Files.readAllBytes(file);
        for (int length = 0; length < good.length; length++) {
            Files.write(file, Arrays.copyOf(good, length));
            isDamaged();
        }
        Files.writeString(file, new String(good, StandardCharsets.UTF_8) + "{}\n");
        isDamaged();
    }

    @Test
    void refusesAnotherFormatVersionOrSize() throws IOException {
        assertThatThrownBy(() -> RecordLines.read(file, "other", 10, _ -> {}))
                .hasMessageContaining("not version 1 of other");
        assertThatThrownBy(() -> read(1)).hasMessageContaining("more than 1 lines");
        Files.writeString(file, "{\"format\":\"test\",\"version\":2}\n");
        assertThatThrownBy(() -> read(10)).hasMessageContaining("not version 1 of test");
        Files.writeString(file, "[".repeat(300_000));
        assertThatThrownBy(() -> read(10)).hasMessageContaining("a line has more than");
        Files.writeString(file, "{\"a\":" + "[".repeat(1000) + "\n");
        assertThatThrownBy(() -> read(10)).hasMessageContaining("more than 8 levels");
    }

    @Test
    void aWriterThatFailsLeavesWhatWasThere() {
        assertThatThrownBy(() -> RecordLines.write(file, "test", _ -> {
                    throw new IOException("disk full");
                }))
                .hasMessage("disk full");
        assertThat(read(2)).hasSize(2);
    }
}
