package dev.quietus.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.StubServer;
import dev.quietus.cli.testing.TestingConsole;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The exit codes are a promise to scripts; the line is one to people. */
class FailureTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "401, unauthenticated, 4",
        "403, forbidden, 4",
        "404, not_found, 6",
        "400, invalid_value, 2",
        "409, wrong_state, 1",
        "500, internal, 1",
        "502, bad_gateway, 7"
    })
    void everyRefusalHasItsExitCode(int status, String code, int exit) {
        try (StubServer server =
                StubServer.start().refuses("GET /v1/runs", status, code, "so it is")) {
            TestingConsole console = TestingConsole.in(folder);

            assertThat(console.run("runs", "--url", server.url())).isEqualTo(exit);

            assertThat(console.out()).isEmpty();
            assertThat(console.err())
                    .startsWith("quietus: ")
                    .contains("so it is")
                    .hasLineCount(1);
        }
    }

    @Test
    void aServerThatIsNotThereIsSaidWithWhatToDo() {
        TestingConsole console = TestingConsole.in(folder);

        assertThat(console.run("runs", "--url", "http://127.0.0.1:1")).isEqualTo(7);
        assertThat(console.err()).contains("connection refused").contains("quietus serve");
    }

    @Test
    void debugAddsTheTrace() {
        TestingConsole console = TestingConsole.in(folder);

        console.run("runs", "--url", "http://127.0.0.1:1", "--debug");

        assertThat(console.err()).contains("QuietusUnreachableException").contains("\tat ");
    }

    @Test
    void somethingElsesAnswerIsNoAnswer() {
        try (StubServer server = StubServer.start().on("GET /v1/runs", "<html>")) {
            TestingConsole console = TestingConsole.in(folder);

            assertThat(console.run("runs", "--url", server.url())).isEqualTo(1);
            assertThat(console.err()).contains("does --url name a Quietus server?");
        }
    }
}
