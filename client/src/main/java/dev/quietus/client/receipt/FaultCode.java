package dev.quietus.client.receipt;

import java.util.Locale;

/** What can be wrong with a receipt. The codes are stable; new ones are added at the end. */
public enum FaultCode {
    /** The envelope lacks a part, or a part is of another type. */
    ENVELOPE_MALFORMED,
    /** The envelope carries another kind of payload. */
    PAYLOAD_TYPE_UNKNOWN,
    /** There is no signature. */
    SIGNATURE_MISSING,
    /** No signature is by a trusted key. */
    SIGNATURE_KEY_UNKNOWN,
    /** A signature that names a trusted key does not fit the payload. */
    SIGNATURE_INVALID,
    /** The signed payload is no JSON object. */
    PAYLOAD_MALFORMED,
    /** The payload is another kind of statement. */
    STATEMENT_TYPE_UNKNOWN,
    /** The statement is about something else than the receipt. */
    SUBJECT_DIFFERS,
    /** The receipt lacks a field, or a field is of another type. */
    RECEIPT_MALFORMED,
    /** The decision is none of the two. */
    DECISION_UNKNOWN,
    /** Something is called stopped and quiet while an outcome is unknown. */
    UNKNOWN_OUTCOMES,
    /** Something is called stopped and quiet while calls are pending. */
    CALLS_PENDING,
    /** Something is called stopped and quiet while a lease is not revoked. */
    LEASE_NOT_REVOKED,
    /** An operation in flight has no settled state. */
    OPERATION_NOT_SETTLED,
    /** The counts and the listed operations disagree. */
    COUNTS_DISAGREE,
    /** The quiet period was not over. */
    QUIET_PERIOD_NOT_OVER,
    /** The lamps' times are absent or later than the verification. */
    STAGES_INCONSISTENT,
    /** A stop is called incomplete while nothing is open. */
    NOTHING_OPEN,
    /** An unknown outcome is in nobody's hands. */
    UNKNOWN_WITHOUT_HOLDER,
    /** An operation is called without effect while an effect was seen, or was not looked for. */
    EFFECT_CONTRADICTS,
    /** An event lacks a field, or a field is of another type. */
    EVENT_MALFORMED,
    /** An event belongs to another tree. */
    EVENT_OF_OTHER_TREE,
    /** Events are missing between others. */
    EVENT_MISSING,
    /** The last events that the receipt covers are missing. */
    EVENTS_TRUNCATED,
    /** An event is there more than once. */
    EVENT_REPEATED,
    /** An event is not in its place. */
    EVENT_OUT_OF_ORDER,
    /** An event's content does not fit its hash. */
    EVENT_CHANGED,
    /** An event does not follow on the one before it. */
    EVENT_LINK_BROKEN,
    /** The chain's head is not the one that was signed. */
    HEAD_HASH_DIFFERS,
    /** No effect was looked for again after the quiet period. */
    EFFECT_UNCONFIRMED,
    /** An effect that happened has no effect receipt or no owner of its rollback. */
    EFFECT_RECEIPT_MISSING,
    /** What stands around the envelope says something else than what was signed. */
    ANSWER_DIFFERS;

    /** The code as it is written in reports: {@code signature_invalid}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
