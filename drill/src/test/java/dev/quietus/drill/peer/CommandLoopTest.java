package dev.quietus.drill.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The talk with a peer. */
@Timeout(30)
class CommandLoopTest {

    @Test
    void answersACommandWithItsNumber() throws Exception {
        assertThat(answerTo("{\"do\":\"double\",\"id\":7,\"value\":21}"))
                .isEqualTo(Json.parseObject("{\"value\":42,\"re\":7}"));
    }

    @Test
    void saysWhyACommandWasNotCarriedOut() throws Exception {
        assertThat(answerTo("{\"do\":\"double\",\"id\":8}").string("error"))
                .contains("value")
                .contains("expected an integer");
    }

    @Test
    void passesOverWhatItDoesNotUnderstand() throws Exception {
        assertThat(answerTo("nonsense\n{\"do\":\"fly\",\"id\":1}\n{\"do\":\"double\"}\n"
                                + "{\"do\":\"double\",\"id\":9,\"value\":1}")
                        .integer("re"))
                .isEqualTo(9);
    }

    private static JsonObject answerTo(String lines) throws Exception {
        try (PipedInputStream heard = new PipedInputStream(64 * 1024);
                PrintStream mouth = new PrintStream(
                        new PipedOutputStream(heard), true, StandardCharsets.UTF_8);
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(heard, StandardCharsets.UTF_8))) {
            new CommandLoop(
                            Map.of(
                                    "double",
                                    told -> JsonObject.builder()
                                            .put("value", 2 * told.integer("value"))),
                            new Voice(mouth))
                    .listen(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
            return Json.parseObject(String.valueOf(reader.readLine()));
        }
    }
}
