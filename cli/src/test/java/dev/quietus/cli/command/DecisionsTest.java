package dev.quietus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.StubServer;
import dev.quietus.cli.testing.TestingConsole;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionsTest {

    private static final String OPERATION =
            "{\"operation_id\":\"op\",\"run_id\":\"r1\",\"state\":\"%s\",\"decided_by\":"
                    + "\"operator:thomas\"}";
    private static final String PATH = "/v1/runs/r1/operations/op";

    @TempDir
    private Path folder;

    @AutoClose
    private final StubServer server = StubServer.start();

    private TestingConsole console;

    @BeforeEach
    void start() {
        console = TestingConsole.in(folder).asking(server);
        server.on("GET " + PATH, OPERATION.formatted("awaiting_approval"));
    }

    @Test
    void approves() {
        server.on("POST " + PATH + "/approve", OPERATION.formatted("queued"));

        assertThat(console.run("approve", "r1/op")).isZero();
        assertThat(console.out()).isEqualTo("r1/op   approved by operator:thomas · queued\n");
    }

    @Test
    void rejectsWithAReason() {
        server.on("POST " + PATH + "/reject", OPERATION.formatted("rejected"));

        assertThat(console.run("reject", "r1/op", "--reason", "not on a Friday"))
                .isZero();
        assertThat(console.out()).isEqualTo("r1/op   rejected by operator:thomas · rejected\n");
        assertThat(server.bodyOf("POST " + PATH + "/reject"))
                .isEqualTo("{\"reason\":\"not on a Friday\"}");
    }

    @Test
    void settlesWithEvidence() {
        server.on(
                "POST " + PATH + "/settle",
                "{\"operation_id\":\"op\",\"run_id\":\"r1\",\"state\":\"succeeded\","
                        + "\"settled_by\":\"operator:mara\"}");

        assertThat(console.run(
                        "settle",
                        "r1/op",
                        "--as",
                        "completed_and_verified",
                        "--evidence",
                        "saw it"))
                .isZero();
        assertThat(console.out())
                .isEqualTo("r1/op   settled as completed and verified by operator:mara ·"
                        + " succeeded\n");
        assertThat(server.bodyOf("POST " + PATH + "/settle"))
                .isEqualTo("{\"as\":\"completed_and_verified\",\"evidence\":\"saw it\"}");
    }

    @Test
    void aDecisionThatComesTooLateIsAnError() {
        server.refuses("POST " + PATH + "/approve", 409, "stale_ignored", "stale, ignored: x");

        assertThat(console.run("approve", "r1/op")).isEqualTo(1);
        assertThat(console.err()).isEqualTo("quietus: stale, ignored: x\n");
    }

    @Test
    void promotes() {
        server.on("POST /v1/runs/r1/promote", "{}");

        assertThat(console.run("promote", "r1", "--reason", "needed")).isZero();
        assertThat(server.bodyOf("POST /v1/runs/r1/promote")).isEqualTo("{\"reason\":\"needed\"}");
    }

    @Test
    void reopens() {
        server.on("POST /v1/stops/reopen", "{\"frozen\":false}");

        assertThat(console.run("reopen")).isZero();
        assertThat(console.out()).startsWith("New runs may register again");
    }

    @Test
    void registersARunAndPrintsItsAuthority() {
        server.on("POST /v1/runs", 201, """
                {"run_id":"r9","lease":"lease-9","lease_token":"qtl_x","revocation_epoch":1,
                 "capabilities":["a.*","b"],"valid_until":"2026-08-16T12:53:00.000Z"}
                """);

        assertThat(console.run(
                        "register",
                        "r9",
                        "--parent",
                        "r1",
                        "--task",
                        "t",
                        "--allow",
                        "a.*",
                        "--allow",
                        "b",
                        "--valid-for",
                        "2h",
                        "--label",
                        "k=v"))
                .isZero();

        assertThat(console.out()).isEqualTo("""
                Registered r9
                  lease        lease-9, epoch 1
                  valid until  2026-08-16T12:53:00.000Z
                  tools        a.*, b
                  token        qtl_x   (speaks for this run)
                  quietus stop r9 --reason "…"
                """);
        assertThat(server.bodyOf("POST /v1/runs"))
                .isEqualTo("{\"run_id\":\"r9\",\"parent_run_id\":\"r1\",\"task_id\":\"t\","
                        + "\"capabilities\":[\"a.*\",\"b\"],"
                        + "\"valid_until\":\"2026-08-16T12:53:00.000Z\","
                        + "\"labels\":{\"k\":\"v\"}}");
    }

    @Test
    void saysThatARunMayStartNothing() {
        server.on("POST /v1/runs", 201, """
                {"run_id":"r9","lease":"lease-9","revocation_epoch":1,"capabilities":[]}
                """);
        assertThat(console.run("register", "r9")).isZero();
        assertThat(console.out())
                .contains("  tools        none: it may start nothing (see --allow)\n");
    }
}
