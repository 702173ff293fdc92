package dev.quietus.client.http;

import dev.quietus.client.wire.HttpReply;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Calls by the JDK's HTTP client: over TLS, and through a proxy. Thread-safe. */
final class JdkCallPath implements CallPath {

    private final Transport transport;
    private final ClientSettings settings;

    /**
     * A path.
     *
     * @param transport stays the caller's
     */
    JdkCallPath(Transport transport, ClientSettings settings) {
        this.transport = transport;
        this.settings = settings;
    }

    @Override
    public HttpReply call(HttpCall call, Deadline end) throws IOException, InterruptedException {
        // The request's own time-out ends where the body begins.
        HttpResponse<BoundedBody> response =
                transport.call(request(call, end), settings.maxResponseBytes());
        byte[] body;
        try {
            body = response.body().await(end.leftNanos());
        } catch (TimeoutException e) {
            HttpTimeoutException late = new HttpTimeoutException("no end of the answer in time");
            late.initCause(e);
            throw late;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e);
        }
        return new HttpReply(
                response.statusCode(), body, response.headers().firstValue("Retry-After"), true);
    }

    private HttpRequest request(HttpCall call, Deadline end) {
        HttpRequest.Builder request = settings.request(call.target())
                .header("Accept", "application/json")
                .timeout(Duration.ofNanos(Math.max(1, end.leftNanos())));
        return switch (call.method()) {
            case GET -> request.GET().build();
            case POST ->
                request.header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(call.content()))
                        .build();
        };
    }

    @Override
    public void close() {
        // The connections are the transport's.
    }
}
