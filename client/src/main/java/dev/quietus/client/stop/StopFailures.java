package dev.quietus.client.stop;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;

/** Words for a try that failed. */
final class StopFailures {

    private StopFailures() {}

    static String describe(IOException failure) {
        if (failure instanceof UnknownHostException) {
            return "host name not found: " + failure.getMessage();
        }
        String message = failure.getMessage();
        if (failure instanceof SocketTimeoutException) {
            boolean connecting = message != null && message.startsWith("Connect");
            return connecting ? "no connection in time" : "no answer in time";
        }
        if (failure instanceof EOFException) {
            return message == null ? "connection closed before the answer" : message;
        }
        if (message == null || message.isBlank()) {
            return failure.getClass().getSimpleName();
        }
        return message.startsWith("Connection refused") ? "connection refused" : message;
    }
}
