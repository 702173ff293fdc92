package dev.quietus.drill.deployment;

import dev.quietus.client.json.JsonObject;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The control calls over HTTP; no behaviour touches them. Called with the lock held. */
final class ControlDesk {
    private static final long MAX_AWAIT_MS = 60_000;
    private static final long USUAL_AWAIT_MS = 10_000;

    private final Register register;
    private final Workshop workshop;
    private final WaitingRoom room;
    private final Controls controls;
    private final RequestLog log;
    private final Views views;

    ControlDesk(
            Register register,
            Workshop workshop,
            WaitingRoom room,
            Controls controls,
            RequestLog log,
            Views views) {
        this.register = register;
        this.workshop = workshop;
        this.room = room;
        this.controls = controls;
        this.log = log;
        this.views = views;
    }

    /** {@code POST /control/behaviour}. */
    Answer behave(Request request) {
        Optional<String> runId = request.body().optionalString("run_id");
        Behaviours set = Behaviours.parse(request.body().without("run_id"));
        Behaviours all = controls.behave(runId, set);
        return Answer.json(
                200,
                JsonObject.builder()
                        .putIfPresent("run_id", runId)
                        .put("behaviour", all.json())
                        .build());
    }

    /** {@code GET /control/behaviour}. */
    Answer behaviours(Request request) {
        request.allows();
        JsonObject.Builder runs = JsonObject.builder();
        register.behaviours().runs().forEach((run, own) -> runs.put(run, own.json()));
        return Answer.json(
                200,
                JsonObject.builder()
                        .put(
                                "everybody",
                                register.behaviours().scope(Optional.empty()).json())
                        .put("runs", runs.build())
                        .build());
    }

    /** {@code GET /control/log}. */
    Answer log(Request request) {
        request.allows("after", "limit");
        List<RequestLog.Entry> entries =
                log.after(request.number("after", 0, Long.MAX_VALUE / 10), (int)
                        request.number("limit", RequestLog.MAX_ENTRIES, 1_000_000));
        return Answer.json(
                200,
                JsonObject.builder()
                        .put("items", Views.list(entries, ControlDesk::entry))
                        .build());
    }

    /** {@code GET /control/effects}. */
    Answer effects(Request request) {
        request.allows("run");
        Optional<String> run = request.parameter("run");
        List<Reservation> all = controls.effects(run);
        List<Reservation> present = all.stream().filter(Reservation::present).toList();
        List<Reservation> undone = all.stream().filter(it -> !it.present()).toList();
        List<PreviewJob> jobs =
                register.jobs(job -> run.isEmpty() || run.get().equals(job.runId()));
        return Answer.json(
                200,
                JsonObject.builder()
                        .put("items", Views.list(present, Views::reservation))
                        .put("undone", Views.list(undone, Views::reservation))
                        .put("jobs", Views.list(jobs, views::truth))
                        .build());
    }

    /** {@code POST /control/release}. */
    Answer release(Request request) {
        int released = controls.release(request.body().optionalString("run_id"));
        return Answer.json(200, JsonObject.builder().put("released", released).build());
    }

    /** {@code POST /control/reset}. */
    Answer reset() {
        controls.reset();
        return Answer.json(200, JsonObject.builder().put("reset", true).build());
    }

    /** {@code POST /control/change}. */
    Answer change(Request request) {
        String effectId = request.body().string("effect_id");
        String by = request.body().optionalString("by").orElse("somebody-else");
        return controls.change(effectId, by)
                .map(changed -> Answer.json(200, Views.reservation(changed)))
                .orElseGet(() -> Answer.problem(
                        404, "unknown_reservation", "no such reservation: " + effectId));
    }

    /**
     * {@code GET /control/await}: answers as soon as a job has come as far as {@code until} (a
     * state, {@code held}, {@code committed} or {@code ended}), or as so many are {@code waiting}
     * as asked for; at the latest after {@code within_ms}.
     */
    Answer await(Request request) throws InterruptedException {
        request.allows("preview", "until", "waiting", "run", "within_ms");
        Duration atMost =
                Duration.ofMillis(request.number("within_ms", USUAL_AWAIT_MS, MAX_AWAIT_MS));
        boolean reached = register.await(goal(request), atMost);
        JsonObject.Builder body = JsonObject.builder().put("reached", reached);
        request.parameter("preview")
                .flatMap(register::job)
                .ifPresent(job -> body.put("preview", views.truth(job)));
        return Answer.json(200, body.build());
    }

    private BooleanSupplier goal(Request request) {
        if (request.parameter("waiting").isPresent()) {
            long wanted = request.number("waiting", 1, WaitingRoom.MAX_GUESTS);
            return () -> room.waiting(request.parameter("run")) >= wanted;
        }
        String previewId = request.parameter("preview")
                .orElseThrow(() -> new IllegalArgumentException("preview is missing"));
        String until = request.parameter("until").orElse("ended");
        return () -> register.job(previewId).map(job -> reached(job, until)).orElse(false);
    }

    private boolean reached(PreviewJob job, String until) {
        return switch (until) {
            case "ended" -> job.state().ended();
            case "committed" -> job.state().committed();
            case "held" -> workshop.holds(job.previewId());
            default -> job.state().wire().equals(until);
        };
    }

    private static JsonObject entry(RequestLog.Entry entry) {
        JsonObject.Builder headers = JsonObject.builder();
        entry.headers().forEach(headers::put);
        JsonObject.Builder view = JsonObject.builder()
                .put("number", entry.number())
                .put("at", entry.at())
                .put("method", entry.method())
                .put("path", entry.target())
                .put("headers", headers.build());
        entry.status().ifPresent(status -> view.put("status", status));
        return view.build();
    }
}
