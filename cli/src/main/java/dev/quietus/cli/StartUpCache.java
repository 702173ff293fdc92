package dev.quietus.cli;

import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.Screen;
import dev.quietus.cli.view.Times;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * The hidden command {@code start-up-cache}: presses stop and looks at a run against a server that
 * only pretends, on a loopback port of its own, and says nothing. The launcher lets the JVM watch
 * it once and keep what was loaded, so that the next stop starts in less time. It stops nothing and
 * ends by itself within seconds.
 */
final class StartUpCache {

    private static final int PATIENCE_MILLIS = 5_000;
    private static final int HEAD_BYTES = 8_192;

    private static final String ACKNOWLEDGED = """
            {"barrier_id":"stop-rehearsal-01","run_id":"rehearsal","selector":"everything",\
            "requested_at":"2026-01-01T00:00:00.000Z","requested_by":"operator:nobody",\
            "reason":"rehearsal","state":"requested",\
            "stages":{"dispatch_stopped":"2026-01-01T00:00:00.000Z"},"decision":"stopping"}""";

    private static final String CERTIFIED = """
            {"barrier_id":"stop-rehearsal-01","run_id":"rehearsal","selector":"everything",\
            "requested_by":"operator:nobody","state":"certified","stages":{\
            "generation_stopped":"2026-01-01T00:00:00.000Z",\
            "dispatch_stopped":"2026-01-01T00:00:00.000Z",\
            "queued_work_cancelled":"2026-01-01T00:00:00.000Z",\
            "effects_settled":"2026-01-01T00:00:00.000Z"},"decision":"stopped_and_quiet",\
            "work":{"queued_cancelled":3,"scheduled_retries_cancelled":2,"in_flight_settled":1},\
            "effects":{"cancelled_without_effect":1},"descendant_leases_revoked":2,\
            "in_flight":[{"operation_id":"op","tool":"t","cancellation":{\
            "requested_at":"2026-01-01T00:00:00.000Z","provider_response":"accepted"},\
            "effect_check":{"observed":"none","checked_at":"2026-01-01T00:00:00.000Z"},\
            "settled_state":"cancelled_without_effect"}],\
            "server_time":"2026-01-01T00:00:31.000Z"}""";

    private static final String RUNS = """
            {"runs":[{"run_id":"rehearsal","state":"running","lease_status":"active",\
            "counts":{"not_started":1,"running":1,"unsettled":1,"unknown":0},\
            "registered_at":"2026-01-01T00:00:00.000Z",\
            "server_time":"2026-01-01T00:00:31.000Z"}]}""";

    private StartUpCache() {}

    /** Rehearses; a rehearsal that fails costs time later and nothing else. */
    static int rehearse() {
        try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            Thread pretender = new Thread(() -> pretend(server), "start-up-cache");
            pretender.setDaemon(true);
            pretender.start();
            String url = "http://127.0.0.1:" + server.getLocalPort();
            String[] stop = {
                "stop", "rehearsal", "--url", url, "--token", "none", "--retry-for", "5s"
            };
            String[] waiting = {
                "stop", "rehearsal", "--url", url, "--token", "none", "--retry-for", "5s", "--wait"
            };
            for (Console console : new Console[] {console(true), console(false)}) {
                Main.run(stop, console);
                Main.run(waiting, console);
                Main.run(new String[] {"runs", "--url", url, "--token", "none"}, console);
            }
            return Exit.DONE;
        } catch (IOException e) {
            return Exit.ERROR;
        }
    }

    private static Console console(boolean live) {
        PrintStream nowhere =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Screen screen = new Screen() {
            @Override
            public int columns() {
                return 100;
            }

            @Override
            public int rows() {
                return 30;
            }
        };
        return new Console(
                nowhere,
                nowhere,
                live ? Optional.of(screen) : Optional.empty(),
                live,
                live,
                true,
                live ? Times.local() : Times.utc(),
                Map.of(),
                Path.of(""),
                InstantSource.system());
    }

    private static void pretend(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                socket.setSoTimeout(PATIENCE_MILLIS);
                answer(socket);
            } catch (IOException broken) {
                // Closed at the end, or one call cut off: the caller presses again.
                Thread.onSpinWait();
            }
        }
    }

    private static void answer(Socket socket) throws IOException {
        String request = head(socket.getInputStream());
        String body = ACKNOWLEDGED;
        if (request.startsWith("GET /v1/runs")) {
            body = RUNS;
        } else if (request.startsWith("GET ")) {
            body = CERTIFIED;
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = (request.startsWith("POST ") ? "HTTP/1.1 202 Accepted" : "HTTP/1.1 200 OK")
                + "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
                + bytes.length + "\r\n\r\n";
        OutputStream out = socket.getOutputStream();
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(bytes);
        out.flush();
        socket.shutdownOutput();
        // What the client still sends is read to its end, or closing would cut the answer off.
        socket.getInputStream().skip(HEAD_BYTES);
    }

    /** The request up to its empty line. */
    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < HEAD_BYTES && head.indexOf("\r\n\r\n") < 0) {
            int unit = in.read();
            if (unit < 0) {
                break;
            }
            head.append((char) unit);
        }
        return head.toString();
    }
}
