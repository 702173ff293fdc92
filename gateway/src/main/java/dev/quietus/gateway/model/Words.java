package dev.quietus.gateway.model;

import dev.quietus.client.scope.CancelReason;
import dev.quietus.gateway.run.Admission;

import java.io.IOException;
import java.util.Locale;

/** What the gateway says to people: short, and what to do next at the end. */
final class Words {
    private static final int LONGEST = 300;

    private Words() {}

    /** What happened, and the kind of failure; never its own text, which may hold anything. */
    static String of(String what, IOException failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return what + " (" + cause.getClass().getSimpleName() + ")";
    }

    /** To the agent whose stream a stop has ended, or whose next request comes after it. */
    static String stopped(String runId, String reason) {
        String why = reason.isEmpty() ? "" : " (" + cut(reason) + ")";
        return "Quietus: a stop of run " + runId + " was requested" + why
                + ". This model request was ended there, and no other can start in this run."
                + " To go on, start a new run.";
    }

    /** To the agent that asks after a stop. */
    static String notSent(String runId, String reason) {
        String why = reason.isEmpty() ? "" : " (" + cut(reason) + ")";
        return "Quietus: this model request was not sent. A stop of run " + runId
                + " was requested" + why
                + ", and nothing can start in it. To go on, start a new run.";
    }

    /** To the agent that authority refused. */
    static String refused(String runId, Admission.Refused no) {
        String detail = no.detail().isEmpty() ? "" : ": " + cut(no.detail());
        return "Quietus: this model request was not sent. Run " + runId
                + " has no authority for it (" + no.decision() + detail
                + "). To go on, start a new run.";
    }

    /** To the agent whose begin could not be recorded. */
    static String notRecorded(Admission.NotRecorded no) {
        return "Quietus: this model request was not sent, because its start could not be recorded ("
                + cut(no.detail()) + "). Ask again once the Quietus server answers.";
    }

    /** What a stop's reason says. */
    static String reason(CancelReason reason) {
        return reason.detail();
    }

    /** A time for people. */
    static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
