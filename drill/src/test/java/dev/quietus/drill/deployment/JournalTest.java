package dev.quietus.drill.deployment;

import static dev.quietus.drill.deployment.TestingCaller.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.client.json.JsonObject;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What survives the process. */
class JournalTest {
    private static final Instant AT = Instant.parse("2026-08-16T10:51:04.233Z");

    @TempDir
    Path folder;

    @Test
    void isTheSameServiceAfterARestart() throws Exception {
        JsonObject before;
        try (DeploymentService service = DeploymentService.start(settings());
                TestingCaller caller = new TestingCaller(service.url())) {
            caller.await(caller.preview("run-1", "op-1"), "ended");
            String undone =
                    caller.await(caller.preview("run-1", "op-2"), "ended").string("effect_id");
            caller.delete("/reservations/" + undone);
            caller.behave("{\"hold_before_commit\":true}");
            caller.await(caller.preview("run-1", "op-3"), "held");
            before = json(caller.get("/control/effects"));
        }
        try (DeploymentService service = DeploymentService.start(settings());
                TestingCaller caller = new TestingCaller(service.url())) {
            caller.awaitHeld(1);
            assertThat(json(caller.get("/control/effects"))).isEqualTo(before);
            assertThat(caller.preview("run-1", "op-1")).isEqualTo("preview-7712");
            assertThat(caller.preview("run-1", "op-4")).isEqualTo("preview-7715");
            caller.awaitHeld(2);
            caller.post("/control/release", "");
            caller.await("preview-7714", "ended");
            caller.await("preview-7715", "ended");
            assertThat(service.effects()).hasSize(3);
        }
    }

    @Test
    void forgetsALineThatAKillCutOff() throws Exception {
        Path file = folder.resolve("journal");
        try (Journal journal = Journal.open(file)) {
            journal.append(new JournalEntry.Cleared(AT));
        }
        Files.writeString(file, "{\"entry\":\"cleared\",\"at\":\"2026", StandardOpenOption.APPEND);
        try (Journal journal = Journal.open(file)) {
            List<JournalEntry> read = new ArrayList<>();
            journal.replay(read::add);
            assertThat(read).containsExactly(new JournalEntry.Cleared(AT));
            journal.append(new JournalEntry.Undone("reservation-1", AT));
        }
        assertThat(Files.readAllLines(file)).hasSize(2);
    }

    @Test
    void refusesAFileThatIsNoJournalOrIsInUse() throws Exception {
        Path file = folder.resolve("journal");
        Files.writeString(file, "hello\n");
        assertThatThrownBy(() -> DeploymentService.start(settings()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("line 1");
        try (Journal journal = Journal.open(file)) {
            assertThat(journal).isNotNull();
            assertThatThrownBy(() -> Journal.open(file)).isInstanceOf(UncheckedIOException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("everyEntry")
    void writesAndReadsEveryEntryAlike(JournalEntry entry) {
        assertThat(JournalText.entry(JournalText.line(entry))).isEqualTo(entry);
    }

    static List<JournalEntry> everyEntry() {
        PreviewOrder order =
                new PreviewOrder("run-1", "op-1", "key-1", "c1", "env", OptionalLong.of(17));
        return List.of(
                new JournalEntry.Accepted("preview-1", order, AT),
                new JournalEntry.Moved("preview-1", JobEvent.BUILD_STARTED, AT),
                new JournalEntry.Committed("preview-1", "reservation-1", AT),
                new JournalEntry.Asked("preview-1", new CancelRequest.None()),
                new JournalEntry.Asked("preview-1", new CancelRequest.Honoured(AT)),
                new JournalEntry.Asked("preview-1", new CancelRequest.Ignored(AT)),
                new JournalEntry.Asked(
                        "preview-1", new CancelRequest.CommitsLate(AT, 5, Optional.of(AT))),
                new JournalEntry.Asked(
                        "preview-1", new CancelRequest.CommitsLate(AT, 5, Optional.empty())),
                new JournalEntry.Changed("reservation-1", "team-payments", AT),
                new JournalEntry.Undone("reservation-1", AT),
                new JournalEntry.Behaves(
                        Optional.of("run-1"),
                        Behaviours.none()
                                .with(Behaviour.DROP_ANSWER)
                                .with(Behaviour.PENDING_MS, 0)
                                .without(Behaviour.STATUS_500)),
                new JournalEntry.Behaves(Optional.empty(), Behaviours.none()),
                new JournalEntry.Cleared(AT));
    }

    private DeploymentSettings settings() {
        return DeploymentSettings.defaults()
                .withPace(DeploymentFixture.QUICK)
                .withData(folder.resolve("journal"));
    }
}
