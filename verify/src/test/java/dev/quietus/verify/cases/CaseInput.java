package dev.quietus.verify.cases;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The input of a case as it was reported: what is done, and which operations there are. */
final class CaseInput {

    private CaseInput() {}

    /** The {@code input} member of a case's file. */
    static JsonObject of(String name) {
        try (InputStream in = CaseInput.class.getResourceAsStream(name + ".json")) {
            if (in == null) {
                throw new IllegalStateException("there is no input of case " + name);
            }
            return Json.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .object("input");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The ids of the operations of a case's input. */
    static List<String> operations(JsonObject input) {
        return input.array("operations").objects().stream()
                .map(operation -> operation.string("op"))
                .toList();
    }
}
