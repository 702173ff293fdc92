package dev.quietus.verify.gateway.hook;

import static dev.quietus.verify.gateway.hook.HookScene.after;
import static dev.quietus.verify.gateway.hook.HookScene.before;
import static dev.quietus.verify.gateway.hook.HookScene.event;
import static dev.quietus.verify.server.RunningQuietus.untilTrue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.hook.AgentEnd;
import dev.quietus.gateway.hook.HookDialect;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of built-in tools, prompts, and answers to them. */
final class HookDoorTest {
    private static final String RUN = "cc-1";

    @TempDir
    Path folder = Path.of("");

    private HookScene scene;

    @BeforeEach
    void begins() throws IOException {
        scene = new HookScene(folder, RUN);
    }

    @AfterEach
    void ends() {
        scene.close();
    }

    @Test
    void recordsACallBeforeItStartsAndItsResultAfter() {
        assertThat(scene.tell(before("Bash", "toolu_1"))).isEqualTo(JsonObject.empty());
        JsonObject running = scene.only(RUN);
        assertThat(running.string("state")).isEqualTo("running");
        assertThat(running.string("tool")).isEqualTo("agent.Bash");
        assertThat(running.string("effects")).isEqualTo("expected");
        assertThat(running.string("operation_id")).startsWith("Bash-").endsWith("-toolu_1");
        assertThat(scene.tell(after("Bash", "toolu_1"))).isEqualTo(JsonObject.empty());
        assertThat(scene.awaitOnly(RUN, "succeeded").string("output_digest")).startsWith("sha256:");
    }

    @Test
    void expectsNoEffectOfWhatOnlyLooks() {
        scene.tell(before("Read", "toolu_1"));
        assertThat(scene.only(RUN).string("effects")).isEqualTo("none");
    }

    @Test
    void keepsContentsOutOfTheRecord() {
        scene.tell(before("Bash", "toolu_1"));
        scene.tell(event("PostToolUseFailure")
                .put("tool_name", "Bash")
                .put("tool_use_id", "toolu_1")
                .put("error", "Exit code 3\ns3cret"));
        assertThat(scene.awaitOnly(RUN, "failed").string("error")).isEqualTo("exit code 3");
        assertThat(scene.server.events(RUN).toString()).doesNotContain("s3cret");
    }

    @Test
    void refusesTheCallAndHaltsTheTurnAfterAStop() {
        scene.server.stop(RUN);
        JsonObject answer = scene.tell(before("Bash", "toolu_1"));
        JsonObject decided = answer.object("hookSpecificOutput");
        assertThat(decided.string("hookEventName")).isEqualTo("PreToolUse");
        assertThat(decided.string("permissionDecision")).isEqualTo("deny");
        assertThat(decided.string("permissionDecisionReason"))
                .contains("Bash was not started, and nothing of this run starts any more")
                .contains("deny_stale_epoch");
        assertThat(answer.bool("continue")).isFalse();
        assertThat(answer.string("stopReason"))
                .isEqualTo(decided.string("permissionDecisionReason"));
        assertThat(scene.operations(RUN)).noneMatch(each -> each.string("state").equals("running"));
    }

    @Test
    void tellsCodexNothingButTheRefusal() {
        scene.server.stop(RUN);
        JsonObject answer = scene.tell(HookDialect.CODEX, before("Bash", "call_1"));
        assertThat(answer.asMap().keySet()).containsExactly("hookSpecificOutput");
        assertThat(answer.object("hookSpecificOutput").asMap().keySet())
                .containsExactlyInAnyOrder(
                        "hookEventName", "permissionDecision", "permissionDecisionReason");
        assertThat(scene.tell(HookDialect.CODEX, event("UserPromptSubmit").put("prompt", "go on"))
                        .asMap()
                        .keySet())
                .containsExactlyInAnyOrder("decision", "reason");
    }

