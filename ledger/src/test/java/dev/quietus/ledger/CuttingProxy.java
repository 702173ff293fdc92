package dev.quietus.ledger;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Stands between a ledger and its server and cuts one connection at a chosen moment of one commit.
 * The moment is found in what the server answers: after the last statement of a transaction it says
 * that a chain was moved, and to the commit it says so.
 */
final class CuttingProxy implements AutoCloseable {
    /** Where the next commit is cut; once. */
    enum Cut {
        /** Nowhere. */
        NONE,
        /** The commit never reaches the server. */
        BEFORE_COMMIT,
        /** The server has committed, its answer is lost. */
        BEHIND_COMMIT,
        /** The answer is lost, and the server gets the commit later, when it is told to. */
        COMMIT_LATE
    }

    private final ServerSocket listening;
    private final int server;
    private final AtomicReference<Cut> cut = new AtomicReference<>(Cut.NONE);
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch late = new CountDownLatch(1);

    CuttingProxy(int server) throws IOException {
        this.server = server;
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    void next(Cut where) {
        cut.set(where);
    }

    boolean wasCut() {
        return cut.get() == Cut.NONE;
    }

    /** Waits until a commit is held back. */
    void awaitHeld() throws InterruptedException {
        if (!held.await(20, TimeUnit.SECONDS)) {
            throw new IllegalStateException("no commit came");
        }
    }

    /** Lets the commit go on that was held back. */
    void deliver() {
        late.countDown();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket toServer = new Socket(InetAddress.getLoopbackAddress(), server);
                new Link(client, toServer).start();
            }
        } catch (IOException e) {
            // It is closed.
        }
    }

    /** One connection in both directions. */
    private final class Link {
        private final Socket client;
        private final Socket toServer;
        private volatile Cut armed = Cut.NONE;

        Link(Socket client, Socket toServer) {
            this.client = client;
            this.toServer = toServer;
        }

        void start() {
            Thread.ofVirtual().start(this::clientToServer);
            Thread.ofVirtual().start(this::serverToClient);
        }

        private void clientToServer() {
            byte[] buffer = new byte[64 * 1024];
            try (InputStream in = client.getInputStream();
                    OutputStream out = toServer.getOutputStream()) {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    if (armed == Cut.BEFORE_COMMIT) {
                        close(client);
                        return;
                    }
                    if (armed == Cut.COMMIT_LATE) {
                        close(client);
                        held.countDown();
                        if (late.await(20, TimeUnit.SECONDS)) {
                            out.write(buffer, 0, n);
                            out.flush();
                        }
                        return;
                    }
                    out.write(buffer, 0, n);
                    out.flush();
                }
            } catch (IOException e) {
                close(toServer);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void serverToClient() {
            byte[] buffer = new byte[64 * 1024];
            try (InputStream in = toServer.getInputStream();
                    OutputStream out = client.getOutputStream()) {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    ByteArrayOutputStream copy = new ByteArrayOutputStream();
                    copy.write(buffer, 0, n);
                    String said = copy.toString(StandardCharsets.ISO_8859_1);
                    if (said.contains("COMMIT\0") && armed == Cut.BEHIND_COMMIT) {
                        close(client);
                        return;
                    }
                    // The last statement of a transaction moves its chains.
                    if (said.contains("UPDATE 1\0") && cut.get() != Cut.NONE) {
                        armed = cut.getAndSet(Cut.NONE);
                    }
                    out.write(buffer, 0, n);
                    out.flush();
                }
            } catch (IOException e) {
                close(client);
            }
        }

        private static void close(Socket socket) {
            try {
                socket.close();
            } catch (IOException e) {
                // It is closed.
            }
        }
    }

    @Override
    public void close() throws IOException {
        late.countDown();
        listening.close();
    }
}
