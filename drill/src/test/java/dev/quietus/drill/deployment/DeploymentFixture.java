package dev.quietus.drill.deployment;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** A service of its own and a caller for each test, with jobs that take a few milliseconds. */
abstract class DeploymentFixture {
    static final Pace QUICK =
            new Pace(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(1));

    final DeploymentService service =
            DeploymentService.start(DeploymentSettings.defaults().withPace(QUICK));
    final TestingCaller caller = new TestingCaller(service.url());

    @AfterEach
    void endsEverything() {
        caller.close();
        service.close();
    }
}
