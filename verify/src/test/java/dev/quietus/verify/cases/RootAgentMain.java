package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.work;

import dev.quietus.client.Quietus;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.server.RunningQuietus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * The agent of a root run as a process: registers its children under its own lease, queues work for
 * one of them, says so in a file, and hangs until it is killed.
 */
public final class RootAgentMain {

    private RootAgentMain() {}

    /** Arguments: the root run, and the file that it writes when its tree is there. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (Quietus quietus = Quietus.of(System.getenv())) {
            RunAuthority root = root(arguments[0]);
            quietus.registerRun(RunningQuietus.childOf("child-1", root));
            RunAuthority second = quietus.registerRun(RunningQuietus.childOf("child-2", root));
            quietus.registerRun(RunningQuietus.childOf("grandchild-1", second));
            quietus.accept(work(second, "queued", "notes.append").queue("work").build());
            Files.writeString(Path.of(arguments[1]), "ready at " + Instant.now());
            new CountDownLatch(1).await();
        }
    }

    private static RunAuthority root(String run) {
        return new RunAuthority(
                run, "lease-of-" + run, Optional.empty(), 1, Optional.empty(), JsonObject.empty());
    }
}
