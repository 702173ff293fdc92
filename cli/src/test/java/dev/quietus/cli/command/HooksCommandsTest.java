package dev.quietus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.TestingConsole;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HooksCommandsTest {
    @TempDir
    private Path folder;

    private TestingConsole console;

    @BeforeEach
    void start() {
        console = TestingConsole.in(folder)
                .with("XDG_STATE_HOME", folder.resolve("state").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude-code", "claude"})
    void knowsClaudeCodeByTheNameOfItsProgramToo(String agent) {
        String settings = folder.resolve("settings").toString();
        assertThat(console.run("hooks", "install", agent, "--dir", settings)).isZero();
        assertThat(folder.resolve("settings/settings.json")).content().contains("PreToolUse");
        assertThat(console.run("hooks", "uninstall", agent, "--dir", settings)).isZero();
        assertThat(folder.resolve("settings/settings.json")).doesNotExist();
    }

    @Test
    void saysWhichAgentsThereAre() {
        assertThat(console.run("hooks", "install", "claud")).isEqualTo(2);
        assertThat(console.err())
                .contains("hooks: there is no agent 'claud'; expected claude-code or codex");
    }
}
