package dev.quietus.cli.mcp;

import dev.quietus.cli.exec.Beats;
import dev.quietus.cli.exec.ExecEnd;
import dev.quietus.cli.exec.PendingResult;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.FinishRequest;
import dev.quietus.client.HeartbeatRequest;
import dev.quietus.client.Outcome;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.QuietusException;
import dev.quietus.execution.unit.EndCause;
import dev.quietus.execution.unit.ExecutionUnit;
import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.UnitJournal;
import dev.quietus.execution.unit.UnitReport;
import dev.quietus.execution.unit.UnitText;
import dev.quietus.gateway.mcp.link.BytePipe;
import dev.quietus.gateway.mcp.link.ServerProcess;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * An MCP server's process as an execution unit and an operation of the run: followed while it runs,
 * and reported at its end, by itself or not. Thread-safe.
 */
final class ServerUnit implements ServerProcess {
    private static final Duration BEAT = Duration.ofSeconds(10);
    private static final Duration ASK_WITHIN = Duration.ofSeconds(5);
    /** A stop of the run is heard of here too; the gateway ends the server when it is time. */
    private static final Duration LEFT_TO_THE_GATEWAY = Duration.ofSeconds(60);
    /** A stop of the whole run may be heard of here a little earlier than there. */
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private final ExecutionUnit unit;
    private final BytePipe output;
    private final Quietus server;
    private final UnitJournal journal;
    private final UnitJournal.Entry entry;
    private final BooleanSupplier runStopped;
    private final Consumer<String> notes;
    private final CountDownLatch recorded = new CountDownLatch(1);
    private final Beats beats;
    private OptionalLong stopHeard = OptionalLong.empty();

    /**
     * A unit whose gate is open.
     *
     * @param output where its output goes
     * @param entry what is noted of it
     * @param runStopped whether the whole run was stopped
     */
    ServerUnit(
            ExecutionUnit unit,
            BytePipe output,
            Quietus server,
            UnitJournal journal,
            UnitJournal.Entry entry,
            BooleanSupplier runStopped,
            Consumer<String> notes) {
        this.unit = unit;
        this.output = output;
        this.server = server;
        this.journal = journal;
        this.entry = entry;
        this.runStopped = runStopped;
        this.notes = notes;
        beats = Beats.start(
                server,
                new HeartbeatRequest(
                        entry.run(),
                        entry.operation(),
                        entry.attempt(),
                        entry.unit().toString(),
                        Optional.empty(),
                        Optional.empty()),
                BEAT,
                this::stopRequested);
        Thread.ofPlatform().daemon().name("quietus-mcp-server-end").start(this::follow);
    }

    @Override
    public InputStream output() {
        return output.reader();
    }

    @Override
    public OutputStream input() {
        return unit.input();
    }

    /** Called with each sign of life that is answered with a stop. */
    private void stopRequested(String reason) {
        long now = System.nanoTime();
        stopHeard = OptionalLong.of(stopHeard.orElse(now));
        try {
            if (recorded.await(MOMENT.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        boolean left = now - stopHeard.getAsLong() < LEFT_TO_THE_GATEWAY.toNanos();
        if (!runStopped.getAsBoolean() || !left) {
            unit.cancel(new EndCause.StopRequested("a stop of this operation"));
        }
    }

    /** Waits for the end, by itself or not, and records it. */
    private void follow() {
        try {
            UnitReport report = unit.await();
            output.writer().close();
            record(report);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            notes.accept("the end of the server's process could not be noted: " + e);
        } finally {
            recorded.countDown();
            beats.close();
        }
    }

    private void record(UnitReport report) throws IOException {
        if (!new ExecEnd(report, Optional.empty()).proven()) {
            notes.accept("the end of the server's process is not proven: "
                    + UnitText.members(report.members()));
            return;
        }
        FinishFacts facts = FinishFacts.of(outcome(report)).withDetail(UnitText.whole(report));
        if (facts.outcome() != Outcome.SUCCEEDED) {
            facts = facts.withError(UnitText.leader(report.leader()));
        }
        journal.write(entry.with(PendingResult.noted(facts)));
        try {
            server.finish(new FinishRequest(
                    entry.run(),
                    entry.operation(),
                    entry.attempt(),
                    entry.unit().toString(),
                    facts));
            journal.delete(entry.unit());
        } catch (QuietusException | IllegalStateException notTold) {
            notes.accept("the end of the server's process is noted here and not told yet: "
                    + notTold.getMessage());
        }
    }

    private static Outcome outcome(UnitReport report) {
        if (report.leader().equals(new LeaderEnd.Exited(0))) {
            return Outcome.SUCCEEDED;
        }
        return report.cause() instanceof EndCause.OwnEnd ? Outcome.FAILED : Outcome.CANCELLED;
    }

    @Override
    public Optional<String> end(String why, Duration limit) {
        unit.cancel(new EndCause.StopRequested(why));
        try {
            Optional<UnitReport> report = unit.await(limit)
                    .filter(each -> !(each.leader() instanceof LeaderEnd.NotSeen))
                    .filter(each -> each.members().confirmed() || !each.rung().canProve());
            recorded.await(ASK_WITHIN.toSeconds(), TimeUnit.SECONDS);
            return report.map(each -> "the server's process: " + UnitText.leader(each.leader())
                    + " · " + UnitText.members(each.members()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        unit.close();
    }
}
