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
 * Claude Code, stopped in the middle of whatever it does, in every way. It is one program: there is
 * no wrapper to be killed.
 */
@Order(6) // It takes long: the others fill up behind it.
final class ClaudeStopTest {
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
                        .filter(way -> way != Way.WRAPPER_KILLED)
                        .map(way -> new Cell(Cell.Agent.CLAUDE, situation, way)));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void leavesNothingBehindAndAsksNoModel(Cell cell) throws Exception {
        matrix.await(cell);
    }
}
