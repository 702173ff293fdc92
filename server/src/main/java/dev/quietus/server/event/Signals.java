package dev.quietus.server.event;

import dev.quietus.core.Wire;
import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.barrier.Selector;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.server.http.EventStream;
import dev.quietus.server.http.Request;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an agent or a worker must know of one run, said once on each connection: that work is to
 * end, that a child was stopped for good, that the lease is about to end. Derived from the record
 * at each look, so that a lost signal costs a second and nothing else.
 */
final class Signals {
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration EXPIRING = Duration.ofSeconds(60);
    private static final int CHILDREN = 1_000;

    private final Ledger ledger;
    private final Changes changes;
    private final RunId run;
    private final Set<String> said = new HashSet<>();

    Signals(Ledger ledger, Changes changes, RunId run) {
        this.ledger = ledger;
        this.changes = changes;
        this.run = run;
    }

    private record Signal(String id, String type, Map<String, Object> data) {}

    void follow(Request request, EventStream stream) throws IOException, InterruptedException {
        while (true) {
            request.requireStillAllowed();
            stream.stillThere();
            long seen = changes.version();
            boolean any = false;
            for (Signal signal : ledger.read(this::now)) {
                if (said.add(signal.id())) {
                    stream.event(signal.id(), signal.type(), signal.data());
                    any = true;
                }
            }
            if (!any) {
                changes.await(seen, LOOK);
            }
            Changes.pause();
        }
    }

    private List<Signal> now(Records records) {
        List<Signal> all = new ArrayList<>();
        List<Run> path = records.pathShared(run);
        if (path.isEmpty()) {
            return all;
        }
        Run self = path.getFirst();
        List<RunId> ids = path.stream().map(Run::id).toList();
        for (Barrier barrier : records.barriersOf(self.tree(), ids)) {
            boolean othersOperation = barrier.selector() instanceof Selector.OneOperation
                    && !barrier.run().equals(run);
            if (!othersOperation) {
                all.add(new Signal("stop:" + barrier.id(), "cancel_requested", stop(barrier)));
            }
        }
        stoppedChildren(records, self, all);
        Instant end = self.lease().validUntil();
        if (!self.lease().revoked() && !records.now().isBefore(end.minus(EXPIRING))) {
            all.add(new Signal(
                    "lease:" + Wire.time(end),
                    "lease_expiring",
                    Map.of("run_id", run.value(), "valid_until", Wire.time(end))));
        }
        return all;
    }

    private Map<String, Object> stop(Barrier barrier) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("run_id", run.value());
        data.put("barrier_id", barrier.id().value());
        data.put("stopped_run", barrier.run().value());
        data.put("selector", barrier.selector().word());
        data.put("reason", barrier.reason());
        data.put("requested_at", Wire.time(barrier.requestedAt()));
        return data;
    }

    /** A stopped child is a final answer to its parent, not a failure to be tried again. */
    private static void stoppedChildren(Records records, Run self, List<Signal> all) {
        for (Run child : records.children(self.tree(), self.id(), CHILDREN)) {
            if (child.lease().revoked()) {
                all.add(new Signal(
                        "child:" + child.id(),
                        "child_stopped",
                        Map.of(
                                "run_id",
                                self.id().value(),
                                "child_run",
                                child.id().value(),
                                "final",
                                true)));
            }
        }
    }
}
