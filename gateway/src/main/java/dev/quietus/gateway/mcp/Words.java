package dev.quietus.gateway.mcp;

import dev.quietus.client.json.JsonObject;

/**
 * What the gateway says. The first word of a tool's error is stable, for programs; the rest is for
 * the model, which has to know what is known.
 */
final class Words {
    /**
     * All that a server hears of why a request is given up, whoever stopped what for which reason.
     */
    static final String NEUTRAL = "The request is no longer needed.";

    private static final String UNKNOWN_OUTCOME =
            " Whether it took effect is not known: look before you do it again.";
    private static final String READ_ONLY = " It only reads.";

    private Words() {}

    static String refused(String decision, String detail) {
        String named = detail.contains(decision) ? detail : detail + " (" + decision + ")";
        return "quietus:not_started This call was refused and did not reach the tool: "
                + sentence(named) + " Don't try it again in this run.";
    }

    static String notRecorded(String detail) {
        return "quietus:not_started This call did not reach the tool, because it could not be"
                + " recorded: " + sentence(detail)
                + " Try it again when the Quietus server answers.";
    }

    static String already(JsonObject operation) {
        String state = operation.optionalString("state").orElse("ended");
        return "quietus:already_done This very call has an outcome already (" + state
                + ") and was not carried out again.";
    }

    static String givenUp(Ending ending, boolean sent, boolean readOnly) {
        String effect = readOnly ? READ_ONLY : UNKNOWN_OUTCOME;
        return switch (ending) {
            case STOPPED ->
                sent
                        ? "quietus:stopped This call was stopped while it ran." + effect
                        : "quietus:not_started This call was stopped before it reached the tool.";
            case TOO_LONG -> "quietus:timed_out This call was given up at its time limit." + effect;
            case SERVER_GONE ->
                sent
                        ? "quietus:server_gone The MCP server ended before it answered." + effect
                        : "quietus:not_started The MCP server has ended; this call did not reach"
                                + " it. Start the session again.";
            case TAKEN_BACK, CLIENT_GONE -> "quietus:cancelled" + effect;
        };
    }

    static String otherGivenUp(Ending ending) {
        return switch (ending) {
            case STOPPED -> "quietus: the run was stopped; nothing more is asked of this server";
            case TOO_LONG -> "quietus: no answer within the gateway's time limit";
            case SERVER_GONE -> "quietus: the MCP server has ended; start the session again";
            case TAKEN_BACK, CLIENT_GONE -> "quietus: cancelled";
        };
    }

    private static String sentence(String words) {
        String text = words.isBlank() ? "no reason was given" : words.strip();
        return text.endsWith(".") ? text : text + ".";
    }
}
