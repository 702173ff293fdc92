package dev.quietus.cli.gateway;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A model API that streams as many events as the request's path asks for, each in a write of its
 * own: {@code /COUNT/PAUSE_MILLIS/v1/messages}.
 */
final class BenchUpstream implements AutoCloseable {
    private static final byte[] HEAD = ascii("""
            HTTP/1.1 200 OK\r
            content-type: text/event-stream\r
            transfer-encoding: chunked\r
            \r
            """);
    private static final byte[] EVENT = chunk("""
            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta",\
            "text":"a few words of an answer "}}

            """);
    private static final byte[] LAST = chunk("""
            event: message_stop
            data: {"type":"message_stop"}

            """);
    private static final byte[] END = ascii("0\r\n\r\n");

    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private BenchUpstream(ServerSocket listener) {
        this.listener = listener;
    }

    static BenchUpstream start() throws IOException {
        BenchUpstream upstream =
                new BenchUpstream(new ServerSocket(0, 2_048, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().name("bench-upstream").start(upstream::accept);
        return upstream;
    }

    /** How many bytes an answer of so many events has. */
    static long answerBytes(int events) {
        return HEAD.length + (long) EVENT.length * events + LAST.length + END.length;
    }

    /** How many bytes come before the end of the first event. */
    static int firstBytes() {
        return HEAD.length + EVENT.length;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                Thread.ofVirtual().name("bench-answers").start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream(), 8 * 1024);
            OutputStream out = socket.getOutputStream();
            String head = head(in);
            while (!head.isEmpty()) {
                in.skipNBytes(length(head));
                answer(head, out);
                head = head(in);
            }
        } catch (IOException | InterruptedException gone) {
            return;
        } finally {
            open.remove(socket);
        }
    }

    private static void answer(String head, OutputStream out)
            throws IOException, InterruptedException {
        String[] path = head.split("/", 4);
        int events = Integer.parseInt(path[1]);
        long pause = Long.parseLong(path[2]);
        out.write(HEAD);
        for (int i = 0; i < events; i++) {
            out.write(EVENT);
            if (pause > 0) {
                pause(pause);
            }
        }
        out.write(LAST);
        out.write(END);
    }

    private static void pause(long millis) throws InterruptedException {
        new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder(256);
        int unit = in.read();
        while (unit >= 0) {
            head.append((char) unit);
            if (unit == '\n' && head.length() > 3 && head.charAt(head.length() - 3) == '\n') {
                return head.toString();
            }
            unit = in.read();
        }
        return "";
    }

    private static int length(String head) {
        String mark = "content-length: ";
        int at = head.indexOf(mark) + mark.length();
        return Integer.parseInt(head.substring(at, head.indexOf('\r', at)));
    }

    private static byte[] chunk(String text) {
        return ascii(Integer.toHexString(text.length()) + "\r\n" + text + "\r\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
