package dev.quietus.drill.process;

import dev.quietus.drill.deployment.DeploymentServiceMain;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The misbehaving deployment service as a process of its own. Thread-safe. */
public final class DeploymentProcess implements AutoCloseable {
    private static final Duration READY_WITHIN = Duration.ofSeconds(30);

    private final ChildProcess process;
    private final String url;

    private DeploymentProcess(ChildProcess process, String url) {
        this.process = process;
        this.url = url;
    }

    /**
     * Starts it and returns when it listens.
     *
     * @param folder where its log and port file lie
     * @param port where it listens on 127.0.0.1; 0: anywhere
     * @param longestLife when it ends in any case
     * @throws ChildProcessException when it does not listen in time
     */
    public static DeploymentProcess start(Path folder, int port, Duration longestLife)
            throws InterruptedException {
        Path portFile = folder.resolve("deployment-service.port");
        ChildProcess process = ChildProcess.start(new ChildCommand(
                "deployment-service",
                DeploymentServiceMain.class.getName(),
                List.of(
                        "--port",
                        Integer.toString(port),
                        "--port-file",
                        portFile.toString(),
                        "--max-seconds",
                        Long.toString(longestLife.toSeconds())),
                Map.of(),
                folder,
                longestLife));
        try {
            return new DeploymentProcess(process, PortFile.await(portFile, process, READY_WITHIN));
        } catch (ChildProcessException | InterruptedException failed) {
            process.close();
            throw failed;
        }
    }

    /** Where it listens. */
    public String url() {
        return url;
    }

    /** The process. */
    public ChildProcess process() {
        return process;
    }

    @Override
    public void close() {
        process.close();
    }
}
