package dev.quietus.client.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.Quietus;
import dev.quietus.client.http.QuietusClient;
import dev.quietus.client.http.StreamEvent;
import dev.quietus.client.testing.Reply;
import dev.quietus.client.testing.Seen;
import dev.quietus.client.testing.TestingServer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a run hears of its stop: from the stream, or by asking while there is none. */
@Timeout(60)
class RunSignalsTest {

    private static final Duration OFTEN = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofSeconds(30);

    private final TestingServer server = TestingServer.answering(seen -> Reply.empty(404));
    private final Quietus quietus = Quietus.over(QuietusClient.to(server.uri()));
    private final CancellationScope scope = CancellationScope.root("run r");
    private final BlockingQueue<StreamEvent> heard = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        quietus.close();
        server.close();
    }

    private RunSignals follow() {
        return RunSignals.follow(quietus, "r", scope, heard::add, OFTEN);
    }

    private static String event(String name, String data) {
        return "id: " + name + "\nevent: " + name + "\ndata: " + data + "\n\n";
    }

    /** Answers the stream with these events and then keeps it open; asking finds a running run. */
    private void streaming(String... events) {
        server.nowAnswering(seen -> {
            if (seen.target().equals("/nowhere")) {
                return Reply.empty(404);
            }
            if (!seen.target().endsWith("/signals")) {
                return Reply.json(200, "{\"state\":\"running\"}");
            }
            return exchange -> {
                exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
                exchange.sendResponseHeaders(200, 0);
                for (String event : events) {
                    exchange.getResponseBody()
                            .write(event.getBytes(java.nio.charset.StandardCharsets.UTF_8));
                    exchange.getResponseBody().flush();
                }
                server.never().answer(exchange);
            };
        });
    }

    private StreamEvent next() throws InterruptedException {
        StreamEvent event = heard.poll(20, TimeUnit.SECONDS);
        if (event == null) {
            throw new AssertionError("no signal came");
        }
        return event;
    }

    @Test
    void cancelsTheScopeWhenAStopOfTheRunIsRequested() throws Exception {
        streaming(event("cancel_requested", "{\"selector\":\"everything\",\"reason\":\"wrong\"}"));
        try (RunSignals signals = follow()) {
            assertThat(scope.awaitCancellation(LONG)).isTrue();
            assertThat(scope.reason())
                    .contains(new CancelReason(CancelReason.CANCEL_REQUESTED, "wrong"));
            assertThat(next().name()).isEqualTo("cancel_requested");
            assertThat(signals.isLive()).isTrue();
            assertThat(signals.lastFailure()).isEmpty();
        }
        assertThat(server.all()).extracting(Seen::call).contains("GET /v1/runs/r/signals");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "not json", "[]", "{\"selector\":7}", "{\"reason\":{}}"})
    void heedsAStopEvenIfItsDataCantBeRead(String data) throws Exception {
        streaming(event("cancel_requested", data));
        try (RunSignals signals = follow()) {
            assertThat(scope.awaitCancellation(LONG)).isTrue();
            assertThat(signals.isLive()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"operation:op-1", "tool:deployment.*"})
    void leavesTheScopeAloneWhenOnlySomeOfItsWorkIsStopped(String selector) throws Exception {
        streaming(
                event("cancel_requested", "{\"selector\":\"" + selector + "\"}"),
                event("steering", "{}"));
        try (RunSignals signals = follow()) {
            assertThat(next().json().string("selector")).isEqualTo(selector);
            assertThat(next().name()).isEqualTo("steering");
            assertThat(scope.isCancelled()).isFalse();
            assertThat(signals.lastFailure()).isEmpty();
        }
    }

    @Test
    void goesOnAfterACallbackThatThrows() throws Exception {
        streaming(
                event("cancel_requested", "{}"),
                event("steering", "{}"),
                event("lease_expiring", "{}"));
        scope.onCancel(why -> {
            throw new IllegalStateException("broken callback");
        });
        try (RunSignals signals = RunSignals.follow(
                quietus,
                "r",
                scope,
                signal -> {
                    heard.add(signal);
                    // The family that a lost connection belongs to must not be taken for one.
                    quietus.client().call(dev.quietus.client.http.HttpCall.get("nowhere"));
                },
                OFTEN)) {
            assertThat(next().name()).isEqualTo("cancel_requested");
            assertThat(next().name()).isEqualTo("steering");
            assertThat(next().name()).isEqualTo("lease_expiring");
            assertThat(signals.isLive()).isTrue();
            assertThat(signals.lastFailure()).isPresent();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cancelling", "cancelled", "expired"})
    void asksWhileTheStreamIsDown(String state) throws Exception {
        server.nowAnswering(seen -> seen.target().endsWith("/signals")
                ? Reply.empty(503)
                : Reply.json(200, "{\"state\":\"" + state + "\"}"));
        try (RunSignals signals = follow()) {
            assertThat(scope.awaitCancellation(LONG)).isTrue();
            assertThat(scope.reason())
                    .contains(
                            new CancelReason(CancelReason.CANCEL_REQUESTED, "the run is " + state));
            assertThat(signals.isLive()).isFalse();
        }
    }

    @Test
    void asksWhereTheStreamIsRefusedForGood() throws Exception {
        server.nowAnswering(seen -> seen.target().endsWith("/signals")
                ? Reply.empty(403)
                : Reply.json(200, "{\"state\":\"cancelling\"}"));
        try (RunSignals signals = follow()) {
            assertThat(scope.awaitCancellation(LONG)).isTrue();
            assertThat(signals.lastFailure().orElseThrow()).contains("refused with status 403");
        }
    }

    @Test
    void keepsAskingWhileTheAnswersAreOfNoUse() throws Exception {
        server.nowAnswering(seen -> Reply.json(200, "{\"state\":7}"));
        try (RunSignals signals = follow()) {
            Seen asked = server.next();
            int runs = 0;
            while (runs < 3) {
                runs += asked.call().equals("GET /v1/runs/r") ? 1 : 0;
                asked = server.next();
            }
            assertThat(signals.lastFailure().orElseThrow()).contains("$.state");
            server.nowAnswering(seen -> Reply.json(200, "{\"state\":\"cancelled\"}"));
            assertThat(scope.awaitCancellation(LONG)).isTrue();
        }
    }

    @Test
    void endsWithItselfAndWithTheClient() throws Exception {
        streaming();
        RunSignals signals = follow();
        server.next();
        signals.close();
        signals.close();
        assertThat(signals.isLive()).isFalse();
        try (RunSignals other = follow()) {
            server.next();
            quietus.close();
            assertThat(other.isLive()).isFalse();
        }
        assertThat(scope.isCancelled()).isFalse();
    }

    @Test
    void refusesToAskAllTheTime() {
        assertThatThrownBy(() -> RunSignals.follow(quietus, "r", scope, heard::add, Duration.ZERO))
                .hasMessage("signals of r: expected to ask after some time, found PT0S");
    }
}
