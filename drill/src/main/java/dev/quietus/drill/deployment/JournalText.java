package dev.quietus.drill.deployment;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonObject;

import java.time.Instant;
import java.util.Locale;

/** The spelling of journal entries: one JSON object a line. */
final class JournalText {
    private JournalText() {}

    /** The line of an entry, without its end. */
    static String line(JournalEntry entry) {
        return switch (entry) {
            case JournalEntry.Accepted it ->
                order(head("accepted", it.previewId(), it.at()), it.order());
            case JournalEntry.Moved it ->
                head("moved", it.previewId(), it.at())
                        .put("event", it.event().wire())
                        .build()
                        .toJson();
            case JournalEntry.Committed it ->
                head("committed", it.previewId(), it.at())
                        .put("effect_id", it.effectId())
                        .build()
                        .toJson();
            case JournalEntry.Asked it -> asked(it);
            case JournalEntry.Changed it ->
                effect("changed", it.effectId(), it.at())
                        .put("by", it.by())
                        .build()
                        .toJson();
            case JournalEntry.Undone it ->
                effect("undone", it.effectId(), it.at()).build().toJson();
            case JournalEntry.Behaves it ->
                JsonObject.builder()
                        .put("entry", "behaves")
                        .putIfPresent("run_id", it.runId())
                        .put("behaviours", it.behaviours().json())
                        .build()
                        .toJson();
            case JournalEntry.Cleared it ->
                JsonObject.builder()
                        .put("entry", "cleared")
                        .put("at", it.at())
                        .build()
                        .toJson();
        };
    }

    /**
     * The entry of a line.
     *
     * @throws IllegalArgumentException when it is none
     */
    static JournalEntry entry(String line) {
        try {
            JsonObject json = Json.parseObject(line);
            return switch (json.string("entry")) {
                case "accepted" ->
                    new JournalEntry.Accepted(
                            json.string("preview_id"), order(json), json.instant("at"));
                case "moved" ->
                    new JournalEntry.Moved(
                            json.string("preview_id"),
                            JobEvent.valueOf(json.string("event").toUpperCase(Locale.ROOT)),
                            json.instant("at"));
                case "committed" ->
                    new JournalEntry.Committed(
                            json.string("preview_id"),
                            json.string("effect_id"),
                            json.instant("at"));
                case "asked" -> new JournalEntry.Asked(json.string("preview_id"), request(json));
                case "changed" ->
                    new JournalEntry.Changed(
                            json.string("effect_id"), json.string("by"), json.instant("at"));
                case "undone" ->
                    new JournalEntry.Undone(json.string("effect_id"), json.instant("at"));
                case "behaves" ->
                    new JournalEntry.Behaves(
                            json.optionalString("run_id"),
                            Behaviours.parse(json.object("behaviours")));
                case "cleared" -> new JournalEntry.Cleared(json.instant("at"));
                default -> throw new IllegalArgumentException("no such entry");
            };
        } catch (JsonException wrong) {
            throw new IllegalArgumentException("not a journal entry: " + wrong.getMessage(), wrong);
        }
    }

    private static JsonObject.Builder head(String entry, String previewId, Instant at) {
        return JsonObject.builder()
                .put("entry", entry)
                .put("preview_id", previewId)
                .put("at", at);
    }

    private static JsonObject.Builder effect(String entry, String effectId, Instant at) {
        return JsonObject.builder()
                .put("entry", entry)
                .put("effect_id", effectId)
                .put("at", at);
    }

    private static String order(JsonObject.Builder json, PreviewOrder order) {
        return json.put("run_id", order.runId())
                .put("operation_id", order.operationId())
                .put("idempotency_key", order.idempotencyKey())
                .put("commit", order.commit())
                .put("environment", order.environment())
                .putIfPresent("revocation_epoch", order.revocationEpoch())
                .build()
                .toJson();
    }

    private static PreviewOrder order(JsonObject json) {
        return new PreviewOrder(
                json.string("run_id"),
                json.string("operation_id"),
                json.string("idempotency_key"),
                json.string("commit"),
                json.string("environment"),
                json.optionalInteger("revocation_epoch"));
    }

    private static String asked(JournalEntry.Asked it) {
        JsonObject.Builder json =
                JsonObject.builder().put("entry", "asked").put("preview_id", it.previewId());
        switch (it.request()) {
            case CancelRequest.None _ -> json.put("request", "none");
            case CancelRequest.Honoured(Instant at) ->
                json.put("request", "honoured").put("at", at);
            case CancelRequest.Ignored(Instant at) ->
                json.put("request", "ignored").put("at", at);
            case CancelRequest.CommitsLate late ->
                json.put("request", "commits_late")
                        .put("at", late.at())
                        .put("delay_ms", late.delayMs())
                        .putIfPresent("observed_at", late.observedAt());
        }
        return json.build().toJson();
    }

    private static CancelRequest request(JsonObject json) {
        return switch (json.string("request")) {
            case "none" -> new CancelRequest.None();
            case "honoured" -> new CancelRequest.Honoured(json.instant("at"));
            case "ignored" -> new CancelRequest.Ignored(json.instant("at"));
            case "commits_late" ->
                new CancelRequest.CommitsLate(
                        json.instant("at"),
                        json.integer("delay_ms"),
                        json.optionalInstant("observed_at"));
            default -> throw new IllegalArgumentException("no such request");
        };
    }
}
