package dev.quietus.core.settlement;

import static dev.quietus.core.Requests.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Scene;
import dev.quietus.core.dispatch.DecideOperation;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.Operation;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OpenUndoTest {
    @RegisterExtension
    final Scene scene = new Scene();

    @BeforeEach
    void theProviderDeclaresAWayBack() {
        scene.deployment.people(
                Optional.of("team-deploys"),
                Optional.of(new RecoveryPath("DELETE /reservations/{id}", Optional.empty())));
        scene.run("r");
    }

    private void completed() {
        scene.sent("r/a");
        scene.deployment.commit("r/a");
        scene.stop("r");
        scene.node.work();
    }

    private OpenUndo.Answer undo(String operation, OpenUndo.By by) {
        return scene.ledger.write(new OpenUndo(
                key(operation), by, scene.providers, "operator:thomas", Optional.of("wrong")));
    }

    private static OpenUndo.By provider() {
        return new OpenUndo.Provider(Optional.of("sha256:seen"));
    }

    private void reject(String operation) {
        scene.ledger.write(new DecideOperation(
                key(operation), false, Optional.of("not now"), "operator:thomas"));
    }

    @Test
    void whatAStopOpenedIsTheUndo() {
        completed();
        Operation opened = scene.operation("r-recovery/recover-a");
        assertThat(opened.work().argumentsDigest())
                .hasValueSatisfying(digest -> assertThat(digest).startsWith("sha256:"));

        assertThat(undo("r/a", provider())).isEqualTo(new OpenUndo.Opened(opened, false));
    }

    @Test
    void afterANoAnotherOneCanBeOpened() {
        completed();
        reject("r-recovery/recover-a");

        assertThat(undo("r/a", provider()))
                .isInstanceOfSatisfying(OpenUndo.Opened.class, opened -> {
                    assertThat(opened.created()).isTrue();
                    assertThat(opened.undo().key()).isEqualTo(key("r-recovery/recover-a-2"));
                    assertThat(opened.undo().execution())
                            .isEqualTo(ExecutionState.AWAITING_APPROVAL);
                    assertThat(opened.undo().work().argumentsDigest()).contains("sha256:seen");
                });
        assertThat(scene.operation("r/a").recovery()).contains(key("r-recovery/recover-a-2"));
        assertThat(undo("r/a", provider()))
                .isInstanceOfSatisfying(
                        OpenUndo.Opened.class,
                        again -> assertThat(again.created()).isFalse());
    }

    @Test
    void whatHasNoKnownEffectIsNotTakenBack() {
        scene.queued("r/waiting");
        scene.running("r/running");

        assertThat(undo("r/waiting", provider()))
                .isEqualTo(new OpenUndo.Refused(
                        scene.operation("r/waiting"),
                        "it never began, so there is nothing to take back"));
        assertThat(undo("r/running", provider()))
                .isEqualTo(new OpenUndo.Refused(
                        scene.operation("r/running"), "it still runs: stop it first"));
        assertThat(undo("r/none", provider())).isEqualTo(new OpenUndo.NoSuchOperation());
        scene.stop("r");
        scene.node.work();
        assertThat(undo("r/running", new OpenUndo.Asker())).isInstanceOf(OpenUndo.Refused.class);
    }

    @Test
    void anUndoIsNotUndone() {
        completed();
        assertThat(undo("r-recovery/recover-a", provider()))
                .isInstanceOfSatisfying(
                        OpenUndo.Refused.class,
                        refused -> assertThat(refused.why())
                                .isEqualTo("it takes something back itself"));
    }

    @Test
    void withoutADeclaredWayNothingIsOpened() {
        scene.deployment.people(Optional.of("team-deploys"), Optional.empty());
        completed();
        assertThat(undo("r/a", provider()))
                .isInstanceOfSatisfying(
                        OpenUndo.Refused.class,
                        refused -> assertThat(refused.why())
                                .isEqualTo("provider 'deployment' declares no undo"));
    }
}
