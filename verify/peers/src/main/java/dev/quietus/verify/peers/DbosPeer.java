package dev.quietus.verify.peers;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Queue;
import dev.dbos.transact.workflow.StepOptions;
import dev.dbos.transact.workflow.Workflow;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * DBOS Transact in this process, on a PostgreSQL that syncs. Stopped with {@code
 * DBOS.cancelWorkflow(id, true)}, which includes children; over when the workflow's status is no
 * active one.
 */
final class DbosPeer implements Peer {
    private static final String QUEUE = "one-at-a-time";

    private final EmbeddedPostgres postgres;
    private final DBOS dbos;
    private final Flow flow;
    private final Effects effects;

    /** The work. */
    public interface Flow {
        /** Does it. */
        void run(String workload, String key);

        /** Keeps the queue busy until somebody says that it is free. */
        void busy(String key);
    }

    /** The work as workflows. */
    public static final class FlowOfSteps implements Flow {
        private final DBOS dbos;
        private final Effects effects;
        private final Map<String, Boolean> failed = new ConcurrentHashMap<>();
        private @Nullable Flow self;

        FlowOfSteps(DBOS dbos, Effects effects) {
            this.dbos = dbos;
            this.effects = effects;
        }

        @Override
        @Workflow
        public void run(String workload, String key) {
            switch (Workload.valueOf(workload)) {
                case SHORT_STEPS -> {
                    for (int i = 0; i < STEPS; i++) {
                        dbos.runStep(() -> effects.step(key), "step");
                    }
                }
                case LONG_STEP -> dbos.runStep(() -> effects.deafSteps(key), "step");
                case SLEEPING -> {
                    effects.ready(key);
                    dbos.sleep(Duration.ofSeconds(3));
                    dbos.runStep(() -> effects.step(key), "step");
                }
                case QUEUED -> dbos.runStep(() -> effects.step(key), "step");
                case RETRYING ->
                    dbos.runStep(
                            () -> failing(key),
                            new StepOptions("step")
                                    .withMaxAttempts(3)
                                    .withRetryInterval(Duration.ofSeconds(2)));
                case CHILD -> child(key);
            }
        }

        private void child(String key) {
            Flow proxy = self;
            if (proxy == null) {
                throw new IllegalStateException("the workflow was not registered");
            }
            try {
                dbos.startWorkflow(
                                () -> proxy.run(Workload.SHORT_STEPS.name(), key),
                                new StartWorkflowOptions(key + "-child"))
                        .getResult();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        private void failing(String key) {
            if (failed.putIfAbsent(key, true) == null) {
                effects.ready(key);
                throw new IllegalStateException("the first attempt fails");
            }
            effects.step(key);
        }

        @Override
        @Workflow
        public void busy(String key) {
            while (effects.of(key + "-free").isEmpty()) {
                Effects.pause(20);
            }
        }
    }

    DbosPeer(Effects effects) throws IOException {
        this.effects = effects;
        postgres = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        dbos = new DBOS(DBOSConfig.defaults("peers")
                .withDatabaseUrl("jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres")
                .withDbUser("postgres")
                .withDbPassword("postgres"));
        FlowOfSteps steps = new FlowOfSteps(dbos, effects);
        flow = dbos.registerProxy(Flow.class, steps);
        steps.self = flow;
        dbos.registerQueue(new Queue(QUEUE).withConcurrency(1));
        dbos.launch();
    }

    @Override
    public String name() {
        return "DBOS 1.1.0-m6, PostgreSQL 18.6";
    }

    @Override
    public Work start(Workload workload, String key) {
        StartWorkflowOptions options = new StartWorkflowOptions(key);
        if (workload == Workload.QUEUED) {
            dbos.startWorkflow(
                    () -> flow.busy(key), new StartWorkflowOptions(key + "-busy").withQueue(QUEUE));
            Effects.pause(1_500);
            options = options.withQueue(QUEUE);
        }
        dbos.startWorkflow(() -> flow.run(workload.name(), key), options);
        return new Cancelling(workload, key);
    }

    private final class Cancelling implements Work {
        private final Workload workload;
        private final String key;

        Cancelling(Workload workload, String key) {
            this.workload = workload;
            this.key = key;
        }

        @Override
        public void cancel() {
            dbos.cancelWorkflow(key, true);
            if (workload == Workload.QUEUED) {
                Thread.ofVirtual().start(() -> {
                    Effects.pause(1_000);
                    effects.happened(key + "-free");
                });
            }
        }

        @Override
        public boolean over() {
            return dbos.getWorkflowStatus(key)
                    .filter(status -> !status.status().isActive())
                    .isPresent();
        }
    }

    @Override
    public void close() {
        dbos.shutdown();
        try {
            postgres.close();
        } catch (IOException e) {
            System.err.println("PostgreSQL did not end: " + e.getMessage());
        }
    }
}
