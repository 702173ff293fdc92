package dev.quietus.verify.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A server, a folder to work in, and a run of its own for each test. */
final class ExecScene implements AutoCloseable {
    /** Ignores the request to end, and leaves a child in a session of its own without a mark. */
    static final String STUBBORN = "trap '' TERM; env -i setsid sh -c 'trap \"\" TERM;"
            + " while :; do echo x >> beat; sleep 0.05; done' & touch up;"
            + " while :; do sleep 0.05; done";

    private static final AtomicInteger NUMBER = new AtomicInteger();

    final ServerProcess server;
    final Path xdg;
    final Path folder;
    Path work;
    RunAuthority run;
    private final List<ExecProcess> started = new ArrayList<>();

    /** Starts a server that keeps everything below this folder. */
    ExecScene(Path folder) {
        this.folder = folder;
        this.server = ServerProcess.start(folder, Optional.empty());
        this.xdg = server.stateHome(folder.resolve("xdg"));
        this.work = folder;
        this.run = server.run("first");
    }

    /** The next test begins: another run, another folder. */
    void next() throws IOException {
        int number = NUMBER.incrementAndGet();
        work = Files.createDirectories(folder.resolve("work-" + number));
        run = server.run("r" + number);
    }

    String id() {
        return run.runId();
    }

    /** Runs {@code quietus exec} under the test's run, with the run's own lease. */
    ExecProcess exec(String... arguments) {
        return as(RunningQuietus.leaseToken(run), arguments);
    }

    /** The same with another token. */
    ExecProcess as(String token, String... arguments) {
        ExecProcess process = ExecProcess.start(
                new ExecProcess.Place(server, work, xdg, token, Map.of()),
                Stream.concat(Stream.of("--run", id()), Stream.of(arguments)).toList());
        started.add(process);
        return process;
    }

    /** A shell script with half a second of grace. */
    ExecProcess shell(String operation, String effects, String script) {
        return exec(
                "--operation",
                operation,
                "--effects",
                effects,
                "--grace",
                "500ms",
                "--",
                "sh",
                "-c",
                script);
    }

    JsonObject operation(String operation) {
        return server.operation(id(), operation);
    }

    /** What was recorded of an operation's end. */
    JsonObject finished(String operation) {
        List<JsonObject> events = new ArrayList<>(server.events(id(), "operation_finished"));
        events.addAll(server.events(id(), "late_result"));
        return events.stream()
                .filter(event -> event.string("operation_id").equals(operation))
                .findFirst()
                .orElseThrow()
                .object("data");
    }

    void nothingMovesAnyMore() throws Exception {
        long size = Files.size(work.resolve("beat"));
        // Three times as long as it sleeps between two steps.
        Process pause = new ProcessBuilder("sleep", "0.15").start();
        pause.waitFor();
        assertThat(Files.size(work.resolve("beat"))).isEqualTo(size);
    }

    @Override
    public void close() {
        started.forEach(ExecProcess::close);
        server.close();
    }
}
