package dev.quietus.verify.gateway.model;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import javax.net.ssl.SSLContext;

/** A model API that does what a script says, for each connection. */
final class ScriptedUpstream implements AutoCloseable {

    private static final int BACKLOG = 1_024;

    /** What it does with a connection, to its end. */
    @FunctionalInterface
    interface Script {
        void play(RawPeer client, ScriptedUpstream upstream) throws IOException;
    }

    private final ServerSocket listener;
    private final String address;
    private final Script script;
    private final Collection<Socket> open = new ConcurrentLinkedQueue<>();
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    private ScriptedUpstream(ServerSocket listener, String address, Script script) {
        this.listener = listener;
        this.address = address;
        this.script = script;
    }

    static ScriptedUpstream playing(Script script) throws IOException {
        return started(new ScriptedUpstream(
                new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()),
                "http://127.0.0.1:",
                script));
    }

    /** The same over TLS, under the name {@code localhost}. */
    static ScriptedUpstream secured(SSLContext context, Script script) throws IOException {
        return started(new ScriptedUpstream(
                context.getServerSocketFactory()
                        .createServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()),
                "https://localhost:",
                script));
    }

    private static ScriptedUpstream started(ScriptedUpstream upstream) {
        Thread.ofVirtual().start(upstream::accept);
        return upstream;
    }

    /** Answers each request with the same bytes, and keeps the connection. */
    static ScriptedUpstream answering(String answer) throws IOException {
        return playing((client, upstream) -> {
            while (true) {
                upstream.take(client);
                client.say(answer);
            }
        });
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> play(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void play(Socket socket) {
        try (RawPeer client = new RawPeer(socket)) {
            script.play(client, this);
        } catch (IOException gone) {
            // The gateway has gone, as scripts expect.
            return;
        } finally {
            ended.incrementAndGet();
        }
    }

    /** Reads a request, and remembers it. */
    String take(RawPeer client) throws IOException {
        String head = client.head();
        heads.add(head);
        String body = client.body(head);
        bodies.add(body);
        return body;
    }

    /** Reads a request's head only, and remembers it. */
    String takeHead(RawPeer client) throws IOException {
        String head = client.head();
        heads.add(head);
        return head;
    }

    /** Where it is. */
    URI at(String path) {
        return URI.create(address + listener.getLocalPort() + path);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** The heads of the requests that came. */
    List<String> heads() {
        return heads;
    }

    /** The bodies of the requests that came whole. */
    List<String> bodies() {
        return bodies;
    }

    /** How many connections have come. */
    int connections() {
        return connections.get();
    }

    /** How many connections have come to their script's end. */
    int ended() {
        return ended.get();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
