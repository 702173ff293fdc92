package dev.quietus.verify.simulation;

import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.settlement.CancelAnswer;
import dev.quietus.core.settlement.Observation;
import dev.quietus.core.settlement.ProviderCall;
import dev.quietus.core.settlement.ProviderProfile;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A system that does exactly what a scenario says, and by itself nothing. */
final class ScriptedService extends Service {
    /** What it answers when it is asked to cancel. */
    enum Manner {
        /** It says yes and ends the job without effect. */
        OBEYS,
        /** It says yes and goes on. */
        SAYS_YES,
        /** It says no. */
        REFUSES
    }

    private enum Job {
        RUNS,
        COMMITTED,
        ENDED
    }

    private final Map<OperationKey, Job> jobs = new HashMap<>();
    private Manner manner = Manner.OBEYS;

    ScriptedService(World world, ProviderProfile profile) {
        super(world, profile);
    }

    void manner(Manner next) {
        manner = next;
    }

    @Override
    boolean arrive(OperationKey key, int attempt) {
        jobs.putIfAbsent(key, Job.RUNS);
        return true;
    }

    void commit(OperationKey key) {
        jobs.put(key, Job.COMMITTED);
    }

    void end(OperationKey key) {
        jobs.put(key, Job.ENDED);
    }

    private Optional<Job> job(OperationKey key) {
        return Optional.ofNullable(jobs.get(key));
    }

    @Override
    boolean happened(OperationKey key) {
        return job(key).filter(Job.COMMITTED::equals).isPresent();
    }

    @Override
    CancelAnswer cancel(ProviderCall call) {
        if (health() != Health.WORKS) {
            return new CancelAnswer.NotAnswered("HTTP 503");
        }
        if (job(call.key()).filter(job -> job != Job.RUNS).isPresent()) {
            return new CancelAnswer.AlreadyEnded("HTTP 410");
        }
        return switch (manner) {
            case OBEYS -> {
                jobs.replace(call.key(), Job.ENDED);
                yield new CancelAnswer.Accepted("HTTP 202");
            }
            case SAYS_YES -> new CancelAnswer.Accepted("HTTP 202");
            case REFUSES -> new CancelAnswer.Refused("HTTP 409");
        };
    }

    @Override
    Observation observe(ProviderCall call) {
        if (health() != Health.WORKS) {
            return new Observation.NotKnown(0, "HTTP 503");
        }
        Optional<Job> job = job(call.key());
        Observation.JobState state = job.map(known -> profile().showsEnd() && known != Job.RUNS
                        ? Observation.JobState.ENDED
                        : Observation.JobState.SEEN)
                .orElse(Observation.JobState.NOT_SHOWN);
        return happened(call.key())
                ? new Observation.Present(Optional.of("effect"), "0".repeat(64), state, "there")
                : new Observation.Absent(state, "nothing there");
    }
}
