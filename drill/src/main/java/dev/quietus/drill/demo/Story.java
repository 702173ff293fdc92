package dev.quietus.drill.demo;

import java.util.List;

/** Who and what the story is about: a release of the wrong commit. */
final class Story {
    static final String OPERATOR = "thomas";
    static final String REASON = "wrong_commit_detected";

    static final String RUN = "cc-run-4421";
    static final String TASK = "release-payments-8bc911d";
    static final String OWNER = "team-payments";

    static final Child CHECKS = new Child("cc-run-4421-checks", "db-compatibility", "database.*");
    static final Child TICKET = new Child("cc-run-4421-ticket", "ticket-update", "ticket.*");
    static final List<Child> CHILDREN = List.of(CHECKS, TICKET);

    static final String QUEUE = "release";

    static final Work PREVIEW =
            new Work(RUN, "reserve-preview-payments-8bc911d", "deployment.reserve_preview");

    /** Behind the preview, for which the only worker has its only slot taken. */
    static final List<Work> QUEUED = List.of(
            new Work(CHECKS.runId(), "check-compatibility-8bc911d", "database.check_compatibility"),
            new Work(TICKET.runId(), "update-ticket-pay-3119", "ticket.update"),
            new Work(RUN, "announce-preview-8bc911d", "chat.post_message"));

    static final List<Retry> RETRIES = List.of(
            new Retry(
                    new Work(CHECKS.runId(), "read-schema-payments", "database.read_schema"),
                    "the replica did not answer in 2 s"),
            new Retry(
                    new Work(TICKET.runId(), "read-ticket-pay-3119", "ticket.read"),
                    "the ticket system answered 503"));

    static final Work GENERATION = new Work(RUN, "model-turn-12", "model.generate");

    /** A command on this machine, which changes nothing outside of its folder. */
    static final Work BUILD = new Work(RUN, "build-payments-8bc911d", "build.package");

    /** It starts another process and waits for it. */
    static final String BUILD_SCRIPT = "echo 'compiling 8bc911d' | tee compiling; sleep 600 & wait";

    /** What the subagent tries when the run is stopped already. */
    static final Work LATE = new Work(TICKET.runId(), "close-ticket-pay-3119", "ticket.close");

    private Story() {}

    /**
     * A subagent's run.
     *
     * @param runId the run
     * @param taskId what it is for
     * @param capability the one pattern of tools that it may use
     */
    record Child(String runId, String taskId, String capability) {

        /** The run's id without its parent's. */
        String brief() {
            return "…" + runId.substring(RUN.length());
        }
    }

    /**
     * One piece of work.
     *
     * @param runId the run that it belongs to
     * @param operationId its id
     * @param tool what is called
     */
    record Work(String runId, String operationId, String tool) {}

    /**
     * Work that fails once and is to be tried again.
     *
     * @param work the work
     * @param error why it failed
     */
    record Retry(Work work, String error) {}
}
