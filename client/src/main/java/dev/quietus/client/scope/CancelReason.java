package dev.quietus.client.scope;

/**
 * Why a scope was cancelled.
 *
 * @param code what kind of reason it is, such as {@code cancel_requested}
 * @param detail the operator's words or another explanation; may be empty
 */
public record CancelReason(String code, String detail) {

    /** The server said that a stop was requested. */
    public static final String CANCEL_REQUESTED = "cancel_requested";

    /** The server refuses to hear this worker any more, for instance because another took over. */
    public static final String NOT_HEARD = "worker_not_heard";

    /** The code with the detail behind it, for people. */
    public String describe() {
        return detail.isEmpty() ? code : code + ": " + detail;
    }
}
