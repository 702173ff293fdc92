package dev.quietus.verify.agents;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * All cells of one agent, played beside one another from the start on: most of the time each of
 * them waits. A test waits for its own.
 */
final class StopMatrix implements AutoCloseable {
    private static final long MOST_MINUTES = 8;

    private final AgentStopScene scene;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<Cell, Future<Cell>> cells = new LinkedHashMap<>();

    private StopMatrix(AgentStopScene scene) {
        this.scene = scene;
    }

    /** Starts them, in their order. */
    static StopMatrix start(List<Cell> cells, Path folder) {
        StopMatrix matrix = new StopMatrix(new AgentStopScene(InstalledAgents.get(), folder));
        cells.forEach(matrix::start);
        return matrix;
    }

    private void start(Cell cell) {
        Callable<Cell> play = () -> {
            scene.play(cell);
            return cell;
        };
        cells.put(cell, threads.submit(play));
    }

    /** Waits for one; fails as it has failed. */
    void await(Cell cell) throws Exception {
        try {
            Objects.requireNonNull(cells.get(cell)).get(MOST_MINUTES, TimeUnit.MINUTES);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception failed) {
                throw failed;
            }
            throw e.getCause() instanceof Error error ? error : new AssertionError(e.getCause());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        scene.close();
    }
}
