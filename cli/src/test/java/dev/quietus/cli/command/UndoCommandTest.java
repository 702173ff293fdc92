package dev.quietus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.StubServer;
import dev.quietus.cli.testing.TestingConsole;
import dev.quietus.execution.files.ScanProgress;
import dev.quietus.execution.files.Tracking;
import dev.quietus.execution.files.TrackingLimits;
import dev.quietus.execution.files.UnitFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UndoCommandTest {
    private static final String UNDO = "POST /v1/operations/op/undo";
    private static final String RECOVERY = "/v1/runs/r1-recovery";
    private static final String BEGIN = "POST " + RECOVERY + "/operations/recover-op/begin";
    private static final String FINISH = "POST " + RECOVERY + "/operations/recover-op/finish";

    @TempDir
    private Path folder;

    @AutoClose
    private final StubServer server = StubServer.start();

    private TestingConsole console;
    private Path work;
    private UnitFolder unit;

    @BeforeEach
    void start() throws IOException {
        console = TestingConsole.in(folder)
                .asking(server)
                .with("XDG_STATE_HOME", folder.resolve("state").toString());
        work = Files.createDirectory(folder.resolve("work")).toRealPath();
        unit = UnitFolder.of(folder.resolve("state/quietus"), "r1", "op");
        server.on(
                "GET " + RECOVERY,
                "{\"run_id\": \"r1-recovery\", \"lease\": \"lease-9\", \"revocation_epoch\": 1}");
        server.on(
                BEGIN,
                "{\"decision\": \"allow\", \"attempt\": 1, \"revocation_epoch\": 1,"
                        + " \"operation\": {}}");
        server.on(FINISH, "{\"recorded_as\": \"result\", \"operation\": {}}");
    }

    private void opens() {
        server.on(UNDO, 201, """
                {"possible": true, "performed_by": "asker", "operation": {}, "undo":
                 {"run_id": "r1-recovery", "operation_id": "recover-op", "state": "queued"}}
                """);
    }

    private Tracking changed() throws IOException {
        Files.writeString(work.resolve("a"), "old");
        Files.writeString(work.resolve("b"), "old");
        Tracking tracking = Tracking.begin(work, unit, TrackingLimits.DEFAULT, ScanProgress.SILENT);
        Files.writeString(work.resolve("a"), "new");
        Files.writeString(work.resolve("b"), "new");
        return tracking;
    }

    private void reported() throws IOException {
        changed().report(ScanProgress.SILENT);
    }

    @Test
    void aDryRunShowsThePlanAndAsksNobody() throws IOException {
        reported();
        server.close();

        assertThat(console.run("undo", "r1/op", "--dry-run")).isZero();
        assertThat(console.out())
                .isEqualTo("Would take back 2 of 2 changes in " + work + "\n" + """
                                   PATH  WHY
                        ◐ restore  a     the command changed it
                        ◐ restore  b     the command changed it
                        Nothing was changed. quietus undo r1/op
                        """);
        assertThat(work.resolve("a")).hasContent("new");
    }

    @Test
    void recordsItOnTheServerBeforeAndAfter() throws IOException {
        reported();
        opens();

        assertThat(console.run("undo", "r1/op", "--reason", "wrong")).isZero();

        assertThat(console.out()).startsWith("Taken back: 2 restored\n");
        assertThat(work.resolve("a")).hasContent("old");
        assertThat(server.bodyOf(UNDO))
                .isEqualTo("{\"run_id\":\"r1\",\"performed_by\":\"asker\",\"reason\":\"wrong\"}");
        assertThat(server.bodyOf(BEGIN)).contains("\"request_id\":\"recover-op\"");
        assertThat(server.bodyOf(FINISH))
                .contains("\"outcome\":\"succeeded\"", "\"detail\":\"2 restored\"");
    }

    @Test
    void namesWhatIsNotTakenBackAndSaysSoInTheRecord() throws IOException {
        reported();
        opens();
        Files.writeString(work.resolve("b"), "somebody's");

        assertThat(console.run("undo", "r1/op")).isEqualTo(1);
        assertThat(console.out())
                .startsWith("Not all is taken back: 1 restored · 1 conflict\n")
                .contains("▲ conflict  b     it was changed since the command ended");
        assertThat(work.resolve("b")).hasContent("somebody's");
        assertThat(server.bodyOf(FINISH))
                .contains("\"outcome\":\"failed\"", "\"error\":\"1 restored · 1 conflict\"");
    }

    @Test
    void touchesNothingWithoutARecord() throws IOException {
        reported();
        server.refuses(UNDO, 409, "wrong_state", "it still runs: stop it first");
        assertThat(console.run("undo", "r1/op")).isEqualTo(1);
        assertThat(console.err()).contains("it still runs: stop it first");
        assertThat(work.resolve("a")).hasContent("new");
        assertThat(unit.undo()).doesNotExist();
    }

    @Test
    void goesWithoutAServerWhereThatIsWanted() throws IOException {
        reported();
        server.close();
        assertThat(console.run("undo", "r1/op", "--offline")).isZero();
        assertThat(work.resolve("a")).hasContent("old");
    }

    @Test
    void aMissingComparisonIsMadeOnlyWhereItIsAskedFor() throws IOException {
        assertThat(changed()).isNotNull();
        assertThat(console.run("undo", "r1/op")).isEqualTo(1);
        assertThat(console.err()).contains("--compare-now");
        assertThat(console.run("undo", "r1/op", "--compare-now", "--offline")).isZero();
        assertThat(work.resolve("a")).hasContent("old");
    }

    @Test
    void anEffectOutsideIsOpenedForApproval() {
        server.on(
                "GET /v1/runs/r1/operations/op", "{\"run_id\": \"r1\", \"operation_id\": \"op\"}");
        server.on(UNDO, 201, """
                {"possible": true, "performed_by": "provider", "would": "DELETE /x/{effect_id}",
                 "owner": "team-x", "operation": {},
                 "effect_now": {"observed": "present", "detail": "HTTP 200, 1 match"},
                 "undo": {"run_id": "r1-recovery", "operation_id": "recover-op",
                          "state": "awaiting_approval"}}
                """);

        assertThat(console.run("undo", "r1/op")).isZero();
        assertThat(console.out()).isEqualTo("""
                would send   DELETE /x/{effect_id}   decided by team-x
                shown now    present   HTTP 200, 1 match
                undo         r1-recovery/recover-op   awaiting approval\
                   quietus approve r1-recovery/recover-op
                """);
        assertThat(server.bodyOf(UNDO))
                .isEqualTo("{\"run_id\":\"r1\",\"plan_only\":false,\"approve\":false}");
    }

    @Test
    void saysWhenThereIsNothingToUndo() {
        assertThat(console.run("undo", "r1/nothing", "--offline")).isEqualTo(6);
        assertThat(console.err()).contains("no record of files that r1/nothing changed");
    }
}
