package dev.quietus.drill.deployment;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Brings a request to its desk, or lets the behaviours answer it. */
final class Router {
    private static final Set<String> CALLS = Set.of(
            "POST /previews",
            "GET /previews",
            "GET /previews/*",
            "POST /previews/*/cancel",
            "GET /reservations",
            "DELETE /reservations/*",
            "GET /jobs-ended",
            "GET /elsewhere/*",
            "POST /control/behaviour",
            "GET /control/behaviour",
            "GET /control/log",
            "GET /control/effects",
            "POST /control/release",
            "POST /control/reset",
            "POST /control/change",
            "GET /control/await");

    private final Register register;
    private final HeldRequests held;
    private final PreviewDesk previews;
    private final RecordDesk records;
    private final ControlDesk control;
    private final String elsewhere;

    /** @param elsewhere the base of the URL that a redirect leads to */
    Router(
            Register register,
            HeldRequests held,
            PreviewDesk previews,
            RecordDesk records,
            ControlDesk control,
            String elsewhere) {
        this.register = register;
        this.held = held;
        this.previews = previews;
        this.records = records;
        this.control = control;
        this.elsewhere = elsewhere;
    }

    /**
     * The answer.
     *
     * @throws IllegalArgumentException when the request has the wrong form
     * @throws dev.quietus.client.json.JsonException when its body has
     */
    Answer answer(Request request) throws InterruptedException {
        register.lock().lock();
        try {
            String shape = shape(request);
            String call = request.method() + " " + shape;
            if (!CALLS.contains(call)) {
                return unknown(shape);
            }
            if (shape.startsWith("/control/")) {
                return controlled(call, request);
            }
            Optional<String> runId = runOf(request);
            Optional<Answer> throttled = throttle(runId);
            return throttled.isPresent() ? throttled.get() : served(call, request, runId);
        } finally {
            register.lock().unlock();
        }
    }

    private Answer controlled(String call, Request request) throws InterruptedException {
        return switch (call) {
            case "POST /control/behaviour" -> control.behave(request);
            case "GET /control/behaviour" -> control.behaviours(request);
            case "GET /control/log" -> control.log(request);
            case "GET /control/effects" -> control.effects(request);
            case "POST /control/release" -> control.release(request);
            case "POST /control/reset" -> control.reset();
            case "POST /control/change" -> control.change(request);
            default -> control.await(request);
        };
    }

    private Answer served(String call, Request request, Optional<String> runId)
            throws InterruptedException {
        return switch (call) {
            case "POST /previews" -> previews.order(request);
            case "POST /previews/*/cancel" -> cancel(request, runId);
            case "DELETE /reservations/*" -> records.undo(request.path().get(1));
            case "GET /elsewhere/*" -> nothing();
            default -> status(call, request, runId);
        };
    }

    private Answer cancel(Request request, Optional<String> runId) throws InterruptedException {
        if (register.behaviours().of(runId).on(Behaviour.CANCEL_HANGS) && !held.hold(runId)) {
            return new Answer.None();
        }
        Behaviours behaviours = register.behaviours().of(runId);
        if (behaviours.on(Behaviour.CANCEL_500)) {
            return Answer.problem(500, "cancel_failed", "the cancel failed");
        }
        if (behaviours.on(Behaviour.CANCEL_REDIRECT)) {
            return elsewhere("cancel_moved", request);
        }
        if (behaviours.on(Behaviour.CANCEL_GARBAGE)) {
            return nothing().withBody("{\"accepted\":tr");
        }
        return previews.cancel(request.path().get(1));
    }

    private Answer elsewhere(String code, Request request) {
        return Answer.problem(302, code, "it is somewhere else")
                .with("Location", elsewhere + "/elsewhere/" + request.path().get(0));
    }

    private Answer status(String call, Request request, Optional<String> runId)
            throws InterruptedException {
        if (register.behaviours().of(runId).on(Behaviour.STATUS_HANGS) && !held.hold(runId)) {
            return new Answer.None();
        }
        Behaviours behaviours = register.behaviours().of(runId);
        if (behaviours.on(Behaviour.STATUS_UNAVAILABLE)) {
            return Answer.problem(503, "status_unavailable", "the status is not available");
        }
        if (behaviours.on(Behaviour.STATUS_500)) {
            return Answer.problem(500, "status_failed", "the status failed");
        }
        if (behaviours.on(Behaviour.STATUS_REDIRECT)) {
            return elsewhere("status_moved", request);
        }
        if (behaviours.on(Behaviour.STATUS_GARBAGE)) {
            return nothing().withBody("{\"items\":[{\"effect_id\":\"reservation-");
        }
        return switch (call) {
            case "GET /previews" -> records.previews(request);
            case "GET /previews/*" -> records.preview(request, request.path().get(1));
            case "GET /jobs-ended" -> records.jobsEnded(request);
            default -> records.reservations(request);
        };
    }

    /** What is found by whoever follows the redirect: a lie, that there is no effect. */
    private static Answer.Sent nothing() {
        return Answer.json(
                200, JsonObject.builder().put("items", JsonArray.empty()).build());
    }

    private Optional<Answer> throttle(Optional<String> runId) {
        Optional<BehaviourBook.Scope> found = register.behaviours().throttled(runId);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Behaviours own = found.get().behaviours();
        long left = own.amount(Behaviour.RETRY_AFTER_REQUESTS).orElse(1) - 1;
        register.record(new JournalEntry.Behaves(
                found.get().runId(), own.with(Behaviour.RETRY_AFTER_REQUESTS, left)));
        long seconds = own.amount(Behaviour.RETRY_AFTER_SECONDS).orElse(1);
        return Optional.of(
                Answer.problem(429, "too_many_requests", "come back in %d s".formatted(seconds))
                        .with("Retry-After", Long.toString(seconds)));
    }

    /** The run that a request belongs to: what it is about first, what its header says last. */
    private Optional<String> runOf(Request request) {
        Optional<String> subject = request.path().size() < 2
                ? Optional.empty()
                : register.job(request.path().get(1))
                        .map(PreviewJob::runId)
                        .or(() -> register.reservation(request.path().get(1))
                                .map(Reservation::runId));
        return subject.or(() -> request.parameter("run"))
                .or(() -> request.parameter("operation")
                        .flatMap(register::newestOf)
                        .map(PreviewJob::runId))
                .or(() -> request.body().optionalString("run_id"))
                .or(() -> request.header("quietus-run-id"));
    }

    private static Answer unknown(String shape) {
        String allowed = CALLS.stream()
                .filter(call -> call.endsWith(" " + shape))
                .map(call -> call.substring(0, call.indexOf(' ')))
                .sorted()
                .collect(Collectors.joining(", "));
        return allowed.isEmpty()
                ? Answer.problem(404, "unknown_path", "no such path")
                : Answer.problem(405, "method_not_allowed", "allowed: " + allowed)
                        .with("Allow", allowed);
    }

    /** The path with a star in place of a name. */
    private static String shape(Request request) {
        StringBuilder shape = new StringBuilder();
        boolean control = !request.path().isEmpty() && request.path().get(0).equals("control");
        for (int i = 0; i < request.path().size(); i++) {
            shape.append('/').append(i == 1 && !control ? "*" : request.path().get(i));
        }
        return shape.toString();
    }
}
