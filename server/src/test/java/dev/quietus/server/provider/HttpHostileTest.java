package dev.quietus.server.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.settlement.CancelAnswer;
import dev.quietus.core.settlement.Observation;
import dev.quietus.core.settlement.Observation.NotKnown;
import dev.quietus.core.settlement.ProviderName;
import dev.quietus.server.provider.TestingService.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HttpHostileTest {
    private static final String HEAD = "HTTP/1.1 200 OK\r\n";

    private static String declared(String timeout) {
        return "cancel: { path: /c, timeout: " + timeout + " }\n" + "observe: { path: /o, timeout: "
                + timeout + ", present: '$..x', absent_on: [404] }";
    }

    private static Observation look(String url, String timeout) {
        return TestingCalls.provider(url, declared(timeout)).observe(TestingCalls.call());
    }

    @Test
    void waitsNoLongerThanDeclaredForSilence() throws IOException {
        try (RawService service = RawService.silent()) {
            long begun = System.nanoTime();

            assertThat(look(service.url(), "300ms"))
                    .isEqualTo(new NotKnown(0, "no answer within 300ms"));
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isLessThan(Duration.ofSeconds(20));
            assertThat(TestingCalls.provider(service.url(), declared("300ms"))
                            .cancel(TestingCalls.call()))
                    .isEqualTo(new CancelAnswer.NotAnswered("no answer within 300ms"));
        }
    }

    @Test
    void waitsNoLongerThanDeclaredForAnAcceptedConnectionThatNobodyReads() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(look("http://127.0.0.1:" + socket.getLocalPort(), "300ms"))
                    .isEqualTo(new NotKnown(0, "no answer within 300ms"));
        }
    }

    @Test
    void endsABodyThatDripsForEver() throws IOException {
        try (RawService service =
                RawService.dripping(HEAD + "content-length: 1000000\r\n\r\n", " ")) {
            assertThat(look(service.url(), "400ms"))
                    .isEqualTo(new NotKnown(0, "HTTP 200, the body did not end within 400ms"));
        }
    }

    @Test
    void endsAHeadThatDripsForEver() throws IOException {
        try (RawService service = RawService.dripping(HEAD, "x-more: y\r\n")) {
            assertThat(look(service.url(), "400ms"))
                    .isEqualTo(new NotKnown(0, "no answer within 400ms"));
        }
    }

    @Test
    void takesTheStatusOfACancelWhoseBodyNeverEnds() throws IOException {
        try (RawService service = RawService.dripping(
                "HTTP/1.1 202 OK\r\ntransfer-encoding: chunked\r\n\r\n", "1\r\nx\r\n")) {
            assertThat(TestingCalls.provider(service.url(), declared("400ms"))
                            .cancel(TestingCalls.call()))
                    .isEqualTo(new CancelAnswer.Accepted("HTTP 202"));
        }
    }

    @Test
    void takesTheStatusOfAnAbsentEffectWhoseBodyBreaksOff() throws IOException {
        try (RawService service =
                RawService.sending("HTTP/1.1 404 No\r\ncontent-length: 100\r\n\r\n{")) {
            assertThat(look(service.url(), "5s").detail()).isEqualTo("HTTP 404");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "content-length: 100\r\n\r\n{}",
                "transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n"
            })
    void knowsNothingOfABodyThatBreaksOff(String rest) throws IOException {
        try (RawService service = RawService.sending(HEAD + rest)) {
            assertThat(look(service.url(), "5s"))
                    .isEqualTo(new NotKnown(0, "HTTP 200, the body broke off"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "garbage\r\n\r\n", "HTTP/1.1 abc\r\n\r\n"})
    void knowsNothingOfWhatIsNoHttp(String text) throws IOException {
        try (RawService service = RawService.sending(text)) {
            assertThat(look(service.url(), "5s").word()).isEqualTo("not_known");
            assertThat(TestingCalls.provider(service.url(), declared("5s"))
                            .cancel(TestingCalls.call())
                            .word())
                    .isEqualTo("not_answered");
        }
    }

    @Test
    void readsNoBodyBeyondItsBound() throws IOException {
        String body = "[" + " ".repeat(BoundedBody.MAX_BYTES) + "]";
        try (TestingService service = TestingService.answering(Reply.json(body))) {
            assertThat(look(service.url(), "10s"))
                    .isEqualTo(new NotKnown(0, "HTTP 200, the body is larger than 1048576 bytes"));
        }
    }

    @Test
    void readsNoBodyWithoutAnEnd() throws IOException {
        String piece = "x".repeat(65_536);
        try (RawService service = RawService.dripping(HEAD + "connection: close\r\n\r\n", piece)) {
            assertThat(look(service.url(), "30s"))
                    .isEqualTo(new NotKnown(0, "HTTP 200, the body is larger than 1048576 bytes"));
        }
    }

    @Test
    void readsABodyOfExactlyTheBound() throws IOException {
        String body = "{" + " ".repeat(BoundedBody.MAX_BYTES - 2) + "}";
        try (TestingService service = TestingService.answering(Reply.json(body))) {
            assertThat(look(service.url(), "10s").word()).isEqualTo("none");
        }
    }

    @Test
    void readsNoDeepNestAndNoFloodOfTokens() throws IOException {
        String deep = "[".repeat(101) + "]".repeat(101);
        String many = "[" + "1,".repeat(100_000) + "1]";
        String named = "{\"" + "n".repeat(501) + "\": 1}";
        String bounds = "HTTP 200, the answer's JSON is beyond the bounds"
                + " (depth 100, 100000 tokens, names of 500 characters)";
        for (String body : new String[] {deep, many, named}) {
            try (TestingService service = TestingService.answering(Reply.json(body))) {
                assertThat(look(service.url(), "10s")).isEqualTo(new NotKnown(0, bounds));
            }
        }
    }

    @Test
    void scansTheLargestAnswerThatIsRead() throws IOException {
        String nest = ("{\"" + "n".repeat(490) + "\":").repeat(90);
        String body = nest + "[" + "1,".repeat(99_000) + "{\"x\":1}]" + "}".repeat(90);
        try (TestingService service = TestingService.answering(Reply.json(body))) {
            assertThat(look(service.url(), "30s").word()).isEqualTo("present");
        }
    }

    @Test
    void endsOnAnInterruptAndLeavesItSet() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (RawService service = new RawService((out, closed) -> {
            asked.countDown();
            closed.await();
        })) {
            HttpProvider provider = TestingCalls.provider(service.url(), declared("30s"));
            CompletableFuture<Observation> seen = new CompletableFuture<>();
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            CompletableFuture<CancelAnswer> answer = new CompletableFuture<>();
            Thread thread = Thread.ofVirtual().start(() -> {
                seen.complete(provider.observe(TestingCalls.call()));
                answer.complete(provider.cancel(TestingCalls.call()));
                interrupted.complete(Thread.currentThread().isInterrupted());
            });
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
            thread.interrupt();

            assertThat(seen.get(20, TimeUnit.SECONDS))
                    .isEqualTo(new NotKnown(0, "interrupted while waiting for the answer"));
            assertThat(answer.get(20, TimeUnit.SECONDS))
                    .isEqualTo(new CancelAnswer.NotAnswered(
                            "interrupted before the request was sent"));
            assertThat(interrupted.get(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void givesNoAnswerOnceItIsClosed() throws IOException {
        try (TestingService service = TestingService.answering(Reply.of(404))) {
            Providers providers = ProviderFile.parse(
                    "providers: { p: { type: http, base_url: '" + service.url()
                            + "', observe: { path: /, present: $.x } } }",
                    "providers.yaml");
            var provider = providers.named(new ProviderName("p")).orElseThrow();
            providers.close();
            providers.close();

            assertThat(provider.observe(TestingCalls.call()).word()).isEqualTo("not_known");
        }
    }
}
