package dev.quietus.cli.view;

import dev.quietus.client.json.JsonNumber;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonString;
import dev.quietus.client.json.JsonValue;

import java.util.Map;

/** An event of a tree's chain on one line: number, time, what, of which operation, details. */
public final class EventText {

    private static final int NUMBER = 5;
    private static final int TYPE = 24;

    private EventText() {}

    /** The line; cut at the edge of a terminal. */
    public static String line(JsonObject event, Console console) {
        String number = Long.toString(event.optionalInteger("seq").orElse(0));
        String type = event.optionalString("type").orElse("");
        String run = event.optionalString("run_id").orElse("");
        String operation =
                event.optionalString("operation_id").map(id -> "/" + id).orElse("");
        String line = " ".repeat(Math.max(0, NUMBER - number.length())) + number + "  "
                + event.optionalInstant("at").map(console.times()::day).orElse("") + "  "
                + Line.padded(type, TYPE) + "  " + run + operation + details(event);
        return Line.cut(SafeText.of(line), console.width());
    }

    private static String details(JsonObject event) {
        StringBuilder text = new StringBuilder();
        JsonObject data = event.optionalObject("data").orElse(JsonObject.empty());
        for (Map.Entry<String, JsonValue> member : data.asMap().entrySet()) {
            JsonValue value = member.getValue();
            text.append("  ").append(member.getKey()).append('=');
            if (value instanceof JsonString string) {
                boolean bare = string.value().indexOf(' ') < 0;
                text.append(bare ? string.value() : string.toJson());
            } else {
                text.append(value instanceof JsonNumber number ? number.literal() : value.toJson());
            }
        }
        return text.toString();
    }
}
