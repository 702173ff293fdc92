package dev.quietus.core;

import dev.quietus.core.authority.RegisterRun;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.barrier.StopRun;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.ledger.TestingLedger;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.OperationId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.Capabilities;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.run.LeaseId;
import dev.quietus.core.run.RunId;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What is asked for in a few words. */
public final class Requests {
    private Requests() {}

    /** What registers a root run that may do everything. */
    public static RegisterRun registration(String id) {
        return registering(id, Optional.empty(), Optional.of(Capabilities.of("*")), Map.of());
    }

    /** What registers a run. */
    public static RegisterRun registering(
            String id,
            Optional<RunId> parent,
            Optional<Capabilities> capabilities,
            Map<String, String> labels) {
        return new RegisterRun(
                new RunId(id),
                parent,
                Optional.empty(),
                Optional.of("owner-of-" + id),
                capabilities,
                Optional.empty(),
                labels,
                Optional.empty(),
                new LeaseId("lease-" + id),
                "operator:thomas",
                Duration.ofHours(2));
    }

    /** What a worker reports. */
    public static FinishOperation.Report report(
            Attempt.Outcome outcome, Attempt.ReportedEffect effect) {
        return new FinishOperation.Report(
                outcome,
                effect,
                Attempt.Sent.NOT_REPORTED,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** What stops a run. */
    public static StopRun stopping(
            String run, Selector selector, Optional<Duration> settle, Optional<Duration> quiet) {
        return new StopRun(
                new RunId(run),
                selector,
                "wrong_commit_detected",
                "operator:thomas",
                settle,
                quiet);
    }

    /** A selector of tools. */
    public static Selector tools(String pattern) {
        return new Selector.Tools(new CapabilityPattern(pattern));
    }

    /** A selector of one operation. */
    public static Selector one(String operation) {
        return new Selector.OneOperation(new OperationId(operation));
    }

    /** Ledger time so many seconds after the test began. */
    public static Instant at(long seconds) {
        return TestingLedger.START.plusSeconds(seconds);
    }

    /** An id in its two parts. */
    public static OperationKey key(String written) {
        String[] parts = written.split("/", 2);
        return OperationKey.of(parts[0], parts[1]);
    }
}
