package dev.quietus.drill.cases;

import dev.quietus.client.CheckRequest;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.peer.Peer;
import dev.quietus.drill.process.ChildProcessException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An operator makes the children of a run independent, one after the other, while another stops the
 * run: some before the stop, some after it, and some in the race between. Whoever was made
 * independent lives on and works; whoever was not is stopped.
 */
final class PromotionRace implements Exercise {
    private static final String OUTCOME = "outside_lives_inside_stops";
    private static final int CHILDREN = 9;
    private static final int BEFORE_THE_STOP = 3;
    private static final int AFTER_THE_STOP = 2;

    /** Who was made independent in time, and who was not. */
    private record Parted(List<RunAuthority> outside, List<RunAuthority> inside) {}

    @Override
    public void play(Bench bench, Findings findings) throws InterruptedException {
        Peer worker = bench.worker("worker");
        RunAuthority parent = bench.register("parent");
        List<RunAuthority> children = new ArrayList<>();
        for (int i = 0; i < CHILDREN; i++) {
            RunAuthority child = bench.registerChild(parent, "child-" + i);
            bench.accept(child, "call-" + i, bench.named("delivered-elsewhere"));
            children.add(child);
        }
        worker.awaitReady();
        CountDownLatch race = new CountDownLatch(1);
        FutureTask<JsonObject> stop = new FutureTask<>(() -> {
            race.await();
            return bench.stop(parent, "drill: a promotion races the stop");
        });
        Thread.ofVirtual().name("stop").start(stop);
        Parted parted = promoted(bench, children, race, stop);
        JsonObject barrier = done(stop);
        String outside = begun(bench, worker, children, parted.outside().getFirst());
        String inside = begun(bench, worker, children, parted.inside().getLast());
        findings.observed(
                outside.equals("allow") && inside.equals("deny_parent_revoked")
                        ? OUTCOME
                        : outside + ", " + inside);
        judge(bench, findings, parted);
        JsonObject receipt = bench.receipt(barrier, findings);
        findings.check("decision", "stopped_and_quiet", Receipts.word(receipt, "decision"));
        findings.check(
                "descendant leases revoked",
                parted.inside().size(),
                Receipts.count(receipt, "authority", "descendant_leases_revoked"));
        findings.check(
                "queued calls cancelled",
                parted.inside().size(),
                Receipts.count(receipt, "work", "queued_cancelled"));
        outlives(bench, findings, children, parted);
    }

    private static Parted promoted(
            Bench bench, List<RunAuthority> children, CountDownLatch race, FutureTask<?> stop)
            throws InterruptedException {
        Parted parted = new Parted(new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < CHILDREN; i++) {
            if (i == BEFORE_THE_STOP) {
                race.countDown();
            }
            if (i == CHILDREN - AFTER_THE_STOP) {
                done(stop);
            }
            RunAuthority child = children.get(i);
            try {
                bench.secondOperator().promote(child.runId(), "drill: it lives on");
                parted.outside().add(child);
            } catch (QuietusProblemException refused) {
                if (!refused.decision().filter("deny_parent_revoked"::equals).isPresent()) {
                    throw refused;
                }
                parted.inside().add(child);
            }
        }
        return parted;
    }

    private static <T> T done(FutureTask<T> stop) throws InterruptedException {
        try {
            return stop.get(Bench.SOON.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new ChildProcessException("the stop was not answered: " + failed, failed);
        }
    }

    private static String call(Bench bench, List<RunAuthority> children, RunAuthority child) {
        return bench.named("call-" + children.indexOf(child));
    }

    private static String begun(
            Bench bench, Peer worker, List<RunAuthority> children, RunAuthority child)
            throws InterruptedException {
        JsonObject message = bench.message(child, call(bench, children, child));
        return worker.ask("begin", JsonObject.builder().put("message", message), Bench.SOON)
                .string("decision");
    }

    private static void judge(Bench bench, Findings findings, Parted parted) {
        findings.check(
                "at least so many were made independent before the stop",
                true,
                parted.outside().size() >= BEFORE_THE_STOP);
        findings.check(
                "at least so many were refused after it",
                true,
                parted.inside().size() >= AFTER_THE_STOP);
        for (RunAuthority child : parted.outside()) {
            findings.check("decision for " + child.runId(), "allow", checked(bench, child));
        }
        for (RunAuthority child : parted.inside()) {
            findings.check(
                    "decision for " + child.runId(), "deny_parent_revoked", checked(bench, child));
        }
    }

    private static String checked(Bench bench, RunAuthority child) {
        return bench.operator()
                .check(CheckRequest.ofTool(
                        child.runId(), child.lease(), child.revocationEpoch(), DrillProvider.TOOL))
                .decision();
    }

    /** The work of one that lives on comes to its own end; then all of them are stopped, too. */
    private static void outlives(
            Bench bench, Findings findings, List<RunAuthority> children, Parted parted)
            throws InterruptedException {
        RunAuthority living = parted.outside().getFirst();
        bench.awaitOperation(
                living.runId(),
                call(bench, children, living),
                "succeeded",
                found -> found.string("state").equals("succeeded"));
        findings.check(
                "effects of one that lives on",
                1,
                bench.truth().effects(living.runId()).size());
        for (RunAuthority child : parted.inside()) {
            QueuedCall.ground(bench, findings, child.runId());
        }
        for (RunAuthority child : parted.outside()) {
            bench.stop(child, "drill: the end");
        }
    }
}
