package dev.quietus.gateway.model;

import dev.quietus.gateway.model.dialect.Dialect;
import dev.quietus.gateway.run.GatewayRun;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import javax.net.ssl.SSLContext;

/**
 * The model gateway of one run: agents speak to it as to the model API itself.
 *
 * <p>Transparent while the run has authority. Each generating call is an operation without effect:
 * begun before anything of it goes upstream, finished when its last byte has gone to the client. A
 * stop closes the upstream at once, ends the client's stream with an error in its API's own form,
 * and has everything later refused. Who does not know the secret in {@link #url} gets nothing.
 * Thread-safe.
 */
public final class ModelGateway implements AutoCloseable {
    private static final int SECRET_BYTES = 24;
    private static final int BACKLOG = 1_024;
    private static final Duration ACCEPT_PAUSE = Duration.ofMillis(10);

    private final Relay relay;
    private final ServerSocket listener;
    private final Set<ClientLine> clients = ConcurrentHashMap.newKeySet();

    private ModelGateway(Relay relay, ServerSocket listener) {
        this.relay = relay;
        this.listener = listener;
    }

    /** Begins a gateway for this run. The run stays the caller's: close the gateway first. */
    public static Builder of(GatewayRun run) {
        return new Builder(run);
    }

    /** What a gateway is made of. */
    public static final class Builder {
        private final GatewayRun run;
        private final Map<Dialect, Upstream> upstreams = new EnumMap<>(Dialect.class);
        private InetSocketAddress address =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        private ModelNotes notes = ModelNotes.none();
        private SSLContext trust = usual();

        private Builder(GatewayRun run) {
            this.run = run;
        }

        private static SSLContext usual() {
            try {
                return SSLContext.getDefault();
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("this Java has no usable TLS", e);
            }
        }

        /**
         * Where a dialect's API is. {@link ModelGateway#url} stands for exactly this address.
         *
         * @param base {@code http(s)://host[:port][/path]}
         * @throws IllegalArgumentException if it is something else
         */
        public Builder upstream(Dialect dialect, URI base) {
            upstreams.put(dialect, Upstream.of(base));
            return this;
        }

        /** Where to listen; else a free port of the loopback address. */
        public Builder listen(InetSocketAddress where) {
            address = where;
            return this;
        }

        /** Who hears of tool calls and results. */
        public Builder notes(ModelNotes listener) {
            notes = listener;
            return this;
        }

        /** Whom to believe that it is an upstream; else whom this Java believes. */
        public Builder trust(SSLContext context) {
            trust = context;
            return this;
        }

        /**
         * Starts it.
         *
         * @throws IOException if it can't listen there
         */
        public ModelGateway start() throws IOException {
            SecureRandom random = new SecureRandom();
            byte[] mark = new byte[4];
            random.nextBytes(mark);
            Relay relay = new Relay(
                    run,
                    secret(random),
                    secret(random),
                    Map.copyOf(upstreams),
                    new UpstreamDoor(trust),
                    new Tally(notes),
                    "model-" + HexFormat.of().formatHex(mark) + "-",
                    new AtomicLong());
            ServerSocket listener = new ServerSocket();
            listener.bind(address, BACKLOG);
            ModelGateway gateway = new ModelGateway(relay, listener);
            Thread.ofVirtual().name("quietus-model-gateway").start(gateway::accept);
            return gateway;
        }

        private static String secret(SecureRandom random) {
            byte[] secret = new byte[SECRET_BYTES];
            random.nextBytes(secret);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        }
    }

    /**
     * The address that stands for the upstream of a dialect. It holds the secret: hand it over in
     * the environment or a file, not in arguments that other users of the machine can read.
     */
    public URI url(Dialect dialect) {
        return url(relay.secret(), dialect);
    }

    /**
     * The same with another secret, for who can be told an address in arguments only: on Linux
     * nobody but this user, and root, is served there. Elsewhere everybody is who has read it.
     */
    public URI readableUrl(Dialect dialect) {
        return url(relay.readable(), dialect);
    }

    private URI url(String secret, Dialect dialect) {
        return URI.create(base() + "/" + secret + "/" + dialect.routeName());
    }

    private String base() {
        InetSocketAddress at = (InetSocketAddress) listener.getLocalSocketAddress();
        String host = at.getAddress().getHostAddress();
        String shown = host.contains(":") ? "[" + host + "]" : host;
        return "http://" + shown + ":" + at.getPort();
    }

    /** What has passed so far. */
    public ModelCounts counts() {
        return relay.tally().counts();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                take(listener.accept());
            } catch (IOException e) {
                // The listener's end, or no descriptor is free: then not as fast as can be.
                LockSupport.parkNanos(ACCEPT_PAUSE.toNanos());
            }
        }
    }

    private void take(Socket socket) throws IOException {
        if (clients.size() >= Limits.CONNECTIONS) {
            socket.close();
            return;
        }
        try {
            serve(socket);
        } catch (IOException gone) {
            socket.close();
        }
    }

    private void serve(Socket socket) throws IOException {
        ClientLine client = new ClientLine(socket, relay);
        clients.add(client);
        if (listener.isClosed()) {
            client.cut();
        }
        Thread.ofVirtual().name("quietus-model-client").start(() -> {
            try {
                client.serve();
            } finally {
                clients.remove(client);
            }
        });
    }

    /**
     * Ends it: nobody is let in any more, and what is under way ends as failed. Waits a few seconds
     * for that.
     */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new IllegalStateException("the gateway's listener does not close", e);
        }
        for (ClientLine client : clients) {
            client.exchange().ifPresent(under -> under.end(new Cause.GatewayClosed()));
        }
        for (ClientLine client : clients) {
            client.exchange().ifPresent(under -> under.await(Limits.CLOSE));
            client.cut();
        }
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "ModelGateway[" + relay.run().runId() + ", " + listener.getLocalPort() + "]";
    }
}
