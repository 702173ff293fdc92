package dev.quietus.verify.gateway.mcp;

import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.RunAuthority;
import dev.quietus.gateway.mcp.HttpFront;
import dev.quietus.gateway.mcp.HttpWay;
import dev.quietus.gateway.mcp.McpGateway;
import dev.quietus.gateway.mcp.McpSettings;
import dev.quietus.gateway.mcp.ToolRules;
import dev.quietus.gateway.mcp.link.BytePipe;
import dev.quietus.gateway.mcp.link.StdioServerLink;
import dev.quietus.gateway.run.Admission;
import dev.quietus.gateway.run.GatewayRun;
import dev.quietus.gateway.run.GatewayWork;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.ServerProcess;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Measures one call of a tool through the gateway beside a direct one, in turn: over lines and over
 * HTTP, with a real server on both ends and every call durably begun and finished. Needs what the
 * conformance suite needs; run by hand.
 */
final class CallBenchMain {
    private static final int WARM_UP = 600;
    private static final int ROUNDS = 3_000;
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\","
            + "\"params\":{\"name\":\"echo\",\"arguments\":{\"message\":\"hello\"}}}";
    private static final String HELLO = "{\"jsonrpc\":\"2.0\",\"id\":\"h\",\"method\":"
            + "\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"b\",\"version\":\"1\"}}}";

    private CallBenchMain() {}

    /** Something that makes one call and waits for its answer. */
    private interface Caller {
        void call(int id) throws IOException, InterruptedException;
    }

    /** Runs it. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Suite.requireHere();
        Path folder = Files.createTempDirectory("quietus-mcp-bench-");
        try (ServerProcess quietus = ServerProcess.start(folder, Optional.empty())) {
            RunAuthority run = quietus.run("bench");
            try (GatewayRun joined = GatewayRun.join(
                    dev.quietus.verify.server.Caller.of(
                                    quietus.url(), RunningQuietus.leaseToken(run))
                            .quietus(),
                    "bench",
                    "mcp")) {
                record(joined);
                lines(joined);
                http(joined);
                record(joined);
            }
        }
    }

    /** What the record alone costs: a begin and a finish, each durable when it is answered. */
    private static void record(GatewayRun run) {
        long[] begin = new long[ROUNDS / 3];
        long[] whole = new long[ROUNDS / 3];
        for (int i = -WARM_UP; i < begin.length; i++) {
            long begun = System.nanoTime();
            Admission admission = run.begin(GatewayWork.of(
                    "record-" + UUID.randomUUID(),
                    "bench.echo",
                    "tool_call",
                    ExpectedEffects.NONE));
            long between = System.nanoTime();
            ((Admission.Admitted) admission).passage().finish(FinishFacts.succeeded());
            if (i >= 0) {
                begin[i] = between - begun;
                whole[i] = System.nanoTime() - begun;
            }
        }
        Arrays.sort(begin);
        Arrays.sort(whole);
        System.out.printf(
                Locale.ROOT,
                "begin alone p50 %.3f ms · begin and finish p50 %.3f ms%n",
                begin[begin.length / 2] / 1e6,
                whole[whole.length / 2] / 1e6);
    }

    private static void lines(GatewayRun run) throws IOException, InterruptedException {
        ProcessBuilder server =
                new ProcessBuilder(Suite.node(), Suite.server().toString(), "--stdio");
        BytePipe in = new BytePipe();
        BytePipe out = new BytePipe();
        try (NodeProcess direct = new NodeProcess(server);
                McpGateway gateway = new McpGateway(
                        run,
                        McpSettings.of("bench"),
                        ToolRules.NONE,
                        listener -> new StdioServerLink(new NodeProcess(server), 1 << 20, listener),
                        note -> {})) {
            Thread serving =
                    Thread.ofPlatform().start(() -> gateway.serve(in.reader(), out.writer()));
            Caller one = caller(
                    direct.input(),
                    new BufferedReader(
                            new InputStreamReader(direct.output(), StandardCharsets.UTF_8)));
            Caller other = caller(
                    in.writer(),
                    new BufferedReader(
                            new InputStreamReader(out.reader(), StandardCharsets.UTF_8)));
            compare("lines", one, other);
            in.writer().close();
            serving.join();
        }
    }

    private static Caller caller(OutputStream to, BufferedReader from) throws IOException {
        to.write((HELLO + "\n").getBytes(StandardCharsets.UTF_8));
        to.flush();
        from.readLine();
        return id -> {
            to.write((CALL.formatted(id) + "\n").getBytes(StandardCharsets.UTF_8));
            to.flush();
            from.readLine();
        };
    }

    private static void http(GatewayRun run) throws IOException, InterruptedException {
        Process server = new ProcessBuilder(Suite.node(), Suite.server().toString()).start();
        try (BufferedReader port = server.inputReader()) {
            URI direct = URI.create("http://127.0.0.1:" + port.readLine() + "/mcp");
            try (McpGateway gateway = new McpGateway(
                            run,
                            McpSettings.of("bench"),
                            ToolRules.NONE,
                            new HttpWay(direct, Map.of(), 1 << 20),
                            note -> {});
                    HttpFront front = HttpFront.open(
                            gateway, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
                compare("HTTP", caller(direct), caller(front.url()));
            }
        } finally {
            server.destroyForcibly();
        }
    }

    private static Caller caller(URI url) throws IOException, InterruptedException {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        HttpResponse<String> hello =
                client.send(request(url, HELLO).build(), HttpResponse.BodyHandlers.ofString());
        String session = hello.headers().firstValue("Mcp-Session-Id").orElseThrow();
        return id -> client.send(
                request(url, CALL.formatted(id))
                        .header("Mcp-Session-Id", session)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(URI url, String body) {
        return HttpRequest.newBuilder(url)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private static void compare(String what, Caller direct, Caller through)
            throws IOException, InterruptedException {
        long[] one = new long[ROUNDS];
        long[] other = new long[ROUNDS];
        for (int i = -WARM_UP; i < ROUNDS; i++) {
            long begun = System.nanoTime();
            direct.call(WARM_UP + i);
            long between = System.nanoTime();
            through.call(WARM_UP + i);
            long ended = System.nanoTime();
            if (i >= 0) {
                one[i] = between - begun;
                other[i] = ended - between;
            }
        }
        Arrays.sort(one);
        Arrays.sort(other);
        System.out.printf(
                Locale.ROOT,
                "tools/call over %s   direct p50 %.3f ms p95 %.3f · through p50 %.3f ms"
                        + " p95 %.3f · p50 +%.3f ms%n",
                what,
                one[ROUNDS / 2] / 1e6,
                one[ROUNDS * 95 / 100] / 1e6,
                other[ROUNDS / 2] / 1e6,
                other[ROUNDS * 95 / 100] / 1e6,
                (other[ROUNDS / 2] - one[ROUNDS / 2]) / 1e6);
    }
}
