package dev.quietus.cli.gateway;

import dev.quietus.client.Quietus;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.RunRegistration;
import dev.quietus.client.http.QuietusClient;
import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.hook.HookDialect;
import dev.quietus.gateway.hook.HookDoor;
import dev.quietus.gateway.hook.HookRules;
import dev.quietus.gateway.run.GatewayRun;
import dev.quietus.server.QuietusServer;
import dev.quietus.server.ServerSettings;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * How long an agent waits for the answer of a hook before a tool, with the durable begin of the
 * call in it. Without hooks it waits for nothing, so the time stands for itself; beside it the time
 * of the disk's sync in turn, of which a durable begin has one.
 */
public final class HookBench {
    private static final int WARM_UP = 500;
    private static final int ROUNDS = 1_000;
    private static final int BLOCK = 4_096;
    private static final Duration ASK_WITHIN = Duration.ofSeconds(30);

    private final Path folder;
    private final Consumer<String> line;

    /**
     * Prepares the measurement.
     *
     * @param folder an empty one, for the server's ledger; its owner deletes it
     * @param line takes each result
     */
    public HookBench(Path folder, Consumer<String> line) {
        this.folder = folder;
        this.line = line;
    }

    /** Measures. */
    public void run() throws IOException, InterruptedException {
        try (QuietusServer server = QuietusServer.start(ServerSettings.in(folder, 0))) {
            RunAuthority authority = speaking(
                            server,
                            Files.readString(folder.resolve("operator.token")).strip())
                    .registerRun(RunRegistration.builder()
                            .runId("hooks")
                            .owner("bench")
                            .capability("*")
                            .validUntil(Instant.now().plus(Duration.ofHours(1)))
                            .build());
            Quietus agent = speaking(server, authority.leaseToken().orElseThrow());
            try (GatewayRun run = GatewayRun.join(agent, "hooks", "hook");
                    HookDoor door = HookDoor.open(run, HookRules.usual());
                    HttpClient http = HttpClient.newHttpClient()) {
                measure(http, URI.create(door.url(HookDialect.CLAUDE_CODE)));
            }
        }
    }

    private static Quietus speaking(QuietusServer server, String token) {
        return Quietus.over(
                QuietusClient.builder(URI.create(server.url())).token(token).build());
    }

    private void measure(HttpClient http, URI door) throws IOException, InterruptedException {
        long[] before = new long[ROUNDS];
        long[] after = new long[ROUNDS];
        long[] sync = new long[ROUNDS];
        try (FileChannel disk = FileChannel.open(
                folder.resolve("sync"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (int i = -WARM_UP; i < ROUNDS; i++) {
                ask(http, door, event("PreToolUse", i), before, i);
                ask(http, door, event("PostToolUse", i), after, i);
                long begun = System.nanoTime();
                disk.write(ByteBuffer.allocate(BLOCK));
                disk.force(false);
                note(sync, i, begun);
            }
        }
        line.accept("Hooks of agents, against nothing: an agent without hooks waits for none");
        line.accept(String.format(
                Locale.ROOT,
                "  answer before a tool, its durable begin in it   p50 %.2f ms p99 %.2f"
                        + " (goal: below 5 ms at p50)",
                at(before, 50),
                at(before, 99)));
        line.accept(String.format(
                Locale.ROOT,
                "  answer after a tool   p50 %.2f ms p99 %.2f; a write of 4 KiB with its sync in"
                        + " turn p50 %.2f ms p99 %.2f; load %.1f",
                at(after, 50),
                at(after, 99),
                at(sync, 50),
                at(sync, 99),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
    }

    private static JsonObject event(String name, int round) {
        return JsonObject.builder()
                .put("hook_event_name", name)
                .put("session_id", "bench")
                .put("tool_name", "Bash")
                .put("tool_use_id", "toolu_" + (round + WARM_UP))
                .put(
                        "tool_input",
                        JsonObject.builder().put("command", "make release").build())
                .build();
    }

    private static void ask(HttpClient http, URI door, JsonObject event, long[] nanos, int round)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(door)
                .timeout(ASK_WITHIN)
                .POST(HttpRequest.BodyPublishers.ofString(event.toJson()))
                .build();
        long begun = System.nanoTime();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        note(nanos, round, begun);
        if (answer.statusCode() != 200 || !answer.body().equals("{}")) {
            throw new IOException("the hook said " + answer.statusCode() + " " + answer.body());
        }
    }

    private static void note(long[] nanos, int round, long begun) {
        if (round >= 0) {
            nanos[round] = System.nanoTime() - begun;
        }
    }

    private static double at(long[] nanos, int percent) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) * percent / 100] / 1e6;
    }
}
