package dev.quietus.client.http;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Locale;

import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Words for what went wrong on the way. */
final class Failures {

    private static final int DEEPEST_CAUSE = 10;

    private Failures() {}

    /** The reason in a few words, from the cause that says most. */
    static String describe(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
            if (cause instanceof UnresolvedAddressException
                    || cause instanceof UnknownHostException) {
                return "host name not found";
            }
            if (cause instanceof HttpConnectTimeoutException) {
                return "no connection in time";
            }
            if (cause instanceof HttpTimeoutException) {
                return "no answer in time";
            }
            if (cause instanceof SSLHandshakeException
                    || cause instanceof SSLPeerUnverifiedException) {
                return "TLS refused: " + cause.getMessage();
            }
            cause = cause.getCause();
        }
        return said(failure);
    }

    private static String said(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
            String message = cause.getMessage();
            if (message != null && !message.isBlank()) {
                return message.equals("Connection refused") ? "connection refused" : message;
            }
            cause = cause.getCause();
        }
        // The JDK's client drops the system's words for a refused connection.
        return failure instanceof ConnectException
                ? "connection refused"
                : failure.getClass().getSimpleName();
    }

    /**
     * Whether another try could end otherwise; a certificate that is refused stays refused. A
     * connection that broke within the handshake is no refusal.
     */
    static boolean mayPass(Throwable failure) {
        boolean refused = false;
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST_CAUSE; depth++) {
            if (cause instanceof EOFException || cause instanceof SocketException) {
                return true;
            }
            refused |= cause instanceof SSLHandshakeException
                    || cause instanceof SSLPeerUnverifiedException;
            cause = cause.getCause();
        }
        return !refused;
    }

    /** A duration for people: {@code 2.4 s}. */
    static String seconds(Duration elapsed) {
        return String.format(Locale.ROOT, "%.1f s", elapsed.toMillis() / 1000.0);
    }

    /** At most {@code length} characters of a text, on one line. */
    static String shortened(String text, int length) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.length() <= length ? line : line.substring(0, length) + "…";
    }
}
