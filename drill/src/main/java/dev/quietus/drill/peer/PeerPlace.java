package dev.quietus.drill.peer;

import dev.quietus.client.RunAuthority;
import dev.quietus.drill.process.ChildCommand;
import dev.quietus.drill.process.LocalCommand;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where peers live: between which control plane and which deployment service, and with which folder
 * for their logs.
 *
 * @param serverUrl the control plane
 * @param serviceUrl the deployment service
 * @param folder for their logs
 * @param longestLife when they end in any case
 */
public record PeerPlace(String serverUrl, String serviceUrl, Path folder, Duration longestLife) {

    /**
     * Starts a worker that begins only what it is told to.
     *
     * @param name what it calls itself
     * @param token a worker's token
     */
    public Peer worker(String name, String token) {
        return start(name, WorkerMain.class, List.of(), environment(token));
    }

    /**
     * Starts a worker that serves a built-in queue with one slot.
     *
     * @param name what it calls itself
     * @param token a worker's token
     */
    public Peer worker(String name, String token, String queue) {
        return start(name, WorkerMain.class, List.of("--queue", queue), environment(token));
    }

    /**
     * Starts an agent that acts under a run's lease and hears of a stop.
     *
     * @throws IllegalArgumentException when the authority has no lease token
     */
    public Peer agent(String name, RunAuthority authority) {
        return start(name, AgentMain.class, List.of(), environment(authority));
    }

    /**
     * Starts an agent that acts under a run's lease and holds no connection by which it could hear
     * of a stop.
     *
     * @throws IllegalArgumentException when the authority has no lease token
     */
    public Peer deafAgent(String name, RunAuthority authority) {
        return start(name, AgentMain.class, List.of("--deaf"), environment(authority));
    }

    /**
     * Starts a local command under a run's lease.
     *
     * @param name what it is called
     * @param arguments what stands behind {@code quietus exec}
     * @throws IllegalArgumentException when the authority has no lease token
     */
    public LocalCommand command(String name, RunAuthority authority, List<String> arguments) {
        return LocalCommand.start(name, folder, environment(authority), longestLife, arguments);
    }

    private Peer start(
            String name, Class<?> program, List<String> more, Map<String, String> environment) {
        List<String> arguments = new ArrayList<>(List.of("--name", name, "--service", serviceUrl));
        arguments.addAll(more);
        return Peer.start(new ChildCommand(
                name, program.getName(), arguments, environment, folder, longestLife));
    }

    private Map<String, String> environment(String token) {
        return Map.of("QUIETUS_URL", serverUrl, "QUIETUS_TOKEN", token);
    }

    private Map<String, String> environment(RunAuthority authority) {
        String token = authority
                .leaseToken()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the server gave no lease token for " + authority.runId()));
        return Map.of(
                "QUIETUS_URL",
                serverUrl,
                "QUIETUS_TOKEN",
                token,
                "QUIETUS_RUN",
                authority.runId(),
                "QUIETUS_LEASE",
                authority.lease());
    }
}
