package dev.quietus.client.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that speaks bytes, so that it can say what no HTTP server would. */
public final class RawServer implements AutoCloseable {

    /** What happens on one connection, which is closed behind it. */
    @FunctionalInterface
    public interface Script {

        /** Serves the connection with this number, from 1. */
        void serve(RawServer server, Socket socket, int number)
                throws IOException, InterruptedException;
    }

    private final ServerSocket listener;
    private final Script script;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicInteger connections = new AtomicInteger();
    private final List<Socket> sockets = new ArrayList<>();

    private RawServer(ServerSocket listener, Script script) {
        this.listener = listener;
        this.script = script;
    }

    /** A server with this script for every connection. */
    public static RawServer serving(Script script) {
        return over(listener(), script);
    }

    /** The same over a listener of the caller's, such as one for TLS. */
    public static RawServer over(ServerSocket listener, Script script) {
        RawServer server = new RawServer(listener, script);
        Thread thread = new Thread(server::accept, "raw-server");
        thread.setDaemon(true);
        thread.start();
        return server;
    }

    /** A server that reads a request and sends these bytes, whatever is asked. */
    public static RawServer saying(String answer) {
        return serving((server, socket, number) -> {
            request(socket);
            write(socket, answer);
        });
    }

    private static ServerSocket listener() {
        try {
            return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new AssertionError("no loopback server", e);
        }
    }

    /** An address at which nobody listens. */
    public static URI nobody() {
        try (ServerSocket gone = listener()) {
            return URI.create("http://127.0.0.1:" + gone.getLocalPort());
        } catch (IOException e) {
            throw new AssertionError("no loopback server", e);
        }
    }

    /** Its address. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port());
    }

    /** Its port. */
    public int port() {
        return listener.getLocalPort();
    }

    /** How many connections came in. */
    public int connections() {
        return connections.get();
    }

    /** Waits until the server is closed: the way to say nothing. */
    public void hang() throws InterruptedException {
        closing.await();
    }

    /** Reads the head of a request, and the body that its length announces. */
    public static String request(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int unit = in.read();
            if (unit < 0) {
                return head.toString();
            }
            head.append((char) unit);
        }
        int length = 0;
        for (String line : head.toString().split("\r\n", -1)) {
            if (line.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                length = Integer.parseInt(line.substring(15).strip());
            }
        }
        return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    /** Sends bytes of Latin-1 text at once. */
    public static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                synchronized (sockets) {
                    sockets.add(socket);
                }
                int number = connections.incrementAndGet();
                Thread thread = new Thread(() -> serve(socket, number), "raw-connection");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket, int number) {
        try (socket) {
            script.serve(this, socket, number);
        } catch (IOException clientWentAway) {
            // Nobody is left to be told.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        closing.countDown();
        listener.close();
        synchronized (sockets) {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }
}
