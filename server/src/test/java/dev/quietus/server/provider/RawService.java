package dev.quietus.server.provider;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A service below HTTP: it reads until the head of a request is in, then writes what it likes. */
final class RawService implements AutoCloseable {
    private final ServerSocket socket;
    private final CountDownLatch closed = new CountDownLatch(1);

    /** What a test writes to one connection; it ends when the connection is closed. */
    interface Script {
        void write(OutputStream out, CountDownLatch closed)
                throws IOException, InterruptedException;
    }

    RawService(Script script) throws IOException {
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> accept(script));
    }

    /** A service that sends a fixed text and closes the connection. */
    static RawService sending(String text) throws IOException {
        return new RawService(
                (out, closed) -> out.write(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** A service that sends a head and then a piece of body every few milliseconds, for ever. */
    static RawService dripping(String head, String piece) throws IOException {
        return new RawService((out, closed) -> {
            out.write(head.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            while (!closed.await(20, TimeUnit.MILLISECONDS)) {
                out.write(piece.getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
            }
        });
    }

    /** A service that takes a request and says nothing. */
    static RawService silent() throws IOException {
        return new RawService((out, closed) -> closed.await());
    }

    private void accept(Script script) {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                Thread.ofVirtual().start(() -> serve(connection, script));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket connection, Script script) {
        try (connection) {
            int end = 0;
            while (end != 0x0d0a0d0a) {
                int c = connection.getInputStream().read();
                if (c < 0) {
                    return;
                }
                end = (end << 8) | c;
            }
            script.write(connection.getOutputStream(), closed);
        } catch (IOException e) {
            // The client hung up, as it should when it has had enough.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        socket.close();
    }
}
