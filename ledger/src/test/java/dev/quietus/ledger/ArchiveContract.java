package dev.quietus.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.ledger.CanonicalJson;
import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.Digests;
import dev.quietus.core.ledger.EventDraft;
import dev.quietus.core.ledger.EventType;
import dev.quietus.core.ledger.StrictJson;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.RunState;
import dev.quietus.core.run.TreeId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

abstract class ArchiveContract {
    @RegisterExtension
    final TestingLedger ledger;

    @TempDir
    Path directory;

    ArchiveContract(Engine engine) {
        ledger = new TestingLedger(engine);
    }

    private static final Instant LATER = Samples.AT.plusSeconds(60);

    /** A run that was stopped, settled and certified. */
    private Barrier certified(String id) {
        Run run = Samples.root(id).withState(RunState.CANCELLED, Optional.of(Samples.AT));
        Barrier barrier = closed(Samples.everything(Samples.root(id)));
        ledger.run(records -> {
            records.insert(run);
            records.insert(Samples.operation(
                    run, "op", Samples.work("t", "k"), ExecutionState.CANCELLED_BEFORE_START));
            records.insert(barrier);
            records.insert(receipt(barrier));
            for (int i = 0; i < 3; i++) {
                records.append(
                        run.tree(),
                        EventDraft.of(EventType.RUN_REGISTERED, run.id()).with("n", (long) i));
            }
        });
        return barrier;
    }

    private static Barrier closed(Barrier open) {
        return new Barrier(
                open.id(),
                open.tree(),
                open.run(),
                open.selector(),
                open.requestedAt(),
                open.requestedBy(),
                open.reason(),
                open.newEpoch(),
                open.settleTimeout(),
                open.minimumQuiet(),
                BarrierState.CERTIFIED,
                open.claim(),
                open.lamps(),
                open.lastActivityAt(),
                open.tally(),
                1,
                Optional.of(Samples.AT),
                open.nextStepAt());
    }

    private static IssuedReceipt receipt(Barrier barrier) {
        return new IssuedReceipt(
                barrier.tree(),
                barrier.run(),
                barrier.id(),
                1,
                "stopped_and_quiet",
                Samples.AT,
                "key-1",
                "{\"signed\":true}");
    }

    private LedgerArchive.Archived archive(Instant before) {
        return LedgerArchive.archive(ledger.ledger(), before, directory, tree -> {});
    }

    private List<EventRow> events(String tree) {
        return ledger.ledger().queries().events(new TreeId(tree), Optional.empty(), 0, 10);
    }

    @Test
    void takesACertifiedTreeOutAndKeepsItsReceiptAndItsHead() throws Exception {
        Barrier barrier = certified("done");
        List<EventRow> before = events("done");
        ChainHead head = head();

        assertThat(archive(LATER)).isEqualTo(new LedgerArchive.Archived(1, 3));

        assertThat(events("done")).isEmpty();
        assertThat(ledger.find(records -> records.newestReceipt(barrier.id())))
                .contains(receipt(barrier));
        assertThat(head()).isEqualTo(head);
        assertThat(ledger.find(records -> records.run(barrier.run()))).isPresent();
        assertThat(LedgerVerification.verify(ledger.ledger()).findings()).isEmpty();
        Path files = directory.resolve(ArchivedTree.name(new TreeId("done")));
        assertThat(Files.readAllLines(files.resolve(ArchivedTree.EVENTS)))
                .isEqualTo(before.stream()
                        .map(row -> CanonicalJson.write(row.event().shown()))
                        .toList());
        Map<String, Object> manifest = StrictJson.object(
                Files.readString(files.resolve(ArchivedTree.MANIFEST)).strip(), 2);
        assertThat(manifest).containsEntry("head_hash", head.hash());
        Map<?, ?> digests = (Map<?, ?>) manifest.getOrDefault("sha256", Map.of());
        assertThat(digests).hasSize(ArchivedTree.FILES.size() - 1);
        digests.forEach(
                (name, digest) -> assertThat(Digests.sha256(bytes(files.resolve(name.toString()))))
                        .isEqualTo(digest));
        assertThat(Files.readString(files.resolve("operations.jsonl"))).contains("\"op\"");
        assertThat(Files.readString(files.resolve("receipts.jsonl"))).contains("stopped_and_quiet");
    }

