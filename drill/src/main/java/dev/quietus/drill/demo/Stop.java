package dev.quietus.drill.demo;

import dev.quietus.client.StopRequest;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.process.LocalCommand;
import dev.quietus.drill.truth.Evidence;

import java.time.Duration;
import java.util.Optional;

/** The stop in the middle, and those who come too late. */
final class Stop {
    private static final Duration SOON = Duration.ofSeconds(20);

    /** Above the settle budget: by then there is a receipt, of one kind or the other. */
    private static final Duration RECEIPT_WITHIN = Duration.ofSeconds(60);

    private final Cast cast;
    private final Page page;
    private final DemoSettings settings;

    Stop(Cast cast, Page page, DemoSettings settings) {
        this.cast = cast;
        this.page = page;
        this.settings = settings;
    }

    /** Presses stop, tries to start what must not start, and waits for the receipt. */
    void press(Release.TooLate tooLate) throws InterruptedException {
        page.headline("The stop");
        JsonObject barrier = cast.operator()
                .stop(
                        Story.RUN,
                        StopRequest.because(Story.REASON).quietFor(settings.quietPeriod()));
        page.at(
                barrier.instant("requested_at"),
                "stop",
                "%s by %s · %s"
                        .formatted(
                                barrier.string("barrier_id"),
                                barrier.string("requested_by"),
                                barrier.string("reason")));
        page.more("the barrier is durable · epoch is now %d · lease %s is revoked"
                .formatted(
                        barrier.object("revoke").integer("new_revocation_epoch"),
                        barrier.object("revoke").string("root_lease")));
        LampWatch watch = new LampWatch(cast.operator(), page, barrier);
        watch.first();
        watch.untilOnlyEffectsAreOpen(SOON);
        if (tooLate.build().isPresent()) {
            built(tooLate.build().get());
        }
        lateWorker(tooLate);
        lateSubagent(tooLate);
        watch.untilReceipt(RECEIPT_WITHIN.plus(settings.quietPeriod()));
    }

    /** How the build on this machine has ended, as it was recorded. */
    private void built(LocalCommand build) throws InterruptedException {
        build.awaitExit(SOON);
        JsonObject finished = Evidence.events(cast.operator(), Story.RUN).stream()
                .filter(event -> event.string("type").equals("operation_finished")
                        && event.optionalString("operation_id")
                                .equals(Optional.of(Story.BUILD.operationId())))
                .findFirst()
                .orElseThrow(() -> build.process().endedEarly("the end of the build"));
        String[] parts = finished.object("data").string("detail").split("; ", 3);
        page.at(
                finished.instant("at"),
                "ended",
                Story.BUILD.tool() + " · " + parts[0] + (parts.length > 1 ? " · " + parts[1] : ""));
    }

    private void lateWorker(Release.TooLate tooLate) throws InterruptedException {
        JsonObject answer = tooLate.worker()
                .ask("begin", JsonObject.builder().put("message", tooLate.message()), SOON);
        late("worker-2 starts " + Story.QUEUED.getFirst().operationId(), answer);
    }

    private void lateSubagent(Release.TooLate tooLate) throws InterruptedException {
        JsonObject answer = tooLate.subagent().ask("begin", Release.members(Story.LATE), SOON);
        late("subagent-ticket starts " + Story.LATE.operationId() + " with its old lease", answer);
    }

    private void late(String what, JsonObject answer) {
        page.at(answer.instant("answered_at"), "too late", what);
        Optional<JsonObject> check = answer.optionalObject("problem")
                .flatMap(problem -> problem.optionalObject("child_dispatch_check"));
        String more = check.map(found -> " · parent lease %s · external call sent: %s"
                        .formatted(
                                found.string("parent_lease_status"),
                                found.bool("external_call_sent")))
                .orElse("");
        page.more(answer.string("decision") + more);
    }
}
