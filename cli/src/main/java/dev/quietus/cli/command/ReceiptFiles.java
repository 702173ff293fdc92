package dev.quietus.cli.command;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Exit;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonLimits;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonValue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files that an offline check reads. A file that can't be read at all is a wrong command line;
 * one whose content is no receipt or no chain is an invalid receipt.
 */
final class ReceiptFiles {

    private static final int MAX_ENVELOPE_BYTES = 64 * 1024 * 1024;
    private static final int MAX_EVENTS_BYTES = 1024 * 1024 * 1024;

    private static final String UNSIGNED = " is a receipt to read, and carries no signature;"
            + " 'quietus receipt RUN --output envelope -o FILE' writes one that can be verified";

    private ReceiptFiles() {}

    /** The envelope itself, or the one in a server's answer. */
    static JsonObject envelope(Path file) {
        byte[] bytes = bytes(file, MAX_ENVELOPE_BYTES);
        try {
            JsonObject object = Json.parseObject(bytes, JsonLimits.ofBytes(MAX_ENVELOPE_BYTES));
            if (object.has("stop_receipt") && !object.has("envelope")) {
                throw new CommandException(Exit.RECEIPT_INVALID, file + UNSIGNED);
            }
            return object.has("payload")
                    ? object
                    : object.optionalObject("envelope").orElse(object);
        } catch (JsonException e) {
            if (new String(bytes, StandardCharsets.UTF_8).startsWith("stop_receipt:")) {
                throw invalid(file + UNSIGNED, e);
            }
            throw invalid(file + " is no envelope: " + e.getMessage(), e);
        }
    }

    /** Events, one a line, or as the {@code events} of one document. */
    static List<JsonObject> events(Path file) {
        byte[] bytes = bytes(file, MAX_EVENTS_BYTES);
        String text = new String(bytes, StandardCharsets.UTF_8);
        try {
            int end = text.indexOf('\n');
            String first = end < 0 ? text : text.substring(0, end);
            return isWhole(first) ? lines(text, file) : document(bytes);
        } catch (JsonException e) {
            throw invalid(file + " holds no events: " + e.getMessage(), e);
        }
    }

    /** Whether one line is an event by itself. */
    private static boolean isWhole(String line) {
        String stripped = line.strip();
        return stripped.isEmpty()
                || (stripped.startsWith("{")
                        && stripped.endsWith("}")
                        && !stripped.startsWith("{\"events\""));
    }

    private static List<JsonObject> lines(String text, Path file) {
        List<JsonObject> events = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            try {
                events.add(Json.parseObject(line));
            } catch (JsonException e) {
                throw invalid(file + " line " + number + " is no event: " + e.getMessage(), e);
            }
        }
        return events;
    }

    private static List<JsonObject> document(byte[] bytes) {
        JsonValue value = Json.parse(bytes, JsonLimits.ofBytes(MAX_EVENTS_BYTES));
        if (value instanceof JsonArray array) {
            return array.objects();
        }
        return value instanceof JsonObject object
                ? object.array("events").objects()
                : JsonArray.empty().objects();
    }

    private static byte[] bytes(Path file, int most) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw CommandException.usage(file + " is larger than " + most + " bytes");
            }
            return bytes;
        } catch (IOException e) {
            throw new CommandException(Exit.USAGE, "file " + file + " can't be read: " + e, e);
        }
    }

    private static CommandException invalid(String what, Throwable cause) {
        return new CommandException(Exit.RECEIPT_INVALID, what, cause);
    }
}
