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
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * The hidden commands {@code start-up-cache stop} and {@code start-up-cache look}: press stop, or
 * look at runs, against a server that only pretends, on a loopback port of their own, and say
 * nothing. The launcher lets the JVM watch each once and keep what was loaded, so that the next
 * start takes less time. They are two, because everything that is kept is loaded again at each
 * start: what only a look needs would make stop wait. They stop nothing and end within seconds.
 */
final class StartUpCache {

    private static final int PATIENCE_MILLIS = 5_000;
    private static final int HEAD_BYTES = 8_192;

    private static final String ACKNOWLEDGED = """
            {"barrier_id":"stop-rehearsal-01","run_id":"rehearsal","selector":"everything",\
            "requested_at":"2026-01-01T00:00:00.000Z","requested_by":"operator:nobody",\
            "reason":"rehearsal","state":"requested",\
            "stages":{"dispatch_stopped":"2026-01-01T00:00:00.000Z"},"decision":"stopping"}""";

    private static final String RUNS = """
            {"run_id":"rehearsal","runs":[{"run_id":"rehearsal","state":"running",\
            "lease_status":"active",\
            "counts":{"not_started":1,"running":1,"unsettled":1,"unknown":0},\
            "registered_at":"2026-01-01T00:00:00.000Z",\
            "server_time":"2026-01-01T00:00:31.000Z"}]}""";

    private StartUpCache() {}

    /** Rehearses; a rehearsal that fails costs time later and nothing else. */
    static int rehearse(boolean stop) {
        try (ServerSocket server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            Thread pretender = new Thread(() -> pretend(server), "start-up-cache");
            pretender.setDaemon(true);
            pretender.start();
            String url = "http://127.0.0.1:" + server.getLocalPort();
            for (Console console : new Console[] {console(true), console(false)}) {
                if (stop) {
                    run(console, url, "stop", "rehearsal", "--reason", "x", "--retry-for", "5s");
                } else {
                    run(console, url, "runs");
                    run(console, url, "show", "rehearsal");
                    run(console, url, "watch", "rehearsal", "--once");
                    run(console, url, "runs", "--output", "json");
                }
            }
            return Exit.DONE;
        } catch (IOException e) {
            return Exit.ERROR;
        }
    }

    private static void run(Console console, String url, String... words) {
        String[] args = Arrays.copyOf(words, words.length + 4);
        System.arraycopy(new String[] {"--url", url, "--token", "none"}, 0, args, words.length, 4);
        Main.run(args, console);
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
        boolean post = request.startsWith("POST ");
        byte[] bytes = (post ? ACKNOWLEDGED : RUNS).getBytes(StandardCharsets.UTF_8);
        String head = (post ? "HTTP/1.1 202 Accepted" : "HTTP/1.1 200 OK")
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
