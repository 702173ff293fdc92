package dev.quietus.drill.demo;

import dev.quietus.client.Quietus;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.RunRegistration;
import dev.quietus.client.http.QuietusClient;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.deployment.ProviderDeclaration;
import dev.quietus.drill.peer.Peer;
import dev.quietus.drill.peer.PeerPlace;
import dev.quietus.drill.peer.TokenDesk;
import dev.quietus.drill.process.ChildProcess;
import dev.quietus.drill.process.ControlPlane;
import dev.quietus.drill.process.DeploymentProcess;
import dev.quietus.drill.process.LocalCommand;
import dev.quietus.drill.truth.GroundTruth;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Everybody who plays a part: the processes and the operator's connection. Closing it ends all of
 * them, the last started first.
 */
final class Cast implements AutoCloseable {
    private static final Duration SETTLE_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration LEASE = Duration.ofMinutes(30);

    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final Path folder;
    private final Duration longestLife;
    private final DeploymentProcess service;
    private final ControlPlane server;
    private final GroundTruth truth;
    private final Quietus operator;
    private final String workerToken;

    /** Starts the deployment service and the control plane, and lets the operator in. */
    Cast(Path folder, DemoSettings settings, Duration longestLife) throws InterruptedException {
        this.folder = folder;
        this.longestLife = longestLife;
        try {
            this.service = started(DeploymentProcess.start(folder, 0, longestLife));
            this.server = started(ControlPlane.start(
                    "control-plane",
                    folder,
                    ProviderDeclaration.yaml(service.url(), settings.quietPeriod(), SETTLE_TIMEOUT),
                    longestLife,
                    "--quiet-period",
                    settings.quietPeriod().toSeconds() + "s"));
            this.truth = started(new GroundTruth(service.url()));
            try (TokenDesk tokens = new TokenDesk(server.url(), server.operatorToken())) {
                String token = tokens.give("operator", Story.OPERATOR);
                this.workerToken = tokens.give("worker", "workers-of-the-release");
                this.operator = started(Quietus.over(QuietusClient.builder(URI.create(server.url()))
                        .token(token)
                        .build()));
            }
            setTheRace(settings.race());
        } catch (RuntimeException | InterruptedException failed) {
            close();
            throw failed;
        }
    }

    private <T extends AutoCloseable> T started(T part) {
        synchronized (started) {
            started.push(part);
        }
        return part;
    }

    /** The job stands before its commit point until somebody asks for its cancellation. */
    private void setTheRace(Race race) {
        truth.turnOn(Story.RUN, Behaviour.HOLD_BEFORE_COMMIT);
        if (race == Race.COMMIT) {
            truth.turnOn(Story.RUN, Behaviour.COMMIT_DURING_CANCEL);
        }
    }

    /** Registers the root run as its operator. */
    RunAuthority registerRun() {
        RunRegistration.Builder registration = RunRegistration.builder()
                .runId(Story.RUN)
                .taskId(Story.TASK)
                .owner(Story.OWNER)
                .validUntil(Instant.now().plus(LEASE))
                .label("service", "payments");
        List.of("deployment.*", "database.*", "ticket.*", "chat.*", "model.*", "build.*")
                .forEach(registration::capability);
        return operator.registerRun(registration.build());
    }

    /** A worker that serves the release's queue with one slot. */
    Peer worker(String name) {
        return started(place().worker(name, workerToken, Story.QUEUE));
    }

    /** A worker that holds a message and has not started its work. */
    Peer lateWorker(String name) {
        return started(place().worker(name, workerToken));
    }

    /** An agent under this authority. */
    Peer agent(String name, RunAuthority authority) {
        return started(place().agent(name, authority));
    }

    /** A subagent that nobody tells anything. */
    Peer deafAgent(String name, RunAuthority authority) {
        return started(place().deafAgent(name, authority));
    }

    /** The build as a unit on this machine; empty where its end could not be proven. */
    Optional<LocalCommand> build(RunAuthority authority) {
        if (LocalCommand.lacking().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(started(place().command(
                        "build",
                        authority,
                        List.of(
                                "--operation",
                                Story.BUILD.operationId(),
                                "--tool",
                                Story.BUILD.tool(),
                                "--effects",
                                "none",
                                "--",
                                "sh",
                                "-c",
                                Story.BUILD_SCRIPT))));
    }

    private PeerPlace place() {
        return new PeerPlace(server.url(), service.url(), folder, longestLife);
    }

    /** The operator's connection. */
    Quietus operator() {
        return operator;
    }

    /** The control plane. */
    ControlPlane server() {
        return server;
    }

    /** Tells whether the control plane has pages for a browser. */
    boolean hasConsole() {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + "/"))
                .timeout(Duration.ofSeconds(5))
                .header("Accept", "text/html")
                .build();
        try (HttpClient http = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()) {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException none) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The deployment service. */
    ChildProcess serviceProcess() {
        return service.process();
    }

    /** Where the deployment service listens. */
    String serviceUrl() {
        return service.url();
    }

    /** What is really there. */
    GroundTruth truth() {
        return truth;
    }

    @Override
    public void close() {
        while (true) {
            AutoCloseable part;
            synchronized (started) {
                if (started.isEmpty()) {
                    return;
                }
                part = started.pop();
            }
            try {
                part.close();
            } catch (Exception failed) {
                System.getLogger(Cast.class.getName())
                        .log(System.Logger.Level.WARNING, "ending " + part, failed);
            }
        }
    }
}
