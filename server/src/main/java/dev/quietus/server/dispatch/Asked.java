package dev.quietus.server.dispatch;

import dev.quietus.core.Wire;
import dev.quietus.core.authority.Claimed;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.operation.Work;
import dev.quietus.core.run.LeaseId;
import dev.quietus.core.settlement.ProviderName;
import dev.quietus.core.settlement.Recovery;
import dev.quietus.server.http.Fields;

import java.time.Duration;
import java.util.UUID;

/** Reads the parts that several calls on operations have in common. */
final class Asked {
    private static final Duration DEFAULT_HEARTBEAT = Duration.ofSeconds(60);
    private static final Duration LONGEST_HEARTBEAT = Duration.ofHours(1);

    private Asked() {}

    /** The work that an accept describes. */
    static Work work(Fields body, OperationId operation) {
        QueueName reserved = Recovery.QUEUE;
        Work work = new Work(
                body.parsed("kind", text -> Wire.parse("kind", OperationKind.class, text))
                        .orElse(OperationKind.TOOL_CALL),
                body.requiredParsed("tool", ToolName::new),
                body.parsed("effects", text -> Wire.parse("effects", Effects.class, text))
                        .orElse(Effects.EXPECTED),
                body.parsed("provider", ProviderName::new),
                body.parsed("queue", QueueName::new),
                body.parsed("idempotency_key", IdempotencyKey::new)
                        .orElse(new IdempotencyKey(operation.value())),
                body.text("arguments_digest"),
                body.time("expires_at"),
                body.time("not_before"),
                body.flag("requires_approval", false));
        if (work.queue().filter(reserved::equals).isPresent()
                || work.kind() == OperationKind.RECOVERY) {
            throw new IllegalArgumentException("recoveries are opened by a stop, not by a request");
        }
        return work;
    }

    /** The authority that the caller carries. */
    static Claimed claimed(Fields body) {
        return new Claimed(
                body.parsed("lease", LeaseId::new),
                body.number("revocation_epoch", 0, Long.MAX_VALUE));
    }

    /** The marker of the request; a fresh one where the caller gives none. */
    static RequestId request(Fields body) {
        return body.parsed("request_id", RequestId::new)
                .orElseGet(() -> new RequestId(UUID.randomUUID().toString()));
    }

    /** How long the worker may be silent. */
    static Duration heartbeat(Fields body) {
        Duration asked = body.duration("heartbeat_timeout_seconds", LONGEST_HEARTBEAT)
                .orElse(DEFAULT_HEARTBEAT);
        if (asked.toMillis() < 500) {
            throw new IllegalArgumentException(
                    "heartbeat_timeout_seconds is less than half a second");
        }
        return asked;
    }
}
