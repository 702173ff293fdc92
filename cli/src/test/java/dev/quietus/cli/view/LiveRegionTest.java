package dev.quietus.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.TestingConsole;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveRegionTest {

    @Test
    void drawsInPlaceOfWhatWasDrawnBefore() {
        TestingConsole terminal = TestingConsole.in(Path.of("nowhere")).terminal(40, 10);
        LiveRegion region = new LiveRegion(terminal.console());

        region.draw(List.of("one", "two"));
        region.draw(List.of("three"));

        assertThat(terminal.out()).isEqualTo("\r\u001b[Jone\ntwo\n\u001b[2A\r\u001b[Jthree\n");
    }

    @Test
    void neverDrawsMoreLinesOrLongerOnesThanTheScreenHas() {
        TestingConsole terminal = TestingConsole.in(Path.of("nowhere")).terminal(20, 5);
        LiveRegion region = new LiveRegion(terminal.console());

        region.draw(List.of("a".repeat(30), "b", "c", "d", "e", "f"));

        assertThat(terminal.out())
                .isEqualTo("\r\u001b[J" + "a".repeat(19) + "…\nb\nc\n… 3 more lines\n");
    }
}
