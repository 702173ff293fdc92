package dev.quietus.verify.gateway.mcp;

import static org.awaitility.Awaitility.await;

import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.TestingQuietus;
import java.time.Duration;
import java.util.Set;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A server for one test. Before its ledger is looked over, every stop that the test began has come
 * as far as it comes without the clock being moved.
 */
final class Installed implements BeforeEachCallback, AfterEachCallback {
    private static final Set<String> AT_REST = Set.of("quiet", "incomplete", "certified");
    private static final Duration REST = Duration.ofSeconds(3);

    private final Installation installation = Installation.withoutProviders();

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        installation.beforeEach(context);
    }

    TestingQuietus quietus() {
        return installation.quietus();
    }

    /** Closes this as well at the end of the test, before the server. */
    <T extends AutoCloseable> T closing(T thing) {
        return installation.closing(thing);
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        try {
            await("stops at rest")
                    .atMost(REST)
                    .during(Duration.ofMillis(100))
                    .until(() -> quietus().operator().all("barriers", "barriers").stream()
                            .allMatch(Installed::isAtRest));
        } catch (ConditionTimeoutException waitsForTheClock) {
            // An operation that nobody speaks of keeps its stop at work until its time is over.
            return;
        } finally {
            installation.afterEach(context);
        }
    }

    private static boolean isAtRest(JsonObject barrier) {
        return AT_REST.contains(barrier.string("state"));
    }
}
