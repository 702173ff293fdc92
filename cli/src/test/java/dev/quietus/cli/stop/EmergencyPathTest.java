package dev.quietus.cli.stop;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stop button as a process of its own: what it loads, and what it says when it is ended. */
class EmergencyPathTest {

    private static final int SECONDS = 60;

    @TempDir
    private Path folder;

    private ProcessBuilder program(List<String> jvm, String... args) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add("dev.quietus.cli.Main");
        command.addAll(List.of(args));
        ProcessBuilder program = new ProcessBuilder(command).directory(folder.toFile());
        program.environment().keySet().removeIf(name -> name.startsWith("QUIETUS_"));
        program.environment().put("HOME", folder.toString());
        program.redirectOutput(folder.resolve("out").toFile());
        program.redirectError(folder.resolve("err").toFile());
        return program;
    }

    private static HttpServer server(String stop, String barrier, CountDownLatch looked)
            throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            boolean post = exchange.getRequestMethod().equals("POST");
            byte[] body = (post ? stop : barrier).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(post ? 202 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
            if (!post) {
                looked.countDown();
            }
        });
        server.start();
        return server;
    }

    @Test
    void loadsNeitherTheCommandLineLibraryNorAnHttpClientNorAFormatter()
            throws IOException, InterruptedException {
        HttpServer server = server(StopButtonTest.ACKNOWLEDGED, "{}", new CountDownLatch(1));
        try {
            Path loaded = folder.resolve("loaded");
            Process process = program(
                            List.of("-Xlog:class+load:file=" + loaded, "-Xshare:auto"),
                            "stop",
                            "cc-run-4421",
                            "--reason",
                            "wrong commit",
                            "--url",
                            "http://127.0.0.1:" + server.getAddress().getPort())
                    .start();
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();

            assertThat(process.exitValue()).isZero();
            assertThat(Files.readString(folder.resolve("out"))).startsWith("Stopping cc-run-4421 ");
            assertThat(Files.readString(loaded))
                    .contains("dev.quietus.client.stop.EmergencyStop")
                    .doesNotContain("picocli")
                    .doesNotContain("java.net.http")
                    .doesNotContain("org.snakeyaml")
                    .doesNotContain("dev.quietus.server")
                    .doesNotContain("java.util.Formatter ");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void saysThatTheBarrierGoesOnWhenTheWaitingIsEnded() throws IOException, InterruptedException {
        CountDownLatch looked = new CountDownLatch(2);
        HttpServer server =
                server(StopButtonTest.ACKNOWLEDGED, StopButtonTest.ACKNOWLEDGED, looked);
        try {
            Process process = program(
                            List.of(),
                            "stop",
                            "cc-run-4421",
                            "--wait",
                            "--url",
                            "http://127.0.0.1:" + server.getAddress().getPort())
                    .start();
            assertThat(looked.await(SECONDS, TimeUnit.SECONDS)).isTrue();
            process.destroy();
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();

            assertThat(Files.readString(folder.resolve("err")))
                    .contains("only the waiting ended; barrier stop-cc-run-4421-01 goes on by"
                            + " itself. Look with 'quietus watch cc-run-4421'");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void theStartUpCacheIsRehearsedWithoutAWord() throws IOException, InterruptedException {
        for (String what : List.of("stop", "look")) {
            Process process = program(List.of(), "start-up-cache", what).start();
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();

            assertThat(process.exitValue()).isZero();
            assertThat(Files.readString(folder.resolve("out"))).isEmpty();
            assertThat(Files.readString(folder.resolve("err"))).isEmpty();
        }
    }
}