    @Test
    void takesPromptsUntilAStopAndNoneAfterwards() {
        JsonObject.Builder prompt = event("UserPromptSubmit").put("prompt", "go on");
        assertThat(scene.tell(prompt)).isEqualTo(JsonObject.empty());
        scene.server.stop(RUN);
        JsonObject answer = scene.tell(prompt);
        assertThat(answer.string("decision")).isEqualTo("block");
        assertThat(answer.bool("continue")).isFalse();
        assertThat(answer.string("reason")).contains("cc-1 takes no prompts any more");
    }

    @Test
    void leavesTheTurnGoingWhereOnlyTheToolWasStopped() {
        scene.server
                .operator()
                .quietus()
                .stop(
                        RUN,
                        dev.quietus.client.StopRequest.because("not this").ofTools("agent.Bash"));
        JsonObject answer = scene.tell(before("Bash", "toolu_1"));
        assertThat(answer.object("hookSpecificOutput").string("permissionDecision"))
                .isEqualTo("deny");
        assertThat(answer.has("continue")).isFalse();
        assertThat(scene.tell(before("Read", "toolu_2"))).isEqualTo(JsonObject.empty());
    }

    @Test
    void givesTheSameAnswerToManyHooksThatAskForOneCall() {
        List<CompletableFuture<JsonObject>> asked = IntStream.range(0, 8)
                .mapToObj(_ ->
                        CompletableFuture.supplyAsync(() -> scene.tell(before("Edit", "toolu_1"))))
                .toList();
        assertThat(asked).allMatch(each -> each.join().isEmpty());
        assertThat(scene.only(RUN).integer("attempt")).isEqualTo(1);
        scene.tell(after("Edit", "toolu_1"));
        scene.awaitOnly(RUN, "succeeded");
        assertThat(scene.tell(before("Edit", "toolu_1"))
                        .object("hookSpecificOutput")
                        .string("permissionDecisionReason"))
                .contains("has an outcome already");
    }

    @Test
    void refusesWhatCannotBeRecorded() {
        scene.server.close();
        JsonObject answer = scene.tell(before("Bash", "toolu_1"));
        assertThat(answer.object("hookSpecificOutput").string("permissionDecisionReason"))
                .contains("can't be recorded");
        assertThat(scene.tell(event("UserPromptSubmit")).string("decision")).isEqualTo("block");
    }

    @Test
    void onlyAsksForCallsThatAGatewayOfTheirOwnRecords() {
        assertThat(scene.tell(before("mcp__gated__drop", "toolu_1"))).isEqualTo(JsonObject.empty());
        assertThat(scene.operations(RUN)).isEmpty();
        scene.tell(before("mcp__other__drop", "toolu_2"));
        assertThat(scene.only(RUN).string("tool")).isEqualTo("other.drop");
        scene.server.stop(RUN);
        assertThat(scene.tell(before("mcp__gated__drop", "toolu_3")).bool("continue"))
                .isFalse();
    }

    @Test
    void finishesWhatATurnLeavesWithoutAResult() {
        scene.tell(HookDialect.CODEX, before("apply_patch", "call_1"));
        scene.tell(HookDialect.CODEX, event("Stop"));
        assertThat(scene.awaitOnly(RUN, "failed").string("error"))
                .contains("turn ended without a result");
    }

    @Test
    void finishesWhatIsInFlightOnceTheAgentIsProvenToHaveEnded() {
        scene.tell(before("Read", "toolu_1"));
        String barrier = scene.server.stop(RUN).string("barrier_id");
        assertThat(scene.door.agentEnded(new AgentEnd(true, "3 of 3 processes gone (cgroup)")))
                .isEqualTo(1);
        JsonObject ended = scene.awaitOnly(RUN, "cancelled_during_execution");
        assertThat(ended.string("error")).contains("3 of 3 processes gone (cgroup)");
        JsonObject receipt = scene.server.passQuiet(barrier);
        assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
    }

