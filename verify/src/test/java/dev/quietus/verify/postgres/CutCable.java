package dev.quietus.verify.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A line to a server that can be cut, as a network is, and mended. Safe for use by several threads.
 */
public final class CutCable implements AutoCloseable {
    private static final int BUFFER = 16_384;

    private final ServerSocket door;
    private final String host;
    private final int port;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;
    private volatile boolean losing;

    private CutCable(ServerSocket door, String target) {
        this.door = door;
        int colon = target.lastIndexOf(':');
        this.host = target.substring(0, colon);
        this.port = Integer.parseInt(target.substring(colon + 1));
    }

    /** A line to {@code HOST:PORT}. */
    public static CutCable to(String target) {
        try {
            CutCable cable =
                    new CutCable(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), target);
            Thread.ofVirtual().name("cable").start(cable::accept);
            return cable;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it begins, as {@code 127.0.0.1:PORT}. */
    public String end() {
        return "127.0.0.1:" + door.getLocalPort();
    }

    /** Ends every connection over it; new ones end at once. */
    public void cut() {
        cut = true;
        open.forEach(CutCable::closeQuietly);
        open.clear();
    }

    /** From now on what is sent arrives, and the connection breaks with the answer on its way. */
    public void loseAnswers() {
        losing = true;
    }

    /** Lets new connections through again. */
    public void mend() {
        cut = false;
        losing = false;
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket near = door.accept();
                if (cut) {
                    closeQuietly(near);
                    continue;
                }
                Socket far = new Socket(host, port);
                open.add(near);
                open.add(far);
                Thread.ofVirtual().start(() -> pump(near, far));
                Thread.ofVirtual().start(() -> pump(far, near));
            } catch (IOException e) {
                if (door.isClosed()) {
                    return;
                }
            }
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (losing && from.getPort() == port) {
                    return;
                }
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            // Cut, or one of both has gone: the other is told by its end of the line.
        } finally {
            closeQuietly(from);
            closeQuietly(to);
            open.remove(from);
            open.remove(to);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        cut();
    }
}
