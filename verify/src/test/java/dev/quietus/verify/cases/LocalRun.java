package dev.quietus.verify.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.exec.ExecProcess;
import dev.quietus.verify.exec.UndoProcess;
import dev.quietus.verify.server.RunningQuietus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A run with one local command, and what is seen of it from outside: the processes that its script
 * has written down, the marks that they leave while they live, and what is recorded.
 */
final class LocalRun {
    /** The operation of every command here. */
    static final String OPERATION = "command";

    /** More than twice as long as a script sleeps between two marks. */
    private static final Duration TWO_TICKS = Duration.ofMillis(500);

    private final LocalScene scene;
    private final String id;
    private final ExecProcess.Place place;

    LocalRun(LocalScene scene, String id, ExecProcess.Place place) {
        this.scene = scene;
        this.id = id;
        this.place = place;
    }

    /** Its folder. */
    Path folder() {
        return place.folder();
    }

    /** Starts the script without effects of its own, in this way of starting. */
    ExecProcess start(Way way, List<String> options, String... command) {
        List<String> arguments = new ArrayList<>(List.of("--run", id, "--operation", OPERATION));
        if (!options.contains("--effects")) {
            arguments.addAll(List.of("--effects", "none"));
        }
        arguments.addAll(options);
        arguments.add("--");
        arguments.addAll(List.of(command));
        return scene.closing(way.start(place, arguments));
    }

    /** The same in the plain way. */
    ExecProcess start(List<String> options, String... command) {
        return start(ExecProcess::start, options, command);
    }

    /** A way of starting {@code quietus exec}. */
    interface Way {
        /** Starts it. */
        ExecProcess start(ExecProcess.Place place, List<String> arguments);
    }

    /** Presses stop; the answer is the barrier. */
    JsonObject stop() {
        return scene.server().stop(id);
    }

    /** The operation as it is shown. */
    JsonObject operation() {
        return scene.server().operation(id, OPERATION);
    }

    /** Waits until the operation is in a state. */
    JsonObject awaitOperation(String state) {
        return scene.server().awaitOperation(id, OPERATION, state);
    }

    /** What was recorded in words of its end. */
    String detail() {
        return scene.server().events(id, "operation_finished").stream()
                .findFirst()
                .orElseThrow()
                .object("data")
                .string("detail");
    }

    /** The first receipt that comes. */
    JsonObject awaitReceipt() {
        return scene.server().awaitReceipt(id);
    }

    /** The receipt of a stop that comes to its end. */
    JsonObject certified(JsonObject barrier) {
        scene.server().awaitBarrier(barrier.string("barrier_id"), "certified");
        return scene.server().receipt(id);
    }

    /** Takes back what the command did to files; the answer says it path by path. */
    JsonObject undone() throws Exception {
        return Json.parseObject(UndoProcess.printed(
                scene.server(),
                folder(),
                place.xdg(),
                0,
                List.of(id + "/" + OPERATION, "--output", "json")));
    }

    /** The report that lies on this machine. */
    JsonObject report() {
        return Json.parseObject(new String(kept("report.json"), StandardCharsets.UTF_8));
    }

    /** What is kept of the command on this machine, by the name of the file. */
    byte[] kept(String file) {
        return bytes(
                place.xdg().resolve("quietus/units/" + id + "/" + OPERATION).resolve(file));
    }

    /** Waits until the script has written so many processes down, and says which. */
    List<Long> awaitPids(int many) {
        RunningQuietus.untilTrue(many + " processes of " + id, () -> pids().size() == many);
        return pids();
    }

    /** The processes that the script has written down. */
    List<Long> pids() {
        Path file = folder().resolve("pids");
        return !Files.exists(file)
                ? List.of()
                : new String(bytes(file), StandardCharsets.US_ASCII)
                        .lines()
                        .map(Long::valueOf)
                        .toList();
    }

    /** Waits until somebody has left marks. */
    void awaitTicks() {
        RunningQuietus.untilTrue(id + " ticks", () -> ticks() > 0);
    }

    /** How much was left of marks. */
    long ticks() {
        Path file = folder().resolve("ticks");
        return Files.exists(file) ? bytes(file).length : 0;
    }

    /** Each of so many processes is gone, and leaves no marks any more. */
    void goneAndStill(int many) {
        assertThat(pids()).hasSize(many);
        goneAndStill();
    }

    /** The same for as many as came to write themselves down. */
    void goneAndStill() {
        assertThat(pids()).noneMatch(LocalRun::lives);
        long before = ticks();
        await("no mark of " + id)
                .pollDelay(TWO_TICKS)
                .pollInterval(Duration.ofMillis(50))
                .atMost(RunningQuietus.PATIENCE)
                .until(() -> true);
        assertThat(ticks()).isEqualTo(before);
    }

    /** Waits until all of so many processes are gone, whoever ends them. */
    void awaitGone(int many) {
        RunningQuietus.untilTrue(
                "the processes of " + id + " are gone",
                () -> pids().size() == many && pids().stream().noneMatch(LocalRun::lives));
    }

    /** Whether a process lives; one that only waits to be collected does not. */
    static boolean lives(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException gone) {
            return false;
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
