package dev.quietus.client;

/** How far the request to the provider has come, told by the worker as early as it knows. */
public enum SendState {
    /** The next thing the worker does is to send it. */
    ABOUT_TO_SEND("about_to_send"),

    /** The provider has it. */
    SENT("sent"),

    /** It was not sent and will not be in this attempt. */
    NOT_SENT("not_sent");

    private final String wireName;

    SendState(String wireName) {
        this.wireName = wireName;
    }

    /** The spelling on the wire. */
    public String wireName() {
        return wireName;
    }
}
