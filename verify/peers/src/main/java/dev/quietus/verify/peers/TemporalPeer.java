package dev.quietus.verify.peers;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.RetryOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Temporal's Java SDK on its own test server, in this process, with real time. Stopped with {@code
 * WorkflowStub.cancel()}; over when the workflow is closed.
 */
final class TemporalPeer implements Peer {
    private static final String QUEUE = "peers";

    private final TestWorkflowEnvironment environment;
    private final Effects effects;
    private final List<WorkerFactory> workers = new CopyOnWriteArrayList<>();

    /** The steps. */
    @ActivityInterface
    public interface Steps {
        /** One effect. */
        void step(String key);

        /** Eighty effects, without a heartbeat. */
        void longStep(String key);

        /** Fails once, then has one effect. */
        void failingStep(String key);
    }

    /** The work. */
    @WorkflowInterface
    public interface Flow {
        /** Does it. */
        @WorkflowMethod
        void run(String workload, String key);
    }

    /** The steps as activities. */
    public static final class StepsWithEffects implements Steps {
        private final Effects effects;
        private final Map<String, Boolean> failed = new ConcurrentHashMap<>();

        /** Reports to {@code effects}. */
        StepsWithEffects(Effects effects) {
            this.effects = effects;
        }

        @Override
        public void step(String key) {
            effects.step(key);
        }

        @Override
        public void longStep(String key) {
            effects.deafSteps(key);
        }

        @Override
        public void failingStep(String key) {
            if (failed.putIfAbsent(key, true) == null) {
                effects.ready(key);
                throw new IllegalStateException("the first attempt fails");
            }
            effects.step(key);
        }
    }

    /** The work as a workflow. */
    public static final class FlowOfSteps implements Flow {
        private final Steps steps = Workflow.newActivityStub(
                Steps.class,
                ActivityOptions.newBuilder()
                        .setStartToCloseTimeout(Duration.ofSeconds(60))
                        .setRetryOptions(RetryOptions.newBuilder()
                                .setInitialInterval(Duration.ofSeconds(2))
                                .setMaximumAttempts(3)
                                .build())
                        .build());

        @Override
        public void run(String workload, String key) {
            switch (Workload.valueOf(workload)) {
                case SHORT_STEPS -> {
                    for (int i = 0; i < STEPS; i++) {
                        steps.step(key);
                    }
                }
                case LONG_STEP -> steps.longStep(key);
                case SLEEPING -> {
                    Workflow.sleep(Duration.ofSeconds(3));
                    steps.step(key);
                }
                case QUEUED -> steps.step(key);
                case RETRYING -> steps.failingStep(key);
                case CHILD ->
                    Workflow.newChildWorkflowStub(Flow.class)
                            .run(Workload.SHORT_STEPS.name(), key);
            }
        }
    }

    TemporalPeer(Effects effects) {
        this.effects = effects;
        environment = TestWorkflowEnvironment.newInstance(TestEnvironmentOptions.newBuilder()
                .setUseTimeskipping(false)
                .build());
        work(QUEUE);
    }

    /** Starts a worker for a queue. */
    private void work(String queue) {
        WorkerFactory factory = WorkerFactory.newInstance(environment.getWorkflowClient());
        Worker worker = factory.newWorker(queue);
        worker.registerWorkflowImplementationTypes(FlowOfSteps.class);
        worker.registerActivitiesImplementations(new StepsWithEffects(effects));
        factory.start();
        workers.add(factory);
    }

    @Override
    public String name() {
        return "Temporal SDK 1.38.0, test server";
    }

    @Override
    public Work start(Workload workload, String key) {
        String queue = workload == Workload.QUEUED ? key : QUEUE;
        WorkflowStub stub = environment
                .getWorkflowClient()
                .newUntypedWorkflowStub(
                        "Flow",
                        WorkflowOptions.newBuilder()
                                .setTaskQueue(queue)
                                .setWorkflowId(key)
                                .build());
        stub.start(workload.name(), key);
        if (workload == Workload.SLEEPING) {
            Effects.pause(300);
            effects.ready(key);
        }
        return new Cancelling(stub, workload, queue);
    }

    private final class Cancelling implements Work {
        private final WorkflowStub stub;
        private final Workload workload;
        private final String queue;

        Cancelling(WorkflowStub stub, Workload workload, String queue) {
            this.stub = stub;
            this.workload = workload;
            this.queue = queue;
        }

        @Override
        public void cancel() {
            stub.cancel();
            if (workload == Workload.QUEUED) {
                Thread.ofVirtual().start(() -> {
                    Effects.pause(1_000);
                    work(queue);
                });
            }
        }

        @Override
        public boolean over() {
            return stub.describe().getStatus()
                    != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
        }
    }

    @Override
    public void close() {
        workers.forEach(WorkerFactory::shutdownNow);
        environment.close();
    }
}
