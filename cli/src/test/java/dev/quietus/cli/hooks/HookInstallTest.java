package dev.quietus.cli.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.cli.view.CommandException;
import dev.quietus.gateway.hook.HookDialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HookInstallTest {
    private static final String THEIRS = "{\"model\":\"opus\",\n   \"n\": 1.50, \"hooks\":"
            + " {\"PreToolUse\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"true\"}]}]}}";

    @TempDir
    Path folder = Path.of("");

    private Path file = Path.of("");
    private Path state = Path.of("");
    private HookPlace place = HookPlace.of(HookDialect.CLAUDE_CODE, Optional.empty(), Map.of());

    @BeforeEach
    void begins() throws IOException {
        file = folder.resolve("settings.json");
        state = folder.resolve("state");
        Files.writeString(file, THEIRS);
        place = HookPlace.of(
                HookDialect.CLAUDE_CODE,
                Optional.of(folder),
                Map.of("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin")));
    }

    private HookInstall hooks() {
        return new HookInstall(place, state);
    }

    @Test
    void bringsTheFileBackByteForByte() throws IOException {
        hooks().install(HookCommand.Outside.REFUSE);
        assertThat(file).content().contains("QUIETUS_HOOK_URL").contains("\"command\": \"true\"");
        hooks().install(HookCommand.Outside.ALLOW);
        hooks().uninstall();
        assertThat(file).content().isEqualTo(THEIRS);
        assertThat(state.resolve("hooks")).isEmptyDirectory();
    }

    @Test
    void takesAFileAwayThatWasNotThere() throws IOException {
        Files.delete(file);
        hooks().install(HookCommand.Outside.REFUSE);
        hooks().uninstall();
        assertThat(file).doesNotExist();
    }

    @Test
    void keepsWhatSomebodyHasChangedSince() throws IOException {
        hooks().install(HookCommand.Outside.REFUSE);
        Files.writeString(file, Files.readString(file).replace("opus", "sonnet"));
        hooks().uninstall();
        assertThat(file)
                .content()
                .contains("sonnet")
                .contains("\"command\": \"true\"")
                .doesNotContain("QUIETUS");
    }

    @Test
    void changesNothingThatItDoesNotUnderstand() throws IOException {
        Files.writeString(file, "{ // mine\n}");
        assertThatThrownBy(() -> hooks().install(HookCommand.Outside.REFUSE))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("was not changed");
        assertThat(file).content().isEqualTo("{ // mine\n}");
    }

    @Test
    void findsByCallingThemThatTheHooksRefuse() {
        hooks().install(HookCommand.Outside.REFUSE);
        assertThat(new HookCheck(place, state).run()).hasSize(7).allMatch(HookCheck.Finding::good);
    }

    @Test
    void findsThatAHookHasBeenWeakened() throws IOException {
        hooks().install(HookCommand.Outside.REFUSE);
        Files.writeString(file, Files.readString(file).replace("exit 2", "exit 1"));
        assertThat(new HookCheck(place, state).run())
                .filteredOn(finding -> !finding.good())
                .extracting(HookCheck.Finding::words)
                .contains("PreToolUse does NOT refuse when nobody answers");
    }
}
