package dev.quietus.execution.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchLineTest {
    private static final String SHELL = "C:\\Windows\\System32\\cmd.exe";

    @Test
    void namesTheInterpreterAndQuotesTheRest() throws Exception {
        assertThat(BatchLine.of(
                        SHELL, "C:\\my tools\\run.bat", List.of("plain", "two words", "", "a=b")))
                .isEqualTo("\"C:\\Windows\\System32\\cmd.exe\" /e:ON /v:OFF /d /s /c "
                        + "\"\"C:\\my tools\\run.bat\" plain \"two words\" \"\" \"a=b\"\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"&calc.exe",
                "a&b",
                "a|b",
                "a<b",
                "a>b",
                "a^b",
                "%PATH%",
                "100%",
                "!x!",
                "a\"b",
                "(a",
                "a)",
                "a\nb",
                "a\rb",
                "a\u001ab",
                "a\tb"
            })
    void refusesWhatCmdCouldTakeForACommand(String argument) {
        assertThatThrownBy(() -> BatchLine.of(SHELL, "C:\\run.cmd", List.of("fine", argument)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("a batch file is not run with an argument")
                .hasMessageContaining("cmd.exe");
    }

    @ParameterizedTest
    @ValueSource(strings = {"C:\\%TEMP%\\run.bat", "C:\\a\"b.bat", "C:\\a!b.bat", "C:\\a\nb.bat"})
    void refusesAPathThatCmdWouldChange(String script) {
        assertThatThrownBy(() -> BatchLine.of(SHELL, script, List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the path of the batch file");
    }

    @Test
    void keepsAFolderAtTheEndWithinItsQuotationMarks() throws Exception {
        assertThat(BatchLine.of(SHELL, "C:\\r.bat", List.of("C:\\a b\\")))
                .endsWith(" \"C:\\a b\\\\\"\"");
    }
}
