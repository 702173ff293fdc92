package dev.quietus.core;

import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.operation.Work;
import dev.quietus.core.settlement.ProviderName;

import java.time.Instant;
import java.util.Optional;

/** Work as a test wants it: a tool call with an expected effect unless it says otherwise. */
public final class Wanted {
    private final String tool;
    private OperationKind kind = OperationKind.TOOL_CALL;
    private Effects effects = Effects.EXPECTED;
    private Optional<ProviderName> provider = Optional.empty();
    private Optional<QueueName> queue = Optional.empty();
    private Optional<IdempotencyKey> key = Optional.empty();
    private Optional<String> digest = Optional.empty();
    private Optional<Instant> expiresAt = Optional.empty();
    private Optional<Instant> notBefore = Optional.empty();
    private boolean approval;

    private Wanted(String tool) {
        this.tool = tool;
    }

    /** A call of this tool. */
    public static Wanted call(String tool) {
        return new Wanted(tool);
    }

    /** A call of the deployment service of the source's example. */
    public static Wanted preview() {
        return call("deployment.reserve_preview");
    }

    /** Another kind of work. */
    public Wanted kind(OperationKind other) {
        kind = other;
        return this;
    }

    /** Without effects. */
    public Wanted effectFree() {
        effects = Effects.NONE;
        return this;
    }

    /** Done by this provider, whatever the tool. */
    public Wanted by(String name) {
        provider = Optional.of(new ProviderName(name));
        return this;
    }

    /** Waits in this queue. */
    public Wanted in(String name) {
        queue = Optional.of(new QueueName(name));
        return this;
    }

    /** For this business operation. */
    public Wanted key(String value) {
        key = Optional.of(new IdempotencyKey(value));
        return this;
    }

    /** With these arguments. */
    public Wanted arguments(String value) {
        digest = Optional.of(value);
        return this;
    }

    /** Must not start after this. */
    public Wanted expiresAt(Instant at) {
        expiresAt = Optional.of(at);
        return this;
    }

    /** Must not start before this. */
    public Wanted notBefore(Instant at) {
        notBefore = Optional.of(at);
        return this;
    }

    /** A person must say yes first. */
    public Wanted approved() {
        approval = true;
        return this;
    }

    /** The work of the operation with this id. */
    public Work work(String operation) {
        return new Work(
                kind,
                new ToolName(tool),
                effects,
                provider,
                queue,
                key.orElse(new IdempotencyKey(operation)),
                digest,
                expiresAt,
                notBefore,
                approval);
    }
}
