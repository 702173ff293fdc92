package dev.quietus.verify.gateway.mcp;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The inputs of the reported cases. */
final class McpCase {
    private McpCase() {}

    /** A case's file. */
    static JsonObject file(String name) {
        try (InputStream in = McpCase.class.getResourceAsStream(name + ".json")) {
            if (in == null) {
                throw new IllegalStateException("there is no input of case " + name);
            }
            return Json.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its input. */
    static JsonObject input(String name) {
        return file(name).object("input");
    }

    /** The id that a notice of cancellation names, as JSON. */
    static String cancelled(JsonObject notice) {
        return notice.object("params").member("requestId").orElseThrow().toJson();
    }
}
