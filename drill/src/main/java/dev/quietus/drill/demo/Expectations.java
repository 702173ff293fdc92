package dev.quietus.drill.demo;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the story requires of the receipt, and what is really there. */
final class Expectations {
    private static final long ALWAYS_LATE = 2;

    private final JsonObject receipt;
    private final List<String> differences = new ArrayList<>();

    private Expectations(JsonObject receipt) {
        this.receipt = receipt;
    }

    /**
     * What differs from the story, one sentence each; empty: nothing.
     *
     * @param receipt the verified receipt
     * @param race how the race had to end
     * @param reservations how many reservations the deployment service really has
     * @param built whether a build ran on this machine
     */
    static List<String> differences(
            JsonObject receipt, Race race, long reservations, boolean built) {
        Expectations story = new Expectations(receipt);
        story.words(race);
        story.counts(race);
        story.count("effects", "ended_no_effect_expected", built ? 2 : 1);
        long effects = race == Race.COMMIT ? 1 : 0;
        story.require("reservations at the deployment service", effects, reservations);
        return List.copyOf(story.differences);
    }

    private void words(Race race) {
        require("decision", "stopped_and_quiet", receipt.string("decision"));
        require("run_id", Story.RUN, receipt.string("run_id"));
        require(
                "requested_by",
                "operator:" + Story.OPERATOR,
                receipt.optionalString("requested_by").orElse("nobody"));
        require(
                "authority.root_lease",
                "revoked",
                receipt.object("authority").string("root_lease"));
        Optional<JsonObject> preview =
                receipt.optionalArray("in_flight").orElse(JsonArray.empty()).objects().stream()
                        .filter(operation -> operation
                                .string("operation_id")
                                .equals(Story.PREVIEW.operationId()))
                        .findFirst();
        require(
                "settled_state of the preview",
                race.settledState(),
                preview.flatMap(found -> found.optionalString("settled_state"))
                        .orElse("not in flight"));
        if (race == Race.COMMIT) {
            require(
                    "rollback_owner of the preview",
                    "team-deploys",
                    preview.flatMap(found -> found.optionalString("rollback_owner"))
                            .orElse("nobody"));
            require(
                    "effect_receipt of the preview",
                    "there",
                    preview.flatMap(found -> found.optionalObject("effect_receipt"))
                                    .isPresent()
                            ? "there"
                            : "missing");
            require(
                    "recovery of the preview",
                    "there",
                    preview.flatMap(found -> found.optionalString("recovery_operation"))
                                    .isPresent()
                            ? "there"
                            : "missing");
        }
    }

    private void counts(Race race) {
        count("authority", "descendant_leases_revoked", Story.CHILDREN.size());
        count("work", "queued_cancelled", Story.QUEUED.size());
        count("work", "scheduled_retries_cancelled", Story.RETRIES.size());
        count("work", "pending_calls", 0);
        count("effects", "completed_and_verified", race == Race.COMMIT ? 1 : 0);
        count("effects", "cancelled_without_effect", race == Race.CLEAN ? 1 : 0);
        count("effects", "unknown", 0);
        late();
    }

    /**
     * Two come too late in every play. The worker whose slot the stop has freed may ask for work
     * while the queue is still swept: each call that it would be given is a late attempt as well.
     */
    private void late() {
        long found = receipt.optionalInteger("late_attempts_denied").orElse(0);
        if (found < ALWAYS_LATE || found > ALWAYS_LATE + Story.QUEUED.size()) {
            require("late_attempts_denied", ALWAYS_LATE, found);
        }
    }

    private void count(String part, String name, long expected) {
        require(part + "." + name, expected, receipt.object(part).integer(name));
    }

    private void require(String what, long expected, long found) {
        require(what, Long.toString(expected), Long.toString(found));
    }

    private void require(String what, String expected, String found) {
        if (!expected.equals(found)) {
            differences.add(what + ": expected " + expected + ", found " + found);
        }
    }
}
