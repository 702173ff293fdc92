package dev.quietus.gateway.hook;

import dev.quietus.client.RunRegistration;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.gateway.run.Admission;
import dev.quietus.gateway.run.GatewayRun;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The agent's run, and the child runs of its subagents: each gets one, with a lease of its own,
 * when it is first heard of. Thread-safe.
 */
final class AgentRuns implements AutoCloseable {
    private static final int LONGEST_PREFIX = 130;
    /** Beyond this many subagents at a time a further one is refused: a bound, not a plan. */
    private static final int MOST = 1_000;

    private final GatewayRun main;
    private final Map<String, Subagent> subagents = new HashMap<>();
    private final Map<String, Integer> starts = new HashMap<>();
    private boolean closed;

    AgentRuns(GatewayRun main) {
        this.main = main;
    }

    /** In which run work belongs. */
    sealed interface Belonging {
        /**
         * In this one.
         *
         * @param run the run
         */
        record In(GatewayRun run) implements Belonging {}

        /**
         * In none: there is no child run, and there will be none.
         *
         * @param why the refusal
         */
        record Nowhere(Admission why) implements Belonging {}
    }

    /** The run of the agent itself. */
    GatewayRun main() {
        return main;
    }

    /** The run in which an event belongs; registers a child run where it is a new subagent's. */
    Belonging of(HookEvent event) {
        return event.agent().isEmpty()
                ? new Belonging.In(main)
                : subagent(event).belonging();
    }

    /** The run of a subagent that is known; registers none. */
    Optional<GatewayRun> known(HookEvent event) {
        if (event.agent().isEmpty()) {
            return Optional.of(main);
        }
        Optional<Subagent> found;
        synchronized (this) {
            found = Optional.ofNullable(subagents.get(key(event)));
        }
        return found.flatMap(Subagent::joined);
    }

    private Subagent subagent(HookEvent event) {
        String key = key(event);
        synchronized (this) {
            Subagent known = subagents.get(key);
            if (known != null) {
                return known;
            }
            if (closed || subagents.size() >= MOST) {
                return new Subagent(new Admission.NotRecorded(
                        closed ? "the door for hooks is closed" : "too many subagents at a time"));
            }
            int start = starts.merge(key, 1, Integer::sum);
            Subagent fresh = new Subagent(name(event, start), task(event));
            subagents.put(key, fresh);
            return fresh;
        }
    }

    private static String key(HookEvent event) {
        return event.session() + "/" + event.agent().orElse("");
    }

    private String name(HookEvent event, int start) {
        String run = main.runId();
        String prefix = run.length() > LONGEST_PREFIX ? run.substring(0, LONGEST_PREFIX) : run;
        String id = event.agent().orElse("");
        String name = prefix + "-" + event.agentType().map(Names::part).orElse("subagent") + "-"
                + Names.mark(event.session() + "/" + id);
        return start == 1 ? name : name + "-" + start;
    }

    private static Optional<String> task(HookEvent event) {
        return event.agentType().map(type -> "subagent " + Names.part(type));
    }

    /**
     * A subagent has ended: its run is completed where nothing of it is open. Heard of again, it
     * gets another run.
     */
    void ended(HookEvent event) {
        Optional<Subagent> gone;
        synchronized (this) {
            gone = Optional.ofNullable(subagents.remove(key(event)));
        }
        gone.ifPresent(Subagent::complete);
    }

    /** Completes and leaves the runs of all subagents. */
    @Override
    public void close() {
        List<Subagent> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(subagents.values());
            subagents.clear();
        }
        left.forEach(Subagent::complete);
    }

    /** One subagent. */
    private final class Subagent {
        private final String name;
        private final Optional<String> task;
        private Optional<Belonging> belonging = Optional.empty();

        Subagent(String name, Optional<String> task) {
            this.name = name;
            this.task = task;
        }

        Subagent(Admission refusal) {
            this("", Optional.empty());
            this.belonging = Optional.of(new Belonging.Nowhere(refusal));
        }

        /** Asked again, what could not be asked is asked again. */
        synchronized Belonging belonging() {
            if (belonging.filter(each -> !passing(each)).isEmpty()) {
                belonging = Optional.of(register());
            }
            return belonging.get();
        }

        private boolean passing(Belonging each) {
            return each instanceof Belonging.Nowhere(Admission why)
                    && why instanceof Admission.NotRecorded
                    && !name.isEmpty();
        }

        private Belonging register() {
            RunRegistration.Builder wish =
                    RunRegistration.builder().runId(name).parentRunId(main.runId());
            task.ifPresent(wish::taskId);
            try {
                main.server().registerRun(wish.build());
                return new Belonging.In(main.joinBelow(name));
            } catch (QuietusProblemException refused) {
                String told = String.valueOf(refused.getMessage());
                return new Belonging.Nowhere(
                        refused.status() >= 500
                                ? new Admission.NotRecorded(told)
                                : new Admission.Refused(
                                        refused.decision().orElse("not_registered"), told));
            } catch (QuietusException | IllegalStateException lost) {
                return new Belonging.Nowhere(
                        new Admission.NotRecorded(String.valueOf(lost.getMessage())));
            }
        }

        synchronized Optional<GatewayRun> joined() {
            return belonging.flatMap(each -> each instanceof Belonging.In(GatewayRun run)
                    ? Optional.of(run)
                    : Optional.empty());
        }

        void complete() {
            joined().ifPresent(run -> {
                run.close();
                try {
                    run.server().complete(run.runId());
                } catch (QuietusException | IllegalStateException notNow) {
                    // It was stopped, or work of it is open, which the record shows; its lease ends
                    // with that of the run above.
                    return;
                }
            });
        }
    }
}
