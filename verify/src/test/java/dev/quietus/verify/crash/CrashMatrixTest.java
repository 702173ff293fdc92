package dev.quietus.verify.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.deployment.Behaviours;
import dev.quietus.drill.deployment.DeploymentService;
import dev.quietus.drill.deployment.DeploymentSettings;
import dev.quietus.drill.deployment.ProviderDeclaration;
import dev.quietus.verify.cases.DeploymentCalls;
import dev.quietus.verify.postgres.SharedPostgres;
import dev.quietus.verify.server.LedgerSoundness;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.ServerProcess;
import dev.quietus.verify.server.ServerProcess.Launch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A real server is killed by {@code SIGKILL} at each named step of a run and its stop, and started
 * again: clients ask once more, and everything comes out as if it had not died.
 */
@Execution(ExecutionMode.CONCURRENT)
@Order(1) // It takes long: the others fill up behind it.
class CrashMatrixTest {
    private static final Duration QUIET = Duration.ofMillis(300);
    private static final Duration SETTLE = Duration.ofSeconds(20);

    private static final SharedPostgres POSTGRES = new SharedPostgres();

    @TempDir
    Path directory;

    static List<Step> steps() {
        return Step.ofAStop();
    }

    static List<Step> migrationSteps() {
        return Step.ofAMigration();
    }

    static List<Step> stepsOfEachLedger() {
        return Step.ofEachLedger();
    }

    @AfterAll
    static void stopPostgres() {
        POSTGRES.close();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void aServerThatIsKilledAtThisStepIsAsIfItHadNotDied(Step step) throws Exception {
        killAndGoOn(step, Launch.in(directory));
    }

    @ParameterizedTest
    @MethodSource("stepsOfEachLedger")
    void overPostgresTooAServerThatIsKilledIsAsIfItHadNotDied(Step step) throws Exception {
        killAndGoOn(step, Launch.in(directory).over(POSTGRES.fresh()));
    }

    private static void killAndGoOn(Step step, Launch how) throws Exception {
        DeploymentService far = DeploymentService.start(
                DeploymentSettings.defaults().withWaitLimit(Duration.ofMinutes(2)));
        far.behave(Behaviours.none().with(Behaviour.HOLD_BEFORE_COMMIT));
        String providers = ProviderDeclaration.yaml(far.url(), QUIET, SETTLE);
        CountDownLatch back = new CountDownLatch(1);
        AtomicBoolean over = new AtomicBoolean();
        try (far;
                DeploymentCalls deployment = new DeploymentCalls(far);
                Debugger debugger = Debugger.waitingFor(step);
                ServerProcess server = ServerProcess.launched(
                        how.with(Optional.of(providers)).setting(debugger.environment()));
                ExecutorService killer = Executors.newSingleThreadExecutor()) {
            Future<Boolean> killed = killer.submit(() -> {
                boolean reached = debugger.holdAtStep(over::get);
                if (reached) {
                    server.kill();
                    server.restart();
                    back.countDown();
                }
                return reached;
            });
            try {
                server.awaitListening();
                new Story(server, deployment, back).tell();
            } finally {
                over.set(true);
            }
            assertThat(killed.get(RunningQuietus.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("the server came to: %s", step)
                    .isTrue();
            LedgerSoundness.check(server);
        }
    }

    @ParameterizedTest
    @MethodSource("migrationSteps")
    void aServerThatIsKilledWhileItMakesItsTablesMakesThemAtTheNextStart(Step step)
            throws Exception {
        try (Debugger debugger = Debugger.waitingFor(step);
                ServerProcess server = ServerProcess.launched(
                        Launch.in(directory).setting(debugger.environment()))) {
            assertThat(held(debugger)).as("the server came to: %s", step).isTrue();
            server.kill();
            server.restart();
            server.run("run-m");
            assertThat(server.stop("run-m").string("barrier_id")).isEqualTo("stop-run-m-01");
            server.awaitReceipt("run-m");
            LedgerSoundness.check(server);
        }
    }

    private static boolean held(Debugger debugger) {
        try {
            return debugger.holdAtStep(() -> false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
