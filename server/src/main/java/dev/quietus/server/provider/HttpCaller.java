package dev.quietus.server.provider;

import dev.quietus.server.provider.HttpAnswer.Answered;
import dev.quietus.server.provider.HttpAnswer.Body;
import dev.quietus.server.provider.HttpAnswer.NoAnswer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests within a deadline and a bound on the body. Whatever the far side does comes back
 * as a value; an interrupt ends the call and stays set. Safe for several threads.
 */
final class HttpCaller {
    /** How long a connection may take to be made; the deadline of a call may be shorter. */
    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** How many redirects to the same origin a GET follows. */
    static final int MAX_REDIRECTS = 3;

    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private final HttpClient client;

    HttpCaller(HttpClient client) {
        this.client = client;
    }

    /** A client as a caller needs it: HTTP/1.1, no redirects, no cookies, bounded connecting. */
    static HttpClient newClient() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
    }

    /**
     * Sends a request; a GET follows redirects as long as they stay at the same scheme, host and
     * port. An answer from anywhere else is no word of the provider, and would be sent its headers.
     */
    HttpAnswer send(HttpRequest first, Deadline deadline) {
        HttpRequest request = first;
        for (int followed = 0; ; followed++) {
            HttpAnswer answer = once(request, deadline);
            if (!(answer instanceof Answered answered)
                    || !REDIRECTS.contains(answered.status())
                    || !first.method().equals("GET")) {
                return answer;
            }
            String status = "HTTP " + answered.status() + ": ";
            Optional<URI> target = target(request.uri(), answered);
            if (target.isEmpty()) {
                return new NoAnswer(status + "redirect without a usable location");
            }
            if (!sameOrigin(first.uri(), target.get())) {
                return new NoAnswer(status + "redirect to other host " + origin(target.get()));
            }
            if (followed == MAX_REDIRECTS) {
                return new NoAnswer(status + "more than " + MAX_REDIRECTS + " redirects");
            }
            request = HttpRequest.newBuilder(first, (name, value) -> true)
                    .uri(target.get())
                    .build();
        }
    }

    private HttpAnswer once(HttpRequest request, Deadline deadline) {
        if (Thread.currentThread().isInterrupted()) {
            return new NoAnswer("interrupted before the request was sent");
        }
        if (deadline.remainingNanos() == 0) {
            return new NoAnswer("no answer within " + DurationText.write(deadline.allowed()));
        }
        AtomicReference<HttpResponse.@Nullable ResponseInfo> head = new AtomicReference<>();
        CompletableFuture<HttpResponse<Body>> pending = client.sendAsync(request, info -> {
            head.set(info);
            return new BoundedBody();
        });
        try {
            HttpResponse<Body> response =
                    pending.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
            return new Answered(response.statusCode(), response.headers(), response.body());
        } catch (TimeoutException e) {
            pending.cancel(true);
            String within = " within " + DurationText.write(deadline.allowed());
            return orHead(head.get(), "no answer" + within, "the body did not end" + within);
        } catch (InterruptedException e) {
            pending.cancel(true);
            Thread.currentThread().interrupt();
            return new NoAnswer("interrupted while waiting for the answer");
        } catch (CancellationException e) {
            return new NoAnswer("the client was closed");
        } catch (ExecutionException e) {
            String why = why(e.getCause() == null ? e : e.getCause());
            return orHead(head.get(), why, "the body broke off");
        }
    }

    // A status that came before the body went wrong is known all the same.
    private static HttpAnswer orHead(
            HttpResponse.@Nullable ResponseInfo head, String none, String broken) {
        return head == null
                ? new NoAnswer(none)
                : new Answered(head.statusCode(), head.headers(), new Body.Broken(broken));
    }

    private static String why(Throwable cause) {
        return switch (cause) {
            case HttpConnectTimeoutException e ->
                "no connection within " + DurationText.write(CONNECT_TIMEOUT);
            case ConnectException e
            when e.getCause() instanceof UnresolvedAddressException ->
                "the host name cannot be resolved";
            case ConnectException e
            when e.getCause() instanceof ConnectException inner
                    && inner.getCause() instanceof UnresolvedAddressException ->
                "the host name cannot be resolved";
            case ConnectException e -> "connection refused";
            case SSLException e -> "no secure connection could be made";
            case IOException e -> "the connection broke before an answer came";
            default -> "the request could not be sent (" + cause.getClass().getSimpleName() + ")";
        };
    }

    private static Optional<URI> target(URI from, Answered answered) {
        try {
            return answered.headers()
                    .firstValue("location")
                    .map(location -> from.resolve(location.strip()))
                    .filter(uri -> uri.getScheme() != null
                            && uri.getHost() != null
                            && uri.getRawUserInfo() == null);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static boolean sameOrigin(URI one, URI other) {
        return one.getScheme().equalsIgnoreCase(other.getScheme())
                && one.getHost().equalsIgnoreCase(other.getHost())
                && port(one) == port(other);
    }

    private static int port(URI uri) {
        if (uri.getPort() >= 0) {
            return uri.getPort();
        }
        return uri.getScheme().equalsIgnoreCase("https") ? 443 : 80;
    }

    // For the record; a host name has no character that could break a line.
    private static String origin(URI uri) {
        String text = uri.getScheme() + "://" + uri.getHost()
                + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
        return text.length() <= 200 ? text : text.substring(0, 200) + "…";
    }
}
