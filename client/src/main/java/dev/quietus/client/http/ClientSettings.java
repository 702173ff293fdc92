package dev.quietus.client.http;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** All that a client is told when it is made. */
record ClientSettings(
        String baseUrl,
        Optional<String> token,
        Duration connectTimeout,
        Duration requestTimeout,
        Duration deadline,
        Duration streamSilence,
        RetryPolicy retry,
        int maxResponseBytes) {

    static final String USER_AGENT = "quietus-client-java";

    ClientSettings {
        requirePositive("connect time-out", connectTimeout);
        requirePositive("request time-out", requestTimeout);
        requirePositive("deadline", deadline);
        requirePositive("stream silence", streamSilence);
        if (maxResponseBytes < 1) {
            throw new IllegalArgumentException(
                    "client: at least 1 byte of answer, found a limit of " + maxResponseBytes);
        }
    }

    static ClientSettings of(URI baseUrl) {
        return new ClientSettings(
                checked(baseUrl),
                Optional.empty(),
                Duration.ofSeconds(5),
                Duration.ofSeconds(15),
                Duration.ofSeconds(60),
                Duration.ofSeconds(90),
                RetryPolicy.DEFAULT,
                16 * 1024 * 1024);
    }

    private static String checked(URI url) {
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        boolean web = scheme.equals("http") || scheme.equals("https");
        boolean bare = url.getRawQuery() == null
                && url.getRawFragment() == null
                && url.getRawUserInfo() == null;
        if (!web || url.getHost() == null || !bare) {
            throw new IllegalArgumentException(
                    "server address: expected http://HOST:PORT or https://HOST,"
                            + " without query and user, found " + url);
        }
        String text = url.toString();
        while (text.endsWith("/")) {
            text = text.substring(0, text.length() - 1);
        }
        return text;
    }

    private static void requirePositive(String name, Duration value) {
        if (value.isNegative() || value.isZero() || value.compareTo(Deadline.LONGEST) > 0) {
            throw new IllegalArgumentException("client: " + name
                    + " must be more than zero and at most a year, found " + value);
        }
    }

    HttpRequest.Builder request(String target) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(url(target)).header("User-Agent", USER_AGENT);
        authorization().ifPresent(value -> request.header("Authorization", value));
        return request;
    }

    /** The value of the header that shows the token. */
    Optional<String> authorization() {
        return token.map("Bearer "::concat);
    }

    /**
     * The address of a call.
     *
     * @throws IllegalArgumentException if the target is no path and query
     */
    URI url(String target) {
        return URI.create(baseUrl.concat(target));
    }

    ClientSettings withToken(String secret) {
        boolean visible = secret.chars().allMatch(unit -> unit > ' ' && unit < 0x7F);
        if (secret.isEmpty() || !visible) {
            throw new IllegalArgumentException(
                    "token: expected visible ASCII characters without spaces");
        }
        return new ClientSettings(
                baseUrl,
                Optional.of(secret),
                connectTimeout,
                requestTimeout,
                deadline,
                streamSilence,
                retry,
                maxResponseBytes);
    }

    ClientSettings withConnectTimeout(Duration limit) {
        return new ClientSettings(
                baseUrl,
                token,
                limit,
                requestTimeout,
                deadline,
                streamSilence,
                retry,
                maxResponseBytes);
    }

    ClientSettings withRequestTimeout(Duration limit) {
        return new ClientSettings(
                baseUrl,
                token,
                connectTimeout,
                limit,
                deadline,
                streamSilence,
                retry,
                maxResponseBytes);
    }

    ClientSettings withDeadline(Duration limit) {
        return new ClientSettings(
                baseUrl,
                token,
                connectTimeout,
                requestTimeout,
                limit,
                streamSilence,
                retry,
                maxResponseBytes);
    }

    ClientSettings withStreamSilence(Duration limit) {
        return new ClientSettings(
                baseUrl,
                token,
                connectTimeout,
                requestTimeout,
                deadline,
                limit,
                retry,
                maxResponseBytes);
    }

    ClientSettings withRetry(RetryPolicy policy) {
        return new ClientSettings(
                baseUrl,
                token,
                connectTimeout,
                requestTimeout,
                deadline,
                streamSilence,
                policy,
                maxResponseBytes);
    }

    ClientSettings withMaxResponseBytes(int bytes) {
        return new ClientSettings(
                baseUrl,
                token,
                connectTimeout,
                requestTimeout,
                deadline,
                streamSilence,
                retry,
                bytes);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "ClientSettings[" + baseUrl + "]";
    }
}
