package dev.quietus.verify.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.quietus.server.health.HealthCalls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Requests that are almost documented ones. What they are made from is the reference itself, so
 * that a call that it gains is mutated, too.
 */
final class HttpMutation {
    private static final List<String> QUERIES = List.of(
            "limit=1",
            "after=1",
            "state=open",
            "label=team=payments",
            "revision=1",
            "limit=0",
            "limit=99999999999999999999",
            "after=-1",
            "colour=red",
            "limit=1&limit=2",
            "revision=%00",
            "state=%F0%9F%92%A9",
            "=",
            "&&",
            "after",
            "wait=1");
    private static final List<String> PARTS = List.of(
            "%00",
            "%FF",
            "%2F",
            "..",
            ".",
            "",
            "%",
            "%zz",
            "a%20b",
            "%C3%A9",
            "x".repeat(201),
            "y".repeat(20_000),
            ";",
            "none",
            "*",
            "%2e%2e",
            "run:1",
            "\\",
            "{run}");
    private static final List<String> TYPES = List.of(
            "text/plain",
            "application/json; charset=utf-16",
            "application/xml",
            "",
            "json",
            "application/problem+json",
            "multipart/form-data; boundary=x");

    private final JsonNode reference;
    private final List<Call> calls = new ArrayList<>();

    /** A documented call with one of its example bodies. */
    private record Call(String method, String template, JsonNode body) {}

    HttpMutation() {
        try {
            reference = AnswerRules.JSON.readTree(HealthCalls.document());
        } catch (IOException e) {
            throw new UncheckedIOException("the reference is no JSON", e);
        }
        reference
                .get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(call -> add(path.getKey(), call.getKey(), call.getValue())));
    }

    private void add(String template, String method, JsonNode call) {
        String name = method.toUpperCase(Locale.ROOT);
        JsonNode examples = call.at("/requestBody/content/application~1json/examples");
        if (examples.isEmpty()) {
            calls.add(new Call(name, template, AnswerRules.JSON.createObjectNode()));
        }
        examples.forEach(
                example -> calls.add(new Call(name, template, without(example.get("value")))));
    }

    /** A stop of everything would end the scene for all mutants after it. */
    private static JsonNode without(JsonNode body) {
        JsonNode copy = body.deepCopy();
        if (copy.has("all")) {
            ((ObjectNode) copy).remove("all");
        }
        return copy;
    }

    /** The reference. */
    JsonNode reference() {
        return reference;
    }

    /** The bytes of a request. */
    byte[] of(HttpScene scene, SplittableRandom random) throws IOException {
        Call call = calls.get(random.nextInt(calls.size()));
        String path = scene.path(call.template(), random);
        String body = scene.body(call.body());
        String type = "application/json";
        int how = random.nextInt(20);
        if (how < 3) {
            path = changedPath(path, random);
        } else if (how == 3) {
            path += "?" + QUERIES.get(random.nextInt(QUERIES.size()));
        } else if (how == 4) {
            type = TYPES.get(random.nextInt(TYPES.size()));
        } else if (how < 13) {
            body = JsonMutation.of(AnswerRules.JSON.readTree(body), random);
        }
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        if (how == 13 || how == 14) {
            content = ByteMutation.of(content, random);
        }
        byte[] whole = request(call.method(), path, scene.token(random), type, content);
        return how >= 17 ? ByteMutation.of(whole, random) : whole;
    }

    private static String changedPath(String path, SplittableRandom random) {
        String[] parts = path.substring(1).split("/");
        parts[random.nextInt(parts.length)] = PARTS.get(random.nextInt(PARTS.size()));
        return "/" + String.join("/", parts);
    }

    private static byte[] request(
            String method, String path, String token, String type, byte[] body) {
        StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        head.append("Host: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer ")
                .append(token)
                .append("\r\n");
        boolean carries = !method.equals("GET") && !method.equals("DELETE");
        if (carries) {
            head.append("Content-Type: ").append(type).append("\r\nContent-Length: ");
            head.append(body.length).append("\r\n");
        }
        head.append("\r\n");
        byte[] start = head.toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = java.util.Arrays.copyOf(start, start.length + (carries ? body.length : 0));
        if (carries) {
            System.arraycopy(body, 0, whole, start.length, body.length);
        }
        return whole;
    }
}
