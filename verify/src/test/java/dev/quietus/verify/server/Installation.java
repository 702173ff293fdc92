package dev.quietus.verify.server;

import dev.quietus.drill.deployment.DeploymentService;
import dev.quietus.drill.deployment.DeploymentSettings;
import dev.quietus.drill.deployment.ProviderDeclaration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * What one test needs: a fresh directory, a server over it, and a deployment service where asked
 * for. After the test the whole ledger is checked ({@link LedgerSoundness}), then everything is
 * closed and deleted; the directory of a test whose ledger is not sound is kept.
 */
public final class Installation implements BeforeEachCallback, AfterEachCallback {
    private final Optional<Periods> periods;
    private final boolean inAProcess;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private @Nullable Path directory;
    private @Nullable DeploymentService deployment;
    private @Nullable RunningQuietus server;

    private record Periods(Duration quiet, Duration settle) {}

    private Installation(Optional<Periods> periods, boolean inAProcess) {
        this.periods = periods;
        this.inAProcess = inAProcess;
    }

    /** A server without providers. */
    public static Installation withoutProviders() {
        return new Installation(Optional.empty(), false);
    }

    /** A server with the deployment service as provider of the tools {@code deployment.*}. */
    public static Installation withDeployment(Duration quiet, Duration settle) {
        return new Installation(Optional.of(new Periods(quiet, settle)), false);
    }

    /** The same with the server in a process of its own, on real time. */
    public Installation inAProcess() {
        return new Installation(periods, true);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        Path fresh = Files.createTempDirectory("quietus-verify-").toRealPath();
        directory = fresh;
        Optional<String> providers = periods.map(this::deploymentFile);
        RunningQuietus started = inAProcess
                ? ServerProcess.start(fresh, providers)
                : TestingQuietus.start(Files.createDirectory(fresh.resolve("state")), providers);
        open.push(started);
        server = started;
    }

    private String deploymentFile(Periods wanted) {
        DeploymentService started = DeploymentService.start(
                DeploymentSettings.defaults().withWaitLimit(Duration.ofMinutes(2)));
        open.push(started);
        deployment = started;
        return ProviderDeclaration.yaml(started.url(), wanted.quiet(), wanted.settle());
    }

    /** The server in this process. */
    public TestingQuietus quietus() {
        return (TestingQuietus) there(server, "server");
    }

    /** The server in a process of its own. */
    public ServerProcess process() {
        return (ServerProcess) there(server, "server");
    }

    /** The deployment service. */
    public DeploymentService deployment() {
        return there(deployment, "deployment service");
    }

    /** A folder for the files of the test itself. */
    public Path directory() {
        return there(directory, "directory");
    }

    /** Closes this as well at the end of the test, before the server. */
    public <T extends AutoCloseable> T closing(T thing) {
        open.push(thing);
        return thing;
    }

    private static <T> T there(@Nullable T thing, String what) {
        if (thing == null) {
            throw new IllegalStateException("this test has no " + what);
        }
        return thing;
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        boolean sound = false;
        try {
            LedgerSoundness.check(there(server, "server"));
            sound = true;
        } finally {
            while (!open.isEmpty()) {
                open.pop().close();
            }
            if (sound) {
                delete(directory());
            }
        }
    }

    /** Deletes a directory with everything in it. */
    public static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
