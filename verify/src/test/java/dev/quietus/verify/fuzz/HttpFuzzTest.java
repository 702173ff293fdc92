package dev.quietus.verify.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.verify.server.TestingQuietus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests that nobody documented, at a real server: each is answered as documented or refused as
 * documented, in time, a refusal writes nothing, and nothing is an incident.
 */
class HttpFuzzTest {
    private static final int ROUNDS = 1_200;
    private static final int ROUNDS_OF_A_SCENE = 150;

    /** Refusals that are recorded on purpose. */
    private static final Set<String> RECORDED = Set.of("denied", "stale_ignored");

    @TempDir
    private static Path directory;

    private static TestingQuietus server;
    private static HttpScene scene;
    private static int scenes;

    private final HttpMutation mutation = new HttpMutation();
    private final AnswerRules rules = new AnswerRules(mutation.reference());
    private final Map<String, Integer> codes = new HashMap<>();
    private Incidents incidents = new Incidents();

    @BeforeAll
    static void start() {
        server = TestingQuietus.start(directory, Optional.empty());
        scene = HttpScene.at(server, "scene-0");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void listen() {
        incidents.close();
        incidents = new Incidents();
    }

    @AfterEach
    void isAlive() {
        assertThat(incidents.found()).isEmpty();
        incidents.close();
        assertThat(server.operator().get("runs").array("runs").objects()).isNotEmpty();
    }

    @Test
    void answersEveryMutantAsDocumented() {
        Mutants mutants = Mutants.of(ROUNDS);
        int[] round = {0};
        mutants.each(random -> {
            if (round[0]++ % ROUNDS_OF_A_SCENE == 0) {
                scenes++;
                scene = scene.next("scene-" + scenes);
            }
            send(mutation.of(scene, random));
        });
        System.out.println("fuzz: HTTP answers " + codes);
        if (!mutants.single()) {
            // Mutants that all miss would prove nothing.
            assertThat(codes)
                    .containsKeys("", "invalid_json", "unknown_field", "invalid_value", "not_found")
                    .containsKeys("missing_field", "forbidden", "conflict", "denied");
            assertThat(codes.get("")).isGreaterThan(ROUNDS / 20);
        }
    }

    @ParameterizedTest
    @MethodSource("kept")
    void answersWhatIsKept(Path request) throws IOException {
        String text =
                Kept.text(request).replace("TOKEN", server.operatorToken()).replace("\n", "\r\n");
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    static Iterable<Path> kept() {
        return Kept.files("http");
    }

    private void send(byte[] request) throws IOException {
        String shown = new String(request, StandardCharsets.ISO_8859_1);
        shown = shown.substring(0, Math.min(2_000, shown.length()));
        String code;
        try {
            code = judged(request);
        } catch (AssertionError wrong) {
            throw new AssertionError(wrong.getMessage() + "\nto the request\n" + shown, wrong);
        }
        codes.merge(code, 1, Integer::sum);
        assertThat(incidents.found()).as(shown).isEmpty();
        java.util.List<String> written = scene.written();
        if (!code.isEmpty() && !RECORDED.contains(code)) {
            assertThat(written)
                    .as("written by what was refused as %s: %s", code, shown)
                    .isEmpty();
        }
    }

    /** What the listener itself answers to what is no HTTP is no document of the interface. */
    private String judged(byte[] request) throws IOException {
        int port = java.net.URI.create(server.url()).getPort();
        Optional<RawExchange.Answer> answer = RawExchange.of(port, request);
        if (answer.isEmpty()) {
            return "closed";
        }
        if (answer.get().body().startsWith("<h1>")) {
            assertThat(answer.get().status()).as(answer.get().body()).isIn(400, 404, 501);
            return "no HTTP";
        }
        return rules.judge(answer.get());
    }
}
