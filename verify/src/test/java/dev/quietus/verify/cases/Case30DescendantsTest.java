package dev.quietus.verify.cases;

import static dev.quietus.verify.server.RunningQuietus.untilTrue;
import static dev.quietus.verify.server.RunningQuietus.work;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.BeginRequest;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.OperationRequest;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.worker.WorkAnswer;
import dev.quietus.client.worker.WorkerGuard;
import dev.quietus.drill.process.ChildProcess;
import dev.quietus.verify.server.Caller;
import dev.quietus.verify.server.Installation;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.TestingQuietus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Case 30: subagents go on after the parent was stopped. Proves that children and grandchildren
 * lose their authority with the root, although the root's process was killed and told nobody.
 */
class Case30DescendantsTest {
    private static final Duration GRACE = Duration.ofSeconds(5);

    @RegisterExtension
    final Installation installation = Installation.withoutProviders();

    @Test
    void descendantsLoseTheirAuthorityThoughNobodyTellsThem() throws Exception {
        TestingQuietus quietus = installation.quietus();
        RunAuthority root = quietus.run("root");
        ChildProcess rootProcess = treeOf(quietus, root);
        RunAuthority first = quietus.child("child-1", root);
        RunAuthority second = quietus.child("child-2", root);
        RunAuthority grandchild = quietus.child("grandchild-1", second);
        try (Ticker ticker = Ticker.start(quietus.agent(first), first, "tick")) {
            rootProcess.kill();
            long stoppedNanos = System.nanoTime();
            String barrier = quietus.stop("root").string("barrier_id");

            nothingIsSentForTheGrandchild(quietus, grandchild);
            noChildIsMadeFromTheGrandchild(quietus, grandchild);
            assertThat(ticker.answer()).isInstanceOf(WorkAnswer.Cancelled.class);
            assertThat(Duration.ofNanos(ticker.lastTickNanos() - stoppedNanos)).isLessThan(GRACE);

            JsonObject receipt = quietus.passQuiet(barrier);
            assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
            assertThat(receipt.object("authority").integer("descendant_leases_revoked"))
                    .isEqualTo(3);
            assertThat(receipt.object("authority").integer("active_leases")).isZero();
            assertThat(receipt.object("work").integer("queued_cancelled")).isEqualTo(1);
            assertThat(receipt.array("in_flight").objects())
                    .extracting(entry -> entry.string("run_id"))
                    .containsExactly("child-1");
        }
        assertThat(List.of("root", "child-1", "child-2", "grandchild-1"))
                .allSatisfy(run ->
                        assertThat(quietus.shown(run).string("state")).isEqualTo("cancelled"));
    }

    private ChildProcess treeOf(TestingQuietus quietus, RunAuthority root) {
        Path ready = installation.directory().resolve("ready");
        ChildProcess process = installation.closing(Processes.start(
                quietus,
                RunningQuietus.leaseToken(root),
                RootAgentMain.class,
                installation.directory(),
                List.of(root.runId(), ready.toString())));
        untilTrue("the root's agent has its tree", () -> {
            if (!process.isAlive()) {
                throw process.endedEarly("registering the tree");
            }
            return Files.exists(ready);
        });
        return process;
    }

    private static void nothingIsSentForTheGrandchild(
            TestingQuietus quietus, RunAuthority grandchild) {
        OperationRequest next = work(grandchild, "next-call", "mail.send").build();
        BeginRequest begin = BeginRequest.accepting(next, grandchild, "gateway");
        AtomicInteger sent = new AtomicInteger();
        WorkAnswer answer = WorkerGuard.of(quietus.agent(grandchild).quietus()).run(begin, _ -> {
            sent.incrementAndGet();
            return FinishFacts.succeeded();
        });
        assertThat(answer)
                .isInstanceOfSatisfying(
                        WorkAnswer.Denied.class,
                        denied -> assertThat(denied.decision()).isEqualTo("deny_parent_revoked"));
        assertThat(sent).hasValue(0);

        JsonObject body = JsonObject.builder()
                .put("lease", grandchild.lease())
                .put("revocation_epoch", grandchild.revocationEpoch())
                .put("worker", "gateway")
                .put("operation", JsonObject.builder().put("tool", "mail.send").build())
                .build();
        QuietusProblemException refused = Caller.refusal(() -> quietus.agent(grandchild)
                .post(body, "runs", "grandchild-1", "operations", "next-call", "begin"));
        assertThat(refused.status()).isEqualTo(403);
        JsonObject check = refused.problem().orElseThrow().object("child_dispatch_check");
        assertThat(check)
                .isEqualTo(JsonObject.builder()
                        .put("child_run", "grandchild-1")
                        .put("parent_run", "root")
                        .put("child_epoch", 1)
                        .put("current_parent_epoch", 2)
                        .put("parent_lease_status", "revoked")
                        .put("decision", "deny_parent_revoked")
                        .put("external_call_sent", false)
                        .build());
    }

    private static void noChildIsMadeFromTheGrandchild(
            TestingQuietus quietus, RunAuthority grandchild) {
        for (Caller caller : List.of(quietus.agent(grandchild), quietus.operator())) {
            QuietusProblemException refused = Caller.refusal(() -> caller.quietus()
                    .registerRun(RunningQuietus.childOf("great-grandchild", grandchild)));
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.decision()).contains("deny_parent_revoked");
        }
        assertThat(quietus.operator().find("runs", "great-grandchild")).isEmpty();
    }
}
