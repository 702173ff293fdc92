package dev.quietus.execution.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramPathTest {
    private static final Set<String> FILES = Set.of(
            "C:\\one\\git.exe",
            "C:\\two\\git.cmd",
            "C:\\two\\npm.cmd",
            "C:\\work\\own.exe",
            "C:\\work\\bin\\own.bat",
            "relative\\git.exe",
            ".\\own.exe");
    private static final Map<String, String> ENVIRONMENT =
            Map.of("Path", "relative;.;\"C:\\two\";C:\\one\\;");

    @Test
    void looksInThePathOfTheCommandInItsOrder() throws Exception {
        assertThat(find("git")).isEqualTo("C:\\two\\git.cmd");
        assertThat(find("git.exe")).isEqualTo("C:\\one\\git.exe");
        assertThat(find("npm")).isEqualTo("C:\\two\\npm.cmd");
    }

    @Test
    void takesAPathFromTheFolderOfTheCommand() throws Exception {
        assertThat(find("bin\\own")).isEqualTo("C:\\work\\bin\\own.bat");
        assertThat(find("C:\\one\\git")).isEqualTo("C:\\one\\git.exe");
    }

    /** Windows itself would: a file put there would run instead of the program. */
    @Test
    void doesNotLookInTheWorkingFolder() {
        assertThatThrownBy(() -> find("own"))
                .isInstanceOf(IOException.class)
                .hasMessage("no such program: own");
    }

    @ParameterizedTest
    @ValueSource(strings = {"git.cmd.", "git.cmd ", "git.cmd. .", "git.cmd::$DATA", ":git"})
    void refusesNamesThatWindowsReadsAsOthers(String program) {
        assertThatThrownBy(() -> find(program)).isInstanceOf(IOException.class);
    }

    @Test
    void knowsWhatCmdRuns() {
        assertThat(ProgramPath.isBatch("C:\\a\\b.BAT")).isTrue();
        assertThat(ProgramPath.isBatch("C:\\a\\b.cmd")).isTrue();
        assertThat(ProgramPath.isBatch("C:\\a.bat\\b.exe")).isFalse();
    }

    private static String find(String program) throws IOException {
        return ProgramPath.find(program, "C:\\work", ENVIRONMENT, FILES::contains);
    }
}
