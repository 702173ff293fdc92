package dev.quietus.drill.cases;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.peer.Peer;

import java.util.List;

/**
 * An agent goes on to create child runs while its run is stopped. A child is inside the stop, or it
 * is never made: none is outside.
 */
final class ChildDuringStop implements Exercise {
    private static final int MOST = 2_000;
    private static final int BEFORE_THE_STOP = 5;

    @Override
    public void play(Bench bench, Findings findings) throws InterruptedException {
        RunAuthority parent = bench.register("parent");
        Peer agent = bench.agent("agent", parent).awaitReady();
        long telling = agent.tell(
                "children",
                JsonObject.builder().put("prefix", bench.named("child")).put("most", MOST));
        for (int i = 0; i < BEFORE_THE_STOP; i++) {
            agent.await("child_made", Bench.SOON);
        }
        JsonObject barrier = bench.stop(parent, "drill: a child is made during the stop");
        JsonObject told = agent.answer(telling, "children", Bench.SOON);
        List<String> made = told.array("made").strings();
        findings.check(
                "the last child is refused", "deny_parent_revoked", Receipts.word(told, "refusal"));
        boolean inside = true;
        for (String child : List.of(made.getFirst(), made.getLast())) {
            JsonObject begun = agent.ask(
                    "begin",
                    JsonObject.builder()
                            .put("run_id", child)
                            .put("operation_id", child + "-call")
                            .put("tool", DrillProvider.TOOL),
                    Bench.SOON);
            findings.check("begin of " + child, "deny_parent_revoked", begun.string("decision"));
            inside &= begun.string("decision").equals("deny_parent_revoked");
            QueuedCall.ground(bench, findings, child);
        }
        JsonObject receipt = bench.receipt(barrier, findings);
        long revoked = Receipts.count(receipt, "authority", "descendant_leases_revoked");
        findings.observed(
                inside && revoked == made.size()
                        ? "denied_or_inside"
                        : made.size() + " made, " + revoked + " revoked");
        findings.check("children made that are revoked", made.size(), revoked);
        findings.check("active leases", 0, Receipts.count(receipt, "authority", "active_leases"));
        findings.check("decision", "stopped_and_quiet", Receipts.word(receipt, "decision"));
    }
}
