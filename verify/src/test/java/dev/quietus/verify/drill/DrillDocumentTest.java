package dev.quietus.verify.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.drill.cases.DrillCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code docs/drill.md} says of the cases is what there is. */
class DrillDocumentTest {

    @Test
    void hasARowForEachCaseInItsOrderWithTheOutcomeThatIsExpected() throws IOException {
        assertThat(rows())
                .containsExactlyElementsOf(Arrays.stream(DrillCase.values())
                        .map(each -> "| `" + each.word() + "` | `" + each.expect() + "` ")
                        .toList());
    }

    /** The first two columns of the table of cases. */
    private static List<String> rows() throws IOException {
        Path document = Path.of(System.getProperty("quietus.root"), "docs", "drill.md");
        return Files.readString(document)
                .lines()
                .filter(line -> line.startsWith("| `")
                        && line.chars().filter(c -> c == '|').count() == 5)
                .map(line -> line.substring(0, line.indexOf('|', line.indexOf('|', 1) + 1)))
                .toList();
    }
}
