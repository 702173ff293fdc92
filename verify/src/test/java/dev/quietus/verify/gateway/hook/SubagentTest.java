package dev.quietus.verify.gateway.hook;

import static dev.quietus.verify.gateway.hook.HookScene.after;
import static dev.quietus.verify.gateway.hook.HookScene.before;
import static dev.quietus.verify.gateway.hook.HookScene.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Subagents are child runs, each with a lease of its own. */
final class SubagentTest {
    private static final String RUN = "cc-2";

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

    private static JsonObject.Builder of(JsonObject.Builder event) {
        return event.put("agent_id", "a17").put("agent_type", "general-purpose");
    }

    private List<String> children() {
        return scene.server.operator().get("runs", RUN, "tree").array("runs").objects().stream()
                .map(run -> run.string("run_id"))
                .filter(run -> !run.equals(RUN))
                .toList();
    }

    private String state(String run) {
        return scene.server.shown(run).string("state");
    }

    @Test
    void getAChildRunThatIsCompletedWithThem() {
        scene.tell(of(event("SubagentStart")));
        String child = children().getFirst();
        assertThat(child).startsWith("cc-2-general-purpose-");
        scene.tell(of(before("Bash", "toolu_1")));
        assertThat(scene.only(child).string("tool")).isEqualTo("agent.Bash");
        assertThat(scene.operations(RUN)).isEmpty();
        scene.tell(of(after("Bash", "toolu_1")));
        scene.awaitOnly(child, "succeeded");
        scene.tell(of(event("SubagentStop")));
        assertThat(state(child)).isEqualTo("completed");
        assertThat(scene.door.counts().subagents()).isEqualTo(1);
    }

    @Test
    void getAnotherRunWhenTheyAreHeardOfAgain() {
        scene.tell(of(event("SubagentStart")));
        scene.tell(of(event("SubagentStop")));
        assertThat(scene.tell(of(before("Read", "toolu_1")))).isEqualTo(JsonObject.empty());
        assertThat(children()).hasSize(2);
        assertThat(children().get(1)).endsWith("-2");
    }

    @Test
    void areRefusedAndHaltedWhenTheRunAboveIsStopped() {
        scene.tell(of(event("SubagentStart")));
        scene.server.stop(RUN);
        JsonObject known = scene.tell(of(before("Bash", "toolu_1")));
        assertThat(known.bool("continue")).isFalse();
        assertThat(known.string("stopReason")).contains("deny_parent_revoked");
        JsonObject unknown = scene.tell(before("Bash", "toolu_2")
                .put("agent_id", "a18")
                .put("agent_type", "general-purpose"));
        assertThat(unknown.object("hookSpecificOutput").string("permissionDecision"))
                .isEqualTo("deny");
        assertThat(unknown.bool("continue")).isFalse();
        assertThat(children()).hasSize(1);
    }

    @Test
    void areRefusedWithoutHaltingTheOthersWhenOnlyTheyAreStopped() {
        scene.tell(of(event("SubagentStart")));
        scene.server.stop(children().getFirst());
        JsonObject answer = scene.tell(of(before("Bash", "toolu_1")));
        assertThat(answer.object("hookSpecificOutput").string("permissionDecision"))
                .isEqualTo("deny");
        assertThat(answer.has("continue")).isFalse();
        assertThat(scene.tell(before("Bash", "toolu_2"))).isEqualTo(JsonObject.empty());
    }
}