    @Test
    void aReportedEndOfALocalToolSettlesIt() {
        scene.tell(before("Bash", "toolu_1"));
        scene.tell(after("Bash", "toolu_1"));
        scene.tell(before("Bash", "toolu_2"));
        scene.tell(event("PostToolUseFailure")
                .put("tool_name", "Bash")
                .put("tool_use_id", "toolu_2")
                .put("error", "Exit code 1"));
        untilTrue(
                "both are settled",
                () -> scene.operations(RUN).stream()
                        .allMatch(each -> each.string("effect").equals("verified_present")));
        JsonObject receipt = scene.server.stopAndPassQuiet(RUN);
        assertThat(receipt.string("decision")).isEqualTo("stopped_and_quiet");
    }

    @Test
    void whatEndsWithAStopIsNotCalledUntoldByItsTurn() {
        scene.tell(before("Bash", "toolu_1"));
        scene.server.stop(RUN);
        untilTrue("the stop is heard of", () -> scene.gateway.scope().isCancelled());
        scene.tell(event("Stop"));
        assertThat(scene.only(RUN).string("state")).isEqualTo("running");
        assertThat(scene.door.agentEnded(new AgentEnd(true, "gone"))).isEqualTo(1);
    }

    @Test
    void aStoppedCallThatMayChangeAnythingStaysUnknown() {
        scene.tell(before("Bash", "toolu_1"));
        scene.server.stop(RUN);
        scene.door.agentEnded(new AgentEnd(true, "gone"));
        JsonObject ended = scene.awaitOnly(RUN, "cancelled_during_execution");
        assertThat(ended.string("effect")).isNotEqualTo("verified_absent");
    }

    @Test
    void answersNobodyWhoDoesNotKnowTheSecretAndNothingThatIsNoEvent() {
        String url = scene.door.url(HookDialect.CLAUDE_CODE);
        String other = url.replaceFirst("/[0-9a-f]{48}/", "/" + "0".repeat(48) + "/");
        assertThat(scene.post(other, before("Bash", "t").build().toJson()).statusCode())
                .isEqualTo(404);
        assertThat(List.of("", "{", "[]", "{}", "{\"hook_event_name\": 7}"))
                .allSatisfy(
                        body -> assertThat(scene.post(url, body).statusCode()).isEqualTo(400));
        assertThat(scene.post(url, event("PreToolUse").build().toJson()).statusCode())
                .isEqualTo(400);
        assertThat(scene.operations(RUN)).isEmpty();
    }

    @Test
    void backgroundTasksAndTimersAreWorkOfTheRunWhileTheyAreListed() {
        JsonObject task = JsonObject.builder()
                .put("id", "b1")
                .put("type", "local_shell")
                .put("status", "running")
                .put("command", "serve s3cret")
                .build();
        JsonObject timer = JsonObject.builder().put("id", "t1").build();
        scene.tell(event("Stop")
                .put("background_tasks", JsonArray.of(List.of(task)))
                .put("session_crons", JsonArray.of(List.of(timer))));
        assertThat(scene.operations(RUN))
                .extracting(each -> each.string("tool") + " " + each.string("kind") + " "
                        + each.string("state"))
                .containsExactlyInAnyOrder(
                        "agent.background tool_call running", "agent.timer timer running");
        scene.tell(event("Stop")
                .put("background_tasks", JsonArray.of(List.of(task)))
                .put("session_crons", JsonArray.empty()));
        untilTrue(
                "the timer is over",
                () -> scene.operations(RUN).stream()
                        .map(each -> each.string("state"))
                        .sorted()
                        .toList()
                        .equals(List.of("cancelled_during_execution", "running")));
        scene.tell(event("Stop").put("background_tasks", JsonArray.empty()));
        untilTrue(
                "the task is over",
                () -> scene.operations(RUN).stream()
                        .noneMatch(each -> each.string("state").equals("running")));
        assertThat(scene.server.events(RUN).toString()).doesNotContain("s3cret");
    }

    @Test
    void countsWhatCameThrough() {
        scene.tell(before("Bash", "toolu_1"));
        scene.server.stop(RUN);
        scene.tell(before("Bash", "toolu_2"));
        assertThat(Optional.of(scene.door.counts()))
                .hasValue(new dev.quietus.gateway.hook.HookCounts(1, 1, 0));
    }
}
