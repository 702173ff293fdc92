package dev.quietus.drill.cases;

import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.JsonObject;
import dev.quietus.drill.peer.Peer;

/**
 * A child run's agent holds no connection by which it could hear anything, and the agent of its
 * parent is killed: nobody can tell the child. Its next call is refused where authority is checked.
 */
final class UntoldChild implements Exercise {
    private static final String OUTCOME = "deny_on_gateway_authority_check";

    @Override
    public void play(Bench bench, Findings findings) throws InterruptedException {
        RunAuthority parent = bench.register("parent");
        Peer parentAgent = bench.agent("parent-agent", parent);
        RunAuthority child = bench.child(parentAgent, "child");
        Peer childAgent = bench.deafAgent("child-agent", child).awaitReady();
        parentAgent.kill();
        JsonObject barrier = bench.stop(parent, "drill: the child misses the notification");
        findings.check(
                "the parent's agent is there", false, parentAgent.process().isAlive());
        JsonObject answer = childAgent.ask(
                "begin",
                JsonObject.builder()
                        .put("operation_id", bench.named("call"))
                        .put("tool", DrillProvider.TOOL),
                Bench.SOON);
        JsonObject check = Receipts.part(Receipts.part(answer, "problem"), "child_dispatch_check");
        boolean sent = check.optionalBool("external_call_sent").orElse(true);
        String decision = answer.string("decision");
        findings.observed(decision.equals("deny_parent_revoked") && !sent ? OUTCOME : decision);
        findings.check("decision of the check", "deny_parent_revoked", decision);
        findings.check("external_call_sent", false, sent);
        findings.check(
                "parent_lease_status", "revoked", Receipts.word(check, "parent_lease_status"));
        findings.check("child_run", child.runId(), Receipts.word(check, "child_run"));
        findings.check("the child's agent heard of a stop", false, heard(childAgent));
        QueuedCall.ground(bench, findings, child.runId());
        JsonObject receipt = bench.receipt(barrier, findings);
        findings.check(
                "descendant leases revoked",
                1,
                Receipts.count(receipt, "authority", "descendant_leases_revoked"));
    }

    private static boolean heard(Peer agent) {
        return agent.poll("stop_heard").isPresent();
    }
}
