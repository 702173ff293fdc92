package dev.quietus.verify.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.exec.ExecProcess;
import dev.quietus.verify.server.RunningQuietus;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Cases 08 to 11: the end of a command is recorded as something else than it was. Its own clean-up
 * is cut off, a kill becomes exit code 0, its output is thrown away with the error, a lot of output
 * keeps it running for ever. Proves that the grace is its own, that three endings are three, and
 * that output is kept as far as it came, says that it was cut off, and holds nothing up.
 */
@EnabledOnOs(OS.LINUX)
class Cases08To11RecordedEndTest {
    private static final int MEGABYTE = 1 << 20;

    @RegisterExtension
    static final LocalScene scene = new LocalScene();

    @Test
    void case08LetsTheCommandPutThingsInOrderOnceWhoeverPressesAgain() throws Exception {
        LocalRun run = scene.run("case-08");
        ExecProcess exec = run.start(
                List.of("--grace", "20s"), "sh", scene.script("08-graceful-handler-needs-time.sh"));
        run.awaitPids(1);
        RunningQuietus.untilTrue("the lock is held", () -> there(run, "lock"));
        JsonObject first = run.stop();
        RunningQuietus.untilTrue("it was asked to end", () -> exec.err().contains("SIGTERM to "));
        JsonObject second = run.stop();
        assertThat(second.string("barrier_id")).isEqualTo(first.string("barrier_id"));
        assertThat(exec.exit()).isEqualTo(75);
        assertThat(run.folder().resolve("lock")).doesNotExist();
        assertThat(run.folder().resolve("cleanup")).hasContent("cleaned");
        assertThat(run.report().object("processes").bool("forced")).isFalse();
        assertThat(run.report().object("leader").integer("code")).isEqualTo(7);
        JsonObject shown = run.operation();
        assertThat(shown.string("state")).isEqualTo("cancelled_during_execution");
        assertThat(shown.string("error")).isEqualTo("stopped (wrong commit): exited with 7");
    }

    @Test
    void case09TellsAStopAKillFromOutsideAndATimeLimitApart() throws Exception {
        String script = scene.script("09-killed-not-success.sh");
        LocalRun stopped = scene.run("case-09-stopped");
        ExecProcess one = stopped.start(List.of(), "sh", script);
        LocalRun killed = scene.run("case-09-killed");
        ExecProcess other = killed.start(List.of(), "sh", script);
        LocalRun limited = scene.run("case-09-limited");
        ExecProcess third = limited.start(List.of("--timeout", "1s"), "sh", script);
        stopped.awaitPids(1);
        stopped.stop();
        long pid = killed.awaitPids(1).getFirst();
        RunningQuietus.untilTrue("it has begun", () -> other.out().contains("part 1"));
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        assertThat(one.exit()).isEqualTo(75);
        assertThat(other.exit()).isEqualTo(137);
        assertThat(third.exit()).isEqualTo(124);
        endedAs(stopped, "cancelled_during_execution", "stopped (wrong commit): killed by SIGTERM");
        endedAs(killed, "failed", "killed by SIGKILL");
        endedAs(limited, "failed", "timed out after 1.0 s: killed by SIGTERM");
    }

    private static void endedAs(LocalRun run, String state, String error) {
        JsonObject shown = run.operation();
        assertThat(shown.string("state")).isEqualTo(state);
        assertThat(shown.string("error")).isEqualTo(error);
        assertThat(run.report().bool("output_cut_off")).isTrue();
        assertThat(run.detail()).contains("; output cut off by its end, ");
        assertThat(shown.has("output_digest")).as("a digest of half an output").isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void case10KeepsAllThatCameBeforeTheEnd(boolean limited) throws Exception {
        LocalRun run = scene.run("case-10-" + limited);
        ExecProcess exec = run.start(
                limited ? List.of("--timeout", "2s") : List.of(),
                "sh",
                scene.script("10-partial-output.sh"));
        RunningQuietus.untilTrue("the tail is out", () -> exec.out().contains("unfinished tail"));
        if (!limited) {
            run.stop();
        }
        assertThat(exec.exit()).isEqualTo(limited ? 124 : 75);
        byte[] kept = run.kept("output");
        String lines = numbered("out");
        assertThat(new String(kept, 0, kept.length - 1, StandardCharsets.US_ASCII))
                .isEqualTo(lines + "unfinished tail ");
        assertThat(kept[kept.length - 1]).isEqualTo((byte) 0303);
        assertThat(exec.out()).isEqualTo(lines + "unfinished tail \uFFFD");
        assertThat(run.kept("error")).asString().isEqualTo(numbered("err"));
        JsonObject report = run.report();
        assertThat(report.object("cause").string("kind"))
                .isEqualTo(limited ? "timed_out" : "stop_requested");
        assertThat(report.object("output").integer("bytes")).isEqualTo(kept.length);
        assertThat(report.bool("output_cut_off")).isTrue();
        assertThat(run.detail()).contains("output cut off by its end, 80 lines");
    }

    private static String numbered(String word) {
        StringBuilder lines = new StringBuilder();
        IntStream.rangeClosed(1, 40)
                .forEach(i -> lines.append(word).append(" line ").append(i).append('\n'));
        return lines.toString();
    }

    @Test
    void case11EndsByItselfWithMuchOutputAndSaysHowMuchIsNotKept() throws Exception {
        LocalRun run = scene.run("case-11");
        ExecProcess exec =
                run.start(List.of("--keep", "1"), "sh", scene.script("11-large-output.sh"));
        assertThat(exec.exit()).isEqualTo(3);
        assertThat(run.operation().string("error")).isEqualTo("exited with 3");
        byte[] kept = run.kept("output");
        assertThat(kept).hasSize(MEGABYTE);
        assertThat(Arrays.equals(kept, 0, kept.length, full((byte) 'o'), 0, MEGABYTE))
                .isTrue();
        for (String stream : List.of("output", "error")) {
            JsonObject facts = run.report().object(stream);
            assertThat(facts.integer("bytes")).isEqualTo(8 * MEGABYTE);
            assertThat(facts.integer("dropped_bytes")).isEqualTo(7 * MEGABYTE);
            assertThat(facts.bool("complete")).isTrue();
        }
        assertThat(exec.err()).contains(14 * MEGABYTE + " bytes of output were passed on");
        assertThat(run.report().bool("output_cut_off")).isFalse();
    }

    private static byte[] full(byte value) {
        byte[] bytes = new byte[MEGABYTE];
        Arrays.fill(bytes, value);
        return bytes;
    }

    @Test
    void case11IsStoppedHalfWayAlthoughNobodyReadsItsOutput() throws Exception {
        LocalRun run = scene.run("case-11-unread");
        ExecProcess exec = run.start(
                ExecProcess::startUnread,
                List.of("--grace", "1s"),
                "sh",
                scene.script("11-large-output.sh"));
        RunningQuietus.untilTrue("the pipe is full", () -> keptSoFar(run) > 0);
        run.stop();
        assertThat(exec.exit()).isEqualTo(75);
        assertThat(run.operation().string("state")).isEqualTo("cancelled_during_execution");
        assertThat(run.report().object("processes").bool("confirmed")).isTrue();
        assertThat(run.report().object("output").bool("complete")).isFalse();
    }

    private static long keptSoFar(LocalRun run) {
        try {
            return run.kept("output").length;
        } catch (UncheckedIOException notYet) {
            return 0;
        }
    }

    private static boolean there(LocalRun run, String file) {
        return Files.exists(run.folder().resolve(file));
    }
}
