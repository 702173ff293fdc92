package dev.quietus.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.json.JsonObject;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The small values of the transport: paths, settings, pauses, words. */
class TransportValuesTest {

    @Test
    void encodesEverythingThatCouldLeadElsewhere() {
        assertThat(UrlPath.of("v1", "a/b?c#d%e f\\é", "x~._-Z9"))
                .isEqualTo("/v1/a%2Fb%3Fc%23d%25e%20f%5C%C3%A9/x~._-Z9");
        assertThat(HttpCall.get("v1")
                        .query("a b", "c&d=e")
                        .query("f", Optional.of("1"))
                        .target())
                .isEqualTo("/v1?a%20b=c%26d%3De&f=1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", ".."})
    void refusesSegmentsThatAServerWouldResolve(String segment) {
        assertThatThrownBy(() -> UrlPath.of("v1", segment))
                .hasMessage("path of a call: expected an identifier, found \"" + segment + "\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://h",
                "http:///x",
                "//h",
                "h:1",
                "http://u:p@h",
                "http://h?q",
                "http://h#f",
                "mailto:x"
            })
    void refusesAddressesThatAreNoServer(String address) {
        assertThatThrownBy(() -> QuietusClient.builder(URI.create(address)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("server address: expected http://HOST:PORT");
    }

    @Test
    void keepsThePathOfAnAddressWithoutItsSlashes() {
        try (QuietusClient client = QuietusClient.to(URI.create("HTTPS://h:1/q//"))) {
            assertThat(client.baseUrl()).isEqualTo("HTTPS://h:1/q");
        }
    }

    @Test
    void refusesSettingsOutsideTheirBounds() {
        QuietusClient.Builder builder = QuietusClient.builder(URI.create("http://h"));
        assertThatThrownBy(() -> builder.token("a\r\nX: y"))
                .hasMessage("token: expected visible ASCII characters without spaces");
        assertThatThrownBy(() -> builder.token("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.requestTimeout(Duration.ZERO))
                .hasMessageStartingWith("client: request time-out must be more than zero");
        assertThatThrownBy(() -> builder.deadline(Duration.ofSeconds(Long.MAX_VALUE)))
                .hasMessageContaining("at most a year");
        assertThatThrownBy(() -> builder.maxResponseBytes(0))
                .hasMessage("client: at least 1 byte of answer, found a limit of 0");
    }

    @Test
    void refusesCallsThatAreNone() {
        assertThatThrownBy(() -> HttpCall.get("v1").heldFor(Duration.ofSeconds(-1)))
                .hasMessage("call: expected a long poll from zero to a year, found PT-1S");
        assertThatThrownBy(() -> HttpCall.get("v1").within(Duration.ofSeconds(-1)))
                .hasMessage("call: negative deadline PT-1S");
        assertThatThrownBy(() -> new HttpCall(
                        HttpCall.Method.GET,
                        "/v1",
                        Optional.of(JsonObject.empty()),
                        Duration.ZERO,
                        Optional.empty()))
                .hasMessage("call: GET /v1 can't have a body");
        assertThatThrownBy(() -> new HttpCall(
                        HttpCall.Method.POST,
                        "v1",
                        Optional.empty(),
                        Duration.ZERO,
                        Optional.empty()))
                .hasMessage("call: expected a target with a leading slash, found v1");
    }

    @Test
    void pausesNoLongerThanTheCapThatDoubles() {
        RetryPolicy policy = new RetryPolicy(100, Duration.ofMillis(10), Duration.ofMillis(45));
        for (int i = 0; i < 1_000; i++) {
            assertThat(policy.pauseAfter(1)).isBetween(Duration.ZERO, Duration.ofMillis(10));
            assertThat(policy.pauseAfter(2)).isBetween(Duration.ZERO, Duration.ofMillis(20));
            assertThat(policy.pauseAfter(90)).isBetween(Duration.ZERO, Duration.ofMillis(45));
        }
        assertThatThrownBy(() -> new RetryPolicy(101, Duration.ofMillis(1), Duration.ofMillis(1)))
                .hasMessage("retry policy: 1 to 100 tries, found 101");
        assertThatThrownBy(() -> new RetryPolicy(1, Duration.ofMillis(2), Duration.ofMillis(1)))
                .hasMessageStartingWith("retry policy: expected 0 < first pause <= longest pause");
        assertThatThrownBy(() -> new RetryPolicy(1, Duration.ofMillis(2), Duration.ofDays(2)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"3, 3", "' 0 ', 0", "999999, 3600", "-1, 0", "1.5, 0", "soon, 0", "'', 0"})
    void readsRetryAfterInSeconds(String header, long seconds) {
        assertThat(RetryAfter.read(Optional.of(header))).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void readsRetryAfterAsADate() {
        assertThat(RetryAfter.read(Optional.empty())).isZero();
        assertThat(RetryAfter.read(Optional.of("Wed, 21 Oct 2015 07:28:00 GMT")))
                .isZero();
        String later = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                Instant.now().plusSeconds(600).atOffset(ZoneOffset.UTC));
        assertThat(RetryAfter.read(Optional.of(later)))
                .isBetween(Duration.ofSeconds(500), Duration.ofSeconds(600));
    }

    @Test
    void findsTheWordsThatSayMost() {
        assertThat(Failures.describe(new ConnectException())).isEqualTo("connection refused");
        assertThat(Failures.describe(causedBy(new ConnectException(), new IOException("reset"))))
                .isEqualTo("reset");
        assertThat(Failures.describe(
                        causedBy(new ConnectException(), new UnresolvedAddressException())))
                .isEqualTo("host name not found");
        assertThat(Failures.describe(new UnknownHostException("h")))
                .isEqualTo("host name not found");
        assertThat(Failures.describe(new HttpConnectTimeoutException("x")))
                .isEqualTo("no connection in time");
        assertThat(Failures.describe(new SSLHandshakeException("PKIX")))
                .isEqualTo("TLS refused: PKIX");
        assertThat(Failures.describe(new IOException())).isEqualTo("IOException");
    }

    @Test
    void triesAgainAfterABrokenHandshakeAndNotAfterARefusedCertificate() {
        assertThat(Failures.mayPass(new SSLHandshakeException("PKIX"))).isFalse();
        assertThat(Failures.mayPass(causedBy(new SSLHandshakeException("x"), new EOFException())))
                .isTrue();
        assertThat(Failures.mayPass(new IOException("reset"))).isTrue();
    }

    private static <T extends Throwable> T causedBy(T failure, Throwable cause) {
        failure.initCause(cause);
        return failure;
    }
}
