package dev.quietus.verify.crash;

import java.util.ArrayList;
import java.util.List;

/**
 * A named step of the server's work: the methods that are entered one after the other on one thread
 * until it is reached.
 *
 * @param name what people call it
 * @param way the methods; the last one is where the server is killed
 */
record Step(String name, List<Point> way) {
    private static final String CORE = "dev.quietus.core.";
    private static final String LEDGER = "dev.quietus.ledger.";
    /** Whether every step is tried, or one of those that leave the same on the disk. */
    private static final boolean ALL = "all".equals(System.getProperty("quietus.crash"));

    private static final Point COMMIT = new Point(LEDGER + "Session", "commit", 1);
    private static final Point ANSWER = new Point(LEDGER + "Command", "answer", 1);

    /**
     * The entry of a method.
     *
     * @param className the class, as the virtual machine names it
     * @param method the method; every one of this name
     * @param hit the how manieth entry counts
     */
    record Point(String className, String method, int hit) {}

    private static Point apply(String transaction) {
        return new Point(CORE + transaction, "apply", 1);
    }

    /** After a transaction is committed, before it is answered. */
    private static Step after(String name, String transaction) {
        return new Step(name + ", after its commit", List.of(apply(transaction), COMMIT, ANSWER));
    }

    /** The same, and before it is committed. */
    private static List<Step> around(String name, String transaction) {
        return List.of(
                new Step(name + ", before its commit", List.of(apply(transaction), COMMIT)),
                after(name, transaction));
    }

    /** The same; what is undone by the kill is like the step before, and tried on request only. */
    private static List<Step> behind(String name, String transaction) {
        return ALL ? around(name, transaction) : List.of(after(name, transaction));
    }

    /** The entry of a method that is no transaction. */
    private static Step at(String name, String className, String method, int hit) {
        return new Step(name, List.of(new Point(className, method, hit)));
    }

    /** The steps of a run, its work and its stop at which a server is killed. */
    static List<Step> ofAStop() {
        List<Step> all = new ArrayList<>();
        all.addAll(behind("accept", "dispatch.AcceptOperation"));
        all.addAll(behind("begin", "dispatch.BeginOperation"));
        all.addAll(behind("finish", "dispatch.FinishOperation"));
        all.addAll(around("stop", "barrier.StopRun"));
        all.addAll(behind("claim of the barrier", "barrier.ClaimBarrier"));
        all.addAll(behind("sweep", "barrier.SweepScope"));
        all.addAll(behind("request to cancel", "settlement.RecordCancel$Request"));
        String provider = "dev.quietus.server.provider.HttpProvider";
        all.add(at("call to cancel", provider, "cancel", 1));
        all.addAll(behind("answer to cancel", "settlement.RecordCancel$Answer"));
        all.add(at("call to observe", provider, "observe", 1));
        all.addAll(behind("observation", "settlement.RecordObservation"));
        all.add(at("call to confirm", provider, "observe", 2));
        all.addAll(around("receipt", "receipt.CertifyBarrier"));
        if (ALL) {
            all.addAll(around("register", "authority.RegisterRun"));
            all.addAll(around("heartbeat", "dispatch.Heartbeat"));
            all.addAll(around("release of the barrier", "barrier.ClaimBarrier$Release"));
        }
        return all;
    }

    /** Those of which each ledger has its own way; over PostgreSQL a claim has to run out. */
    static List<Step> ofEachLedger() {
        if (ALL) {
            return ofAStop();
        }
        return List.of(
                after("begin", "dispatch.BeginOperation"),
                after("stop", "barrier.StopRun"),
                after("observation", "settlement.RecordObservation"),
                after("receipt", "receipt.CertifyBarrier"));
    }

    /** The steps of making the tables of a new ledger. */
    static List<Step> ofAMigration() {
        List<Step> all = new ArrayList<>();
        all.add(at("migration, before it begins", LEDGER + "SchemaVersion", "migrate", 1));
        String executor = "org.flywaydb.core.internal.sqlscript.DefaultSqlScriptExecutor";
        for (int statement : ALL ? new int[] {1, 7, 20} : new int[] {7}) {
            all.add(at(
                    "migration, statement " + statement, executor, "executeStatement", statement));
        }
        all.add(at(
                "migration, before it is written down",
                "org.flywaydb.core.internal.schemahistory.JdbcTableSchemaHistory",
                "doAddAppliedMigration",
                1));
        return all;
    }

    @Override
    public String toString() {
        return name;
    }
}
