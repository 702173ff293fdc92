package dev.quietus.verify.gateway.model;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One end of a connection on which bytes are said and read as they are. ISO 8859-1 as text. */
final class RawPeer implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 30_000;

    private final Socket socket;
    private final InputStream in;

    RawPeer(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
    }

    /** Connects to a port of this machine. */
    static RawPeer to(int port) throws IOException {
        return new RawPeer(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    /** Says this. */
    RawPeer say(String text) throws IOException {
        return say(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Says this. */
    RawPeer say(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Says this as one chunk. */
    RawPeer chunk(String text) throws IOException {
        return say(chunked(text));
    }

    /** A text as one chunk. */
    static String chunked(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    /** Reads up to the end of a head, that included. */
    String head() throws IOException {
        return through("\r\n\r\n");
    }

    /** Reads up to the end of this text, that included. */
    String through(String end) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        while (true) {
            int unit = in.read();
            if (unit < 0) {
                throw new EOFException("ended after: " + text(read));
            }
            read.write(unit);
            String so = text(read);
            if (so.endsWith(end)) {
                return so;
            }
        }
    }

    /** Reads so many bytes. */
    String read(int count) throws IOException {
        return new String(in.readNBytes(count), StandardCharsets.ISO_8859_1);
    }

    /** Reads so many bytes. */
    byte[] bytes(int count) throws IOException {
        return in.readNBytes(count);
    }

    /** Reads the body that this head announces; chunks with their framing. */
    String body(String head) throws IOException {
        String lower = head.toLowerCase(Locale.ROOT);
        if (lower.contains("transfer-encoding: chunked")) {
            return through("0\r\n\r\n");
        }
        int at = lower.indexOf("content-length:");
        if (at < 0) {
            return "";
        }
        String rest = lower.substring(at + "content-length:".length());
        return read(Integer.parseInt(rest.substring(0, rest.indexOf('\r')).strip()));
    }

    /** Reads to the end of the connection. */
    String rest() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** Whether the other side has ended, in good order or not; what it says before is dropped. */
    boolean awaitEnd() {
        try {
            in.transferTo(OutputStream.nullOutputStream());
            return true;
        } catch (SocketTimeoutException goesOn) {
            return false;
        } catch (IOException ended) {
            return true;
        }
    }

    /** Ends the connection with a reset. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }
}