    @Test
    void writesEveryRowOfATreeThatIsLargerThanAPage() throws Exception {
        certified("done");
        Run run = ledger.find(records -> records.run(new RunId("done"))).orElseThrow();
        int most = 2 * ArchivedTree.AT_ONCE + 1;
        ledger.run(records -> {
            for (int i = 1; i < most; i++) {
                records.insert(Samples.operation(
                        run,
                        "op-" + i,
                        Samples.work("t", "k-" + i),
                        ExecutionState.CANCELLED_BEFORE_START));
            }
        });
        archive(LATER);
        Path files = directory.resolve(ArchivedTree.name(new TreeId("done")));
        assertThat(Files.readAllLines(files.resolve("operations.jsonl")))
                .extracting(line -> StrictJson.object(line, 2).get("operation_id"))
                .doesNotHaveDuplicates()
                .hasSize(most)
                .contains("op", "op-1", "op-500", "op-1000");
        assertThat(ledger.ledger()
                        .queries()
                        .operations(new RunId("done"), Optional.empty(), Optional.empty(), 10))
                .isEmpty();
    }

    private ChainHead head() {
        return ledger.read(records -> records.head(new TreeId("done")));
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void goesOnWithTheChainOfAnArchivedTree() {
        certified("done");
        archive(LATER);
        ledger.run(records -> records.append(
                new TreeId("done"), EventDraft.of(EventType.STOP_REPEATED, new RunId("done"))));
        assertThat(events("done")).extracting(row -> row.event().seq()).containsExactly(4L);
        assertThat(LedgerVerification.verify(ledger.ledger()).findings()).isEmpty();
        assertThat(archive(LATER.plusSeconds(999))).isEqualTo(new LedgerArchive.Archived(0, 0));
    }

    @Test
    void leavesEveryTreeInWhichSomethingCanMove() {
        ledger.run(records -> {
            Run running = Samples.root("running");
            records.insert(running);
            Run stopped = Samples.root("open-stop")
                    .withState(RunState.CANCELLED, Optional.of(Samples.AT));
            records.insert(stopped);
            records.insert(Samples.everything(Samples.root("open-stop")));
            Run unsettled = Samples.root("unsettled")
                    .withState(RunState.COMPLETED, Optional.of(Samples.AT));
            records.insert(unsettled);
            records.insert(Samples.running(unsettled, "runs"));
            for (Run run : List.of(running, stopped, unsettled)) {
                records.append(run.tree(), EventDraft.of(EventType.RUN_REGISTERED, run.id()));
            }
        });
        assertThat(archive(LATER)).isEqualTo(new LedgerArchive.Archived(0, 0));
        for (String tree : List.of("running", "open-stop", "unsettled")) {
            assertThat(events(tree)).hasSize(1);
        }
    }

    @Test
    void leavesWhatIsNotOldEnough() {
        certified("done");
        assertThat(archive(Samples.AT)).isEqualTo(new LedgerArchive.Archived(0, 0));
        assertThat(archive(Samples.AT.plusMillis(1)).trees()).isEqualTo(1);
    }

    @Test
    void letsReadersOfAllEventsPassOverWhatIsGone() {
        certified("first");
        certified("second");
        ledger.clock.move(Duration.ofMinutes(5));
        Run live = Samples.root("live");
        ledger.run(records -> {
            records.insert(live);
            records.append(live.tree(), EventDraft.of(EventType.RUN_REGISTERED, live.id()));
        });
        assertThat(archive(LATER).trees()).isEqualTo(2);
        List<String> seen = new ArrayList<>();
        ledger.ledger()
                .queries()
                .eventsAfterPosition(0, 100)
                .forEach(row -> seen.add(row.event().tree().value()));
        assertThat(seen).containsExactly("live");
    }
}
