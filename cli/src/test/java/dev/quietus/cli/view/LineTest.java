package dev.quietus.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.TestingConsole;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class LineTest {

    private static final Instant AT = Instant.parse("2026-08-16T10:51:04.018Z");

    @Test
    void cutsAndPadsByCharactersNotByUnits() {
        assertThat(Line.cut("🙂🙂🙂", 2)).isEqualTo("🙂…");
        assertThat(Line.padded("🙂", 3)).isEqualTo("🙂  ");
        assertThat(Line.cut("abc", 3)).isEqualTo("abc");
    }

    @Test
    void cutsTonedTextWithoutLosingTheEndOfTheTone() {
        assertThat(Line.cutToned("\u001b[32mabcdef\u001b[0m", 4))
                .isEqualTo("\u001b[32mabc…\u001b[0m");
        assertThat(Line.cutToned("\u001b[32mabc\u001b[0m", 3)).isEqualTo("\u001b[32mabc\u001b[0m");
        assertThat(Line.cutToned("abcdef", 3)).isEqualTo("ab…");
    }

    @Test
    void timesAreLocalOnATerminalAndUtcElsewhere() {
        Times local = Times.local(ZoneId.of("Europe/Berlin"));

        assertThat(local.moment(AT)).isEqualTo("12:51:04.018");
        assertThat(local.second(AT)).isEqualTo("12:51:04");
        assertThat(local.day(AT)).isEqualTo("2026-08-16 12:51:04.018");
        assertThat(Times.utc().moment(AT)).isEqualTo("2026-08-16T10:51:04.018Z");
        assertThat(Times.utc().second(AT)).isEqualTo("2026-08-16T10:51:04.018Z");
    }

    @Test
    void agesAreShort() {
        assertThat(Times.age(Duration.ofSeconds(59))).isEqualTo("59s");
        assertThat(Times.age(Duration.ofMinutes(14))).isEqualTo("14m");
        assertThat(Times.age(Duration.ofHours(47))).isEqualTo("47h");
        assertThat(Times.age(Duration.ofHours(49))).isEqualTo("2d");
        assertThat(Times.age(Duration.ofSeconds(-5))).isEqualTo("0s");
        assertThat(Times.length(Duration.ofSeconds(55))).isEqualTo("55 s");
        assertThat(Times.length(Duration.ofMinutes(10))).isEqualTo("10 min");
    }

    @Test
    void aLocaleWithoutOurSignsGetsOthersAndKeepsTheWords() {
        TestingConsole console = TestingConsole.in(Path.of("nowhere")).ascii();

        console.console().line("● reached ○ not yet ◐ under way ▲ a person · ✔ found … └ käse");
        console.console().printer().println("● from elsewhere");

        assertThat(console.lines())
                .containsExactly(
                        "* reached o not yet ~ under way ! a person - + found > ` käse",
                        "* from elsewhere");
    }
}
