package dev.quietus.gateway.hook;

import dev.quietus.client.ExpectedEffects;

/** What is known beforehand of the effects of a tool, and who knows more once it has ended. */
public enum ToolEffects {
    /** It changes nothing: its end settles it. */
    NONE(ExpectedEffects.NONE),
    /**
     * It works on this machine, and whoever runs it sees its end: a result that the agent reports
     * settles it. Without a result its effect is unknown.
     */
    REPORTED(ExpectedEffects.EXPECTED),
    /** It may change anything anywhere: only the system that it changes knows, or a person. */
    EXPECTED(ExpectedEffects.EXPECTED);

    private final ExpectedEffects wire;

    ToolEffects(ExpectedEffects wire) {
        this.wire = wire;
    }

    /** The word of the API. */
    ExpectedEffects wire() {
        return wire;
    }
}
