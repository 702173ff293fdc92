package dev.quietus.server.provider;

import dev.quietus.core.settlement.ProviderCall;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A part of a declared template that is filled in from the operation asked about. */
enum Placeholder {
    RUN_ID,
    OPERATION_ID,
    IDEMPOTENCY_KEY,
    PROVIDER_JOB,
    EFFECT_ID,
    REVOCATION_EPOCH,
    TREE_ID,
    TOOL;

    /** How it is written between braces. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its value for this operation; empty while nobody has reported one. */
    Optional<String> in(ProviderCall call) {
        return switch (this) {
            case RUN_ID -> Optional.of(call.key().run().value());
            case OPERATION_ID -> Optional.of(call.key().operation().value());
            case IDEMPOTENCY_KEY -> Optional.of(call.idempotencyKey().value());
            case PROVIDER_JOB -> call.providerJob();
            case EFFECT_ID -> call.effectId();
            case REVOCATION_EPOCH -> Optional.of(Long.toString(call.revocationEpoch()));
            case TREE_ID -> Optional.of(call.tree().value());
            case TOOL -> Optional.of(call.tool().value());
        };
    }

    /** Why there may be no value, for the record. */
    String lacking() {
        return switch (this) {
            case PROVIDER_JOB -> "no provider_job was reported";
            case EFFECT_ID -> "no effect_id was observed";
            case RUN_ID, OPERATION_ID, IDEMPOTENCY_KEY, REVOCATION_EPOCH, TREE_ID, TOOL ->
                "no " + word() + " is known";
        };
    }

    /** A value of the right form, with which a template can be tried when it is loaded. */
    String sample() {
        return this == REVOCATION_EPOCH ? "7" : "sample";
    }

    /**
     * Finds a placeholder by how it is written.
     *
     * @throws IllegalArgumentException when there is none of that name
     */
    static Placeholder named(String word) {
        return Arrays.stream(values())
                .filter(placeholder -> placeholder.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown placeholder {" + word + "}; known: " + all()));
    }

    private static String all() {
        return Arrays.stream(values())
                .map(placeholder -> "{" + placeholder.word() + "}")
                .collect(Collectors.joining(" "));
    }
}
