package dev.quietus.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.quietus.client.FinishFacts;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.run.Passage;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Calls that became tasks, until their last status. They are given up by {@code tasks/cancel} and
 * by nothing else, and asked about until the server says its last word or has forgotten them. That
 * a task is called cancelled says nothing of its effect. Thread-safe.
 */
final class TaskWatch {
    private static final Duration ASK_WITHIN = Duration.ofSeconds(10);
    private static final Duration USUAL_PAUSE = Duration.ofSeconds(1);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
    private static final Duration UNHEARD = Duration.ofSeconds(30);
    private static final Duration USUAL_LIFE = Duration.ofHours(1);
    private static final int MOST = 10_000;

    private final SessionParts parts;
    private final Map<String, Task> tasks = new ConcurrentHashMap<>();

    TaskWatch(SessionParts parts) {
        this.parts = parts;
    }

    /** One task. */
    private static final class Task {
        final ClientRequest request;
        final Duration pause;
        final long endNanos;
        final CountDownLatch cancelWanted = new CountDownLatch(1);
        final CountDownLatch ended = new CountDownLatch(1);
        volatile long heardNanos = System.nanoTime();

        Task(ClientRequest request, TaskWord word) {
            this.request = request;
            Duration asked = word.pause().orElse(USUAL_PAUSE);
            this.pause = asked.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : asked;
            this.endNanos = System.nanoTime() + word.life().orElse(USUAL_LIFE).toNanos();
        }

        boolean isStopped() {
            return cancelWanted.getCount() == 0;
        }
    }

    /** A call became a task. */
    void began(ClientRequest request, TaskWord word) {
        request.passage().ifPresent(passage -> passage.sent(word.id()));
        Task task = new Task(request, word);
        if (tasks.size() >= MOST || tasks.putIfAbsent(word.id(), task) != null) {
            parts.notes().accept("a task's id is there twice, or there are too many tasks");
            request.passage().ifPresent(Passage::abandon);
            request.settle();
            return;
        }
        if (request.ending().isPresent()) {
            task.cancelWanted.countDown();
        }
        request.passage()
                .ifPresent(passage -> passage.scope().onCancel(reason -> {
                    request.giveUp(Ending.STOPPED, reason.detail());
                    task.cancelWanted.countDown();
                }));
        if (word.isFinal()) {
            said(word);
        } else {
            parts.threads().execute(() -> follow(word.id(), task));
        }
    }

    /** The server said something of a task. */
    void said(TaskWord word) {
        Task task = tasks.get(word.id());
        if (task != null) {
            task.heardNanos = System.nanoTime();
            task.request.moved();
            if (word.isFinal() && tasks.remove(word.id(), task)) {
                end(task, CallResult.ofTask(task.request, word));
            }
        }
    }

    /** The server gave the result of a task, as a tool's result or an error. */
    void result(String id, McpMessage answer) {
        Task task = tasks.get(id);
        if (task == null || answer.isError()) {
            return;
        }
        if (tasks.remove(id, task)) {
            end(task, CallResult.ofResult(task.request, answer.object()));
        }
    }

    private void end(Task task, FinishFacts facts) {
        parts.requests().release(task.request);
        task.ended.countDown();
        task.request.passage().ifPresent(passage -> {
            if (task.isStopped()) {
                passage.late(facts.withDetail(
                        "the task ended after the call was " + Ending.STOPPED.words()));
            } else {
                passage.finishSoon(facts);
            }
        });
        task.request.settle();
    }

    private void follow(String id, Task task) {
        try {
            boolean asked = false;
            while (tasks.get(id) == task && System.nanoTime() < task.endNanos) {
                if (task.isStopped() && !asked) {
                    asked = true;
                    ask("tasks/cancel", id);
                } else if (task.isStopped() || unheard(task)) {
                    ask("tasks/get", id);
                }
                if (task.isStopped()) {
                    task.ended.await(task.pause.toNanos(), TimeUnit.NANOSECONDS);
                } else {
                    task.cancelWanted.await(task.pause.toNanos(), TimeUnit.NANOSECONDS);
                }
            }
            if (tasks.remove(id, task)) {
                parts.notes().accept("a task has outlived its time; its outcome is not known");
                task.request.passage().ifPresent(Passage::abandon);
                task.request.settle();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean unheard(Task task) {
        return System.nanoTime() - task.heardNanos > UNHEARD.toNanos();
    }

    private void ask(String method, String id) {
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        params.put("taskId", id);
        parts.own()
                .ask(method, params, ASK_WITHIN)
                .filter(answer -> !answer.isError())
                .map(McpMessage::object)
                .flatMap(TaskWatch::word)
                .ifPresent(this::said);
    }

    private static Optional<TaskWord> word(JsonNode answer) {
        return TaskWord.of(answer).or(() -> TaskWord.of(answer.path("task")));
    }

    /** Takes note of what passes about tasks: answers to the client's own questions. */
    void passed(ClientRequest request, McpMessage answer) {
        String id = request.params().path("taskId").asText("");
        if (id.isEmpty() || !tasks.containsKey(id)) {
            return;
        }
        if (request.message().is("tasks/result")) {
            result(id, answer);
        } else if (!answer.isError()) {
            word(answer.object()).ifPresent(this::said);
        }
    }

    /** Takes note of a notice about a task. */
    void noticed(McpMessage notice) {
        word(notice.object()).ifPresent(this::said);
    }

    /** Has all of them cancelled. */
    void stop(String detail) {
        tasks.values().forEach(task -> {
            task.request.giveUp(Ending.STOPPED, detail);
            task.cancelWanted.countDown();
        });
    }

    /** The calls whose tasks are not at their end. */
    List<ClientRequest> open() {
        return tasks.values().stream().map(task -> task.request).toList();
    }

    /** The server's process has ended, and with it what it did itself. */
    void serverEnded(String how) {
        tasks.forEach((id, task) -> {
            if (tasks.remove(id, task)) {
                Ending why = task.request.ending().orElse(Ending.SERVER_GONE);
                task.ended.countDown();
                task.request
                        .passage()
                        .ifPresent(passage -> passage.finish(CallResult.unknown(
                                        task.request,
                                        FinishFacts.of(why.outcome()).withError(why.words()))
                                .withDetail(how)));
                task.request.settle();
            }
        });
    }
}
