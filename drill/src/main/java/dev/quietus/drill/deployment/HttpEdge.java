package dev.quietus.drill.deployment;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonLimits;
import dev.quietus.client.json.JsonObject;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The edge to HTTP: reads requests within bounds, writes answers, keeps the log. */
final class HttpEdge implements HttpHandler {
    /** The largest body that is read. */
    static final int MAX_BODY_BYTES = 64 * 1024;

    private static final int MAX_TARGET = 2_000;
    private static final int MAX_HEADERS = 20;
    private static final int MAX_HEADER_VALUE = 1_000;
    private static final JsonLimits LIMITS = new JsonLimits(MAX_BODY_BYTES, 16);

    private final Router router;
    private final RequestLog log;
    private final boolean verbose;
    private final PrintStream errors;

    HttpEdge(Router router, RequestLog log, boolean verbose, PrintStream errors) {
        this.router = router;
        this.log = log;
        this.verbose = verbose;
        this.errors = errors;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> headers = quietusHeaders(exchange.getRequestHeaders());
            String target = target(exchange);
            long number = 0;
            if (!target.startsWith("/control/")) {
                number = log.seen(Register.now(), exchange.getRequestMethod(), target, headers);
            }
            switch (judged(exchange, headers)) {
                case Answer.Sent sent -> {
                    log.answered(number, sent.status());
                    say(exchange, target, Integer.toString(sent.status()));
                    send(exchange, sent);
                }
                case Answer.None _ -> say(exchange, target, "no answer");
            }
        }
    }

    /** Every failure is an answer; only an interrupt, which comes from closing, is none. */
    private Answer judged(HttpExchange exchange, Map<String, String> headers) throws IOException {
        try {
            byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
            if (body.length > MAX_BODY_BYTES) {
                return Answer.problem(
                        413, "body_too_large", "no more than " + MAX_BODY_BYTES + " bytes");
            }
            return router.answer(new Request(
                    exchange.getRequestMethod(),
                    Request.segments(exchange.getRequestURI().getRawPath()),
                    Request.parameters(
                            Optional.ofNullable(exchange.getRequestURI().getRawQuery())
                                    .orElse("")),
                    headers,
                    body.length == 0 ? JsonObject.empty() : Json.parseObject(body, LIMITS)));
        } catch (JsonException | IllegalArgumentException wrong) {
            return Answer.problem(400, "malformed_request", String.valueOf(wrong.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Answer.None();
        } catch (RuntimeException failure) {
            errors.println("deployment service: " + failure);
            return Answer.problem(500, "internal_error", String.valueOf(failure.getMessage()));
        }
    }

    private static void send(HttpExchange exchange, Answer.Sent sent) throws IOException {
        byte[] bytes = sent.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", sent.contentType());
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        sent.headers().forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(sent.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private void say(HttpExchange exchange, String target, String answer) {
        if (verbose) {
            errors.println(exchange.getRequestMethod() + " " + target + " -> " + answer);
        }
    }

    private static String target(HttpExchange exchange) {
        String target = exchange.getRequestURI().toASCIIString();
        return target.length() > MAX_TARGET ? target.substring(0, MAX_TARGET) : target;
    }

    private static Map<String, String> quietusHeaders(Headers all) {
        Map<String, String> headers = new TreeMap<>();
        all.forEach((name, values) -> {
            String key = name.toLowerCase(Locale.ROOT);
            if (key.startsWith("quietus-") && headers.size() < MAX_HEADERS) {
                String value = String.join(",", values);
                headers.put(
                        key,
                        value.length() > MAX_HEADER_VALUE
                                ? value.substring(0, MAX_HEADER_VALUE)
                                : value);
            }
        });
        return headers;
    }
}
