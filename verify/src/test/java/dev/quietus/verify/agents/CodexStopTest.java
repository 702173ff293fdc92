package dev.quietus.verify.agents;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Codex, stopped in the middle of whatever it does, in every way. {@code codex exec} takes no
 * messages behind the first; a queued one is said to {@code codex app-server}, as its extensions of
 * editors do ({@code turn/steer}).
 */
@Order(5) // It takes long: the others fill up behind it.
final class CodexStopTest {
    @TempDir
    static Path folder = Path.of("");

    private static StopMatrix matrix;

    @BeforeAll
    static void begins() throws IOException {
        matrix = StopMatrix.start(cells().toList(), folder);
    }

    @AfterAll
    static void ends() {
        if (matrix != null) {
            matrix.close();
        }
    }

    @SuppressWarnings("unused") // named by @MethodSource
    static Stream<Cell> cells() {
        return Arrays.stream(Situation.values())
                .flatMap(situation -> Arrays.stream(Way.values())
                        .map(way -> new Cell(Cell.Agent.CODEX, situation, way)));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void leavesNothingBehindAndAsksNoModel(Cell cell) throws Exception {
        matrix.await(cell);
    }
}
