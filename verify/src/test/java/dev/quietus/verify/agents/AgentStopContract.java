package dev.quietus.verify.agents;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An agent, stopped in the middle of whatever it does, in every way that there is for it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AgentStopContract {
    private final Cell.Agent agent;
    private @Nullable StopMatrix matrix;

    AgentStopContract(Cell.Agent agent) {
        this.agent = agent;
    }

    /** Whether this way can be gone with the agent. */
    abstract boolean has(Way way);

    @BeforeAll
    void begins(@TempDir Path folder) {
        matrix = StopMatrix.start(cells().toList(), folder);
    }

    @AfterAll
    void ends() {
        if (matrix != null) {
            matrix.close();
        }
    }

    /** Every situation in every way. */
    Stream<Cell> cells() {
        return Arrays.stream(Situation.values())
                .flatMap(situation -> Arrays.stream(Way.values())
                        .filter(this::has)
                        .map(way -> new Cell(agent, situation, way)));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void leavesNothingBehindAndAsksNoModel(Cell cell) throws Exception {
        Objects.requireNonNull(matrix).await(cell);
    }
}
