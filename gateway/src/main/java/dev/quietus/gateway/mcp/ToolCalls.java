package dev.quietus.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;

import dev.quietus.client.Effect;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.Outcome;
import dev.quietus.client.SendState;
import dev.quietus.client.scope.CancelReason;
import dev.quietus.gateway.mcp.link.ClientReply;
import dev.quietus.gateway.mcp.link.EventMark;
import dev.quietus.gateway.mcp.message.McpMessage;
import dev.quietus.gateway.mcp.message.Messages;
import dev.quietus.gateway.run.Admission;
import dev.quietus.gateway.run.GatewayWork;
import dev.quietus.gateway.run.Passage;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Calls of tools: asked for immediately before they are forwarded. Their answer is handed to the
 * client and then recorded; the client need not wait for the record of a fact.
 */
final class ToolCalls {
    private static final int LONGEST_TOOL = 180;
    private static final int LONGEST_STABLE_ID = 100;
    /** Most calls are answered sooner; their result says that they were sent. */
    private static final Duration TELL_SENT_AFTER = Duration.ofMillis(200);

    private final SessionParts parts;
    private final CallingOff callingOff;
    private final Observations observations;
    private final TaskWatch tasks;
    private final Rounds rounds;

    ToolCalls(
            SessionParts parts,
            CallingOff callingOff,
            Observations observations,
            TaskWatch tasks,
            Rounds rounds) {
        this.parts = parts;
        this.callingOff = callingOff;
        this.observations = observations;
        this.tasks = tasks;
        this.rounds = rounds;
    }

    /** Asks whether a call may start and forwards it. Waits for the record. */
    void start(ClientRequest request) {
        String tool = request.tool().orElseThrow();
        boolean readOnly = effects(tool) == ExpectedEffects.NONE;
        Optional<Passage> earlier = rounds.next(request);
        if (earlier.isPresent()) {
            nextRound(request, earlier.get(), readOnly);
            return;
        }
        switch (parts.run().begin(work(request, tool))) {
            case Admission.Admitted(Passage passage) -> forward(request, passage, readOnly);
            case Admission.Refused(String decision, String detail) ->
                answer(request, Words.refused(decision, detail));
            case Admission.AlreadyFinished(var operation) ->
                answer(request, Words.already(operation));
            case Admission.NotRecorded(String detail) -> answer(request, Words.notRecorded(detail));
        }
    }

    /** The same operation goes on: what it may, is asked again. */
    private void nextRound(ClientRequest request, Passage passage, boolean readOnly) {
        Optional<String> refused = parts.run().refusal(recorded(request.tool().orElseThrow()));
        if (refused.isPresent() || passage.scope().isCancelled()) {
            request.admitted(passage, readOnly);
            passage.finish(CallResult.unknown(
                    request,
                    FinishFacts.of(Outcome.CANCELLED)
                            .withError("its next round was refused: "
                                    + refused.orElse("it was stopped"))));
            answer(request, Words.refused(refused.orElse("deny_cancelled"), "stopped meanwhile"));
            return;
        }
        forward(request, passage, readOnly);
    }

    private void answer(ClientRequest request, String words) {
        if (parts.requests().answered(request)) {
            request.client()
                    .message(
                            Messages.toolError(
                                    request.id(), words, CallingOff.isStateless(request)),
                            EventMark.NONE);
        }
        request.settle();
    }

    private void forward(ClientRequest request, Passage passage, boolean readOnly) {
        request.admitted(passage, readOnly);
        passage.scope().onCancel(reason -> stopped(request, reason));
        if (!request.send(() -> parts.link().get().send(request.message(), request))) {
            callingOff.giveUp(request, Ending.STOPPED, "", Optional.empty());
            notSent(request, passage);
            return;
        }
        parts.after(TELL_SENT_AFTER, () -> {
            if (!passage.isFinished()) {
                passage.sent();
            }
        });
    }

    private void stopped(ClientRequest request, CancelReason reason) {
        callingOff.giveUp(request, Ending.STOPPED, reason.detail(), Optional.empty());
    }

    private static void notSent(ClientRequest request, Passage passage) {
        Ending why = request.ending().orElse(Ending.STOPPED);
        passage.finish(FinishFacts.of(why.outcome())
                .withSent(SendState.NOT_SENT)
                .withEffect(Effect.NONE)
                .withError(why.words() + " before it was sent"));
        request.settle();
    }

    /** An answer is there; it is handed on and recorded. Waits for the record. */
    void answered(ClientRequest request, McpMessage answer, ClientReply place, EventMark mark) {
        switch (CallResult.of(request, answer)) {
            case CallResult.Done(FinishFacts facts) -> {
                FinishFacts whole = observations.seen(request, facts, true);
                place.message(answer, mark);
                request.passage().ifPresent(passage -> passage.finish(whole));
                request.settle();
            }
            case CallResult.BecameTask(TaskWord word) -> {
                place.message(answer, mark);
                tasks.began(request, word);
            }
            case CallResult.WantsInput(Optional<String> state) -> {
                rounds.wait(request, state);
                place.message(answer, mark);
            }
        }
    }

    /** An answer came after its request was given up. */
    void late(ClientRequest request, McpMessage answer) {
        switch (CallResult.of(request, answer)) {
            case CallResult.Done(FinishFacts facts) -> callingOff.late(request, facts);
            case CallResult.BecameTask(TaskWord word) -> tasks.began(request, word);
            case CallResult.WantsInput _ -> callingOff.late(request, CallingOff.given(request));
        }
    }

    private ExpectedEffects effects(String tool) {
        boolean hinted = parts.settings().trustsAnnotations() && parts.tools().isReadOnly(tool);
        return parts.rules()
                .of(tool)
                .effects()
                .orElse(hinted ? ExpectedEffects.NONE : ExpectedEffects.EXPECTED);
    }

    private GatewayWork work(ClientRequest request, String tool) {
        GatewayWork work = GatewayWork.of(
                        operationId(request.params().path("_meta")),
                        recorded(tool),
                        "tool_call",
                        effects(tool))
                .withArgumentsDigest(request.argumentsDigest());
        return parts.rules().of(tool).whoKnows().map(work::withProvider).orElse(work);
    }

    /** The tool's name in the record. */
    private String recorded(String tool) {
        String sound = tool.replaceAll("[^!-~]", "_");
        return parts.settings().name()
                + "."
                + (sound.length() > LONGEST_TOOL ? sound.substring(0, LONGEST_TOOL) : sound);
    }

    /** Stable where the agent says which call this is, so that the same call never runs twice. */
    private String operationId(JsonNode meta) {
        JsonNode claude = meta.path("claudecode/toolUseId");
        String stable = (claude.isTextual() ? claude : meta.path("callId")).asText("");
        boolean sound = !stable.isEmpty()
                && stable.length() <= LONGEST_STABLE_ID
                && stable.chars().allMatch(each -> each > ' ' && each < 0x7F);
        return "mcp-" + parts.settings().name() + "-" + (sound ? stable : UUID.randomUUID());
    }
}
