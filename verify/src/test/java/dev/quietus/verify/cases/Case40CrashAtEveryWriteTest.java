package dev.quietus.verify.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.deployment.Behaviour;
import dev.quietus.drill.deployment.Behaviours;
import dev.quietus.drill.deployment.ProviderDeclaration;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.LedgerSoundness;
import dev.quietus.verify.server.ServerProcess;
import dev.quietus.verify.server.TestingQuietus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 40: a stop is remembered in memory only, and the restart sends what was stopped. Starts a
 * server over what each single write of a whole stop leaves on the disk, before the first, between
 * any two, within one, and behind the last, and proves that the same barrier comes to the same
 * receipt each time and that the saved follow-up is not sent.
 */
class Case40CrashAtEveryWriteTest {
    private static final Duration QUIET = Duration.ofMillis(300);
    private static final Duration SETTLE = Duration.ofSeconds(20);
    private static final int TORN = 4;
    private static final int SIDE_BY_SIDE = 4;

    @RegisterExtension
    final Installation installation = Installation.withDeployment(QUIET, SETTLE).inAProcess();

    private final CrashScene scene = new CrashScene("run-m");
    private String requestedAt = "";
    private WrittenLedger written;

    /** One undisturbed stop, written down from its first byte to its last. */
    @BeforeEach
    void writeAWholeStop() throws IOException {
        ServerProcess quietus = installation.process();
        installation.deployment().behave(Behaviours.none().with(Behaviour.HOLD_BEFORE_COMMIT));
        try (DeploymentCalls deployment = new DeploymentCalls(installation.deployment())) {
            scene.prepare(quietus, deployment);
        }
        quietus.workerToken("model");
        // A log of its own for the stop, so that it is not begun anew in the middle.
        quietus.restart();
        Path before =
                WrittenLedger.copy(quietus.directory(), installation.directory().resolve("before"));
        requestedAt = quietus.stop(scene.run()).string("requested_at");
        assertThat(CrashScene.essence(quietus.awaitReceipt(scene.run())))
                .isEqualTo(CrashScene.expected(scene.run()));
        written = WrittenLedger.since(before, quietus.directory());
    }

    @Test
    void everyWriteLeavesABarrierThatReachesTheSameReceipt() throws Exception {
        List<Integer> commits = written.commits();
        assertThat(commits).hasSizeGreaterThan(12);
        List<Callable<Path>> kills = new ArrayList<>();
        for (int number = 0; number < commits.size(); number++) {
            boolean stopped = number > 0;
            int bytes = commits.get(number);
            String point = "write-" + number;
            kills.add(() -> goesOnFrom(bytes, stopped, point));
            if (number % TORN == 0 && number + 1 < commits.size()) {
                int torn = bytes + written.frame() / 2;
                kills.add(() -> goesOnFrom(torn, stopped, point + "-and-a-half"));
            }
        }
        try (ExecutorService sideBySide = Executors.newFixedThreadPool(SIDE_BY_SIDE)) {
            for (Future<Path> image : sideBySide.invokeAll(kills)) {
                assertThat(Files.exists(image.get())).isFalse();
            }
        }
    }

    private Path goesOnFrom(int bytes, boolean stopped, String point) throws IOException {
        Path image = written.imageAt(bytes, installation.directory().resolve(point));
        String providers = ProviderDeclaration.yaml(installation.deployment().url(), QUIET, SETTLE);
        try (TestingQuietus quietus = TestingQuietus.start(image, Optional.of(providers))) {
            if (!stopped) {
                assertThat(quietus.operator().get("barriers").array("barriers").size())
                        .as("barriers after a kill at %s", point)
                        .isZero();
                quietus.stop(scene.run());
            }
            scene.sendsNoFollowUp(quietus);
            JsonObject barrier = quietus.operator().quietus().barrier(scene.barrier());
            if (stopped) {
                assertThat(barrier.string("requested_at"))
                        .as("the barrier after a kill at %s", point)
                        .isEqualTo(requestedAt);
            }
            JsonObject receipt = quietus.passQuiet(scene.barrier());
            scene.sendsNoFollowUp(quietus);

            assertThat(CrashScene.essence(receipt))
                    .as("the receipt after a kill at %s", point)
                    .isEqualTo(CrashScene.expected(scene.run()));
            LedgerSoundness.check(quietus);
        }
        Installation.delete(image);
        return image;
    }
}
