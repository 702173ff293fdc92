package dev.quietus.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.TestingConsole;
import dev.quietus.cli.view.Table.Cell;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TableTest {

    private static final Path HERE = Path.of("nowhere");

    private static Table table() {
        return new Table()
                .text("RUN")
                .left("STATE")
                .right("AGE")
                .row(Cell.of("nightly-docs-7"), Cell.of(Sign.REACHED, "closed"), Cell.of("14m"))
                .row(Cell.of("r2"), Cell.of(""), Cell.of("2s"));
    }

    @Test
    void columnsStandBelowEachOtherAndNothingIsCutInAPipe() {
        assertThat(table().lines(TestingConsole.in(HERE).console()))
                .containsExactly(
                        "RUN             STATE     AGE",
                        "nightly-docs-7  ● closed  14m",
                        "r2                         2s");
    }

    @Test
    void idsAreCutBeforeSignsWhereTheTerminalIsNarrow() {
        assertThat(table().lines(TestingConsole.in(HERE).terminal(27, 24).console()))
                .containsExactly(
                        "RUN           STATE     AGE",
                        "nightly-doc…  ● closed  14m",
                        "r2                       2s");
    }

    @Test
    void everythingIsCutBeforeALineBreaks() {
        assertThat(table().lines(TestingConsole.in(HERE).terminal(22, 24).console()))
                .allMatch(line -> Line.length(line) <= 22)
                .anyMatch(line -> line.startsWith("nightl…"));
    }

    @Test
    void colourIsAroundTheWordAndTakesNoRoom() {
        assertThat(table().lines(TestingConsole.in(HERE)
                        .terminal(80, 24)
                        .coloured()
                        .console()))
                .contains("nightly-docs-7  \u001b[32m● closed\u001b[0m  14m");
    }

    @Test
    void controlCharactersOfOthersDoNotReachTheTerminal() {
        Table table = new Table().text("TASK").row(Cell.of("a\u001b[2Jb\u202ec\nd"));

        assertThat(table.lines(TestingConsole.in(HERE).console()).get(1)).isEqualTo("a?[2Jb?c d");
    }
}
