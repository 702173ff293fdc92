package dev.quietus.verify.bench;

import dev.quietus.core.Invariant;
import dev.quietus.core.authority.Claimed;
import dev.quietus.core.authority.RegisterRun;
import dev.quietus.core.dispatch.AcceptOperation;
import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.operation.Effects;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.operation.Work;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.Capabilities;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.LeaseId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.ledger.SqliteLedger;
import dev.quietus.ledger.SqliteSettings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A ledger in a new file, and the transactions that are measured on it. */
final class MeasuredLedger implements AutoCloseable {
    static final WorkerId WORKER = new WorkerId("jmh");

    private final Path folder;
    private final SqliteLedger ledger;

    MeasuredLedger() {
        try {
            folder = Files.createTempDirectory("quietus-jmh");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ledger = SqliteLedger.open(SqliteSettings.of(folder.resolve("ledger.db")));
    }

    SqliteLedger ledger() {
        return ledger;
    }

    /** Registers a run that may do everything its parent may. */
    RunId register(String id, Optional<RunId> parent) {
        RegisterRun.Answer answer = ledger.write(new RegisterRun(
                new RunId(id),
                parent,
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Capabilities(List.of(new CapabilityPattern("*")))),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                new LeaseId("lease-" + id),
                "jmh",
                Duration.ofHours(1)));
        Invariant.check(answer instanceof RegisterRun.Registered, "%s", answer);
        return new RunId(id);
    }

    /** Takes an operation in and returns it. */
    Operation accept(RunId run, String id) {
        AcceptOperation.Answer answer =
                ledger.write(new AcceptOperation(key(run, id), work(id), Claimed.NOTHING, "jmh"));
        if (answer instanceof AcceptOperation.Accepted(var operation, var _)) {
            return operation;
        }
        throw new IllegalStateException(answer.toString());
    }

    /** The run and those above it. */
    List<Run> path(RunId run) {
        return ledger.read(records -> records.pathShared(run));
    }

    static OperationKey key(RunId run, String id) {
        return new OperationKey(run, new OperationId(id));
    }

    private static Work work(String id) {
        return new Work(
                OperationKind.TOOL_CALL,
                new ToolName("bench.call"),
                Effects.NONE,
                Optional.empty(),
                Optional.empty(),
                new IdempotencyKey(id),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false);
    }

    /** The transaction that takes an operation in and begins it. */
    static BeginOperation begin(RunId run, String id) {
        return new BeginOperation(
                key(run, id),
                Optional.of(work(id)),
                Claimed.NOTHING,
                WORKER,
                new RequestId(id),
                Duration.ofSeconds(60));
    }

    @Override
    public void close() {
        ledger.close();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
