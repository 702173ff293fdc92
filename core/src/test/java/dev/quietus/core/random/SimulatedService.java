package dev.quietus.core.random;

import dev.quietus.core.authority.Authority;
import dev.quietus.core.ledger.TestingLedger;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.settlement.CancelAnswer;
import dev.quietus.core.settlement.Observation;
import dev.quietus.core.settlement.Provider;
import dev.quietus.core.settlement.ProviderCall;
import dev.quietus.core.settlement.ProviderName;
import dev.quietus.core.settlement.ProviderProfile;
import dev.quietus.core.settlement.RecoveryAnswer;
import dev.quietus.core.settlement.RecoveryPath;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A service that does jobs, commits or fails them when it likes, and can be unreachable. It never
 * lies, but it says yes to a cancel of a job it never saw, may commit shortly after a yes, and
 * shows an effect with a lag; both together stay below its quiet period. Only a rogue one does not
 * keep its own quiet period.
 */
final class SimulatedService implements Provider {
    private static final Duration QUIET = Duration.ofSeconds(10);
    private static final Duration SETTLE = Duration.ofSeconds(20);
    private static final Duration REOBSERVE = Duration.ofSeconds(15);
    private static final int LAG_MILLIS = 4_900;
    private static final int LONGEST_JOB_MILLIS = 40_000;

    private final ProviderProfile profile;
    private final TestingLedger ledger;
    private final SplittableRandom random;
    private final boolean showsSeen;
    private final int lagMillis;
    private final List<Job> jobs = new ArrayList<>();
    private boolean healthy = true;

    /** One request that arrived. */
    private static final class Job {
        final OperationKey key;
        final String name;
        final boolean commits;
        final Duration lag;
        Instant endsAt;
        boolean cancelled;
        boolean taken;

        Job(OperationKey key, String name, boolean commits, Duration lag, Instant endsAt) {
            this.key = key;
            this.name = name;
            this.commits = commits;
            this.lag = lag;
            this.endsAt = endsAt;
        }

        boolean ended(Instant now) {
            return cancelled || !now.isBefore(endsAt);
        }

        boolean committed(Instant now) {
            return commits && !cancelled && !now.isBefore(endsAt);
        }

        boolean visible(Instant now) {
            return commits && !cancelled && !now.isBefore(endsAt.plus(lag));
        }
    }

    SimulatedService(String name, TestingLedger ledger, SplittableRandom random, boolean rogue) {
        this.lagMillis = rogue ? 8 * LAG_MILLIS : LAG_MILLIS;
        this.ledger = ledger;
        this.random = random;
        boolean owner = random.nextBoolean();
        this.showsSeen = random.nextBoolean();
        this.profile = new ProviderProfile(
                new ProviderName(name),
                List.of(new CapabilityPattern(name + ".*")),
                QUIET,
                SETTLE,
                REOBSERVE,
                owner ? Optional.of("team-" + name) : Optional.empty(),
                random.nextInt(5) > 0,
                random.nextInt(8) > 0,
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextInt(4) == 0,
                random.nextBoolean()
                        ? Optional.of(new RecoveryPath("DELETE it", Optional.empty()))
                        : Optional.empty());
    }

    @Override
    public ProviderProfile profile() {
        return profile;
    }

    /** A worker's request arrives; a service that fences asks whether its stamp is stale. */
    void arrive(OperationKey key, int attempt) {
        boolean stale = ledger.read(records -> Authority.revoked(records.pathShared(key.run())));
        if (profile.fencesEpoch() && stale) {
            return;
        }
        jobs.add(new Job(
                key,
                jobName(key, attempt),
                random.nextInt(3) > 0,
                Duration.ofMillis(random.nextInt(lagMillis)),
                ledger.now().plusMillis(1 + random.nextInt(LONGEST_JOB_MILLIS))));
    }

    static String jobName(OperationKey key, int attempt) {
        return "job-" + key.operation() + "-" + attempt;
    }

    private Optional<Job> latest(OperationKey key) {
        return jobs.stream().filter(job -> job.key.equals(key)).reduce((one, next) -> next);
    }

    private Optional<Job> named(ProviderCall call) {
        return call.providerJob().isPresent()
                ? jobs.stream()
                        .filter(job -> job.name.equals(call.providerJob().get()))
                        .findFirst()
                : latest(call.key());
    }

    /** Whether nothing of this operation runs here any more. */
    boolean idle(OperationKey key) {
        return jobs.stream()
                .filter(job -> job.key.equals(key))
                .allMatch(job -> job.ended(ledger.now()));
    }

    /** Whether this attempt's job is over, or about to be; its worker may not know how it ended. */
    boolean over(OperationKey key, int attempt) {
        return jobs.stream()
                .filter(job -> job.name.equals(jobName(key, attempt)) && job.key.equals(key))
                .anyMatch(job -> job.taken || job.ended(ledger.now()));
    }

    /** The truth, whatever is shown. */
    boolean happened(OperationKey key) {
        Instant now = ledger.now();
        return jobs.stream().anyMatch(job -> job.key.equals(key) && job.committed(now));
    }

    void healthy(boolean works) {
        healthy = works;
    }

    @Override
    public CancelAnswer cancel(ProviderCall call) {
        if (!healthy && random.nextBoolean()) {
            return new CancelAnswer.NotAnswered("connection refused");
        }
        Optional<Job> found = named(call);
        CancelAnswer answer =
                found.isEmpty() ? new CancelAnswer.Accepted("HTTP 202") : cancel(found.get());
        return healthy ? answer : new CancelAnswer.NotAnswered("time-out");
    }

    private CancelAnswer cancel(Job job) {
        Instant now = ledger.now();
        if (job.ended(now)) {
            return new CancelAnswer.AlreadyEnded("HTTP 410");
        }
        if (random.nextInt(5) == 0) {
            return new CancelAnswer.Refused("HTTP 409");
        }
        job.taken = true;
        Instant soon = now.plusMillis(random.nextInt(lagMillis));
        if (random.nextInt(3) == 0 && soon.isBefore(job.endsAt)) {
            job.endsAt = soon;
        } else if (job.endsAt.isAfter(now.plusMillis(lagMillis))) {
            job.cancelled = true;
        }
        return new CancelAnswer.Accepted("HTTP 202");
    }

    @Override
    public Observation observe(ProviderCall call) {
        if (!healthy) {
            return new Observation.NotKnown(random.nextInt(3), "HTTP 503");
        }
        Instant now = ledger.now();
        Observation.JobState state =
                named(call).map(job -> state(job, now)).orElse(Observation.JobState.NOT_SHOWN);
        boolean visible =
                jobs.stream().anyMatch(job -> job.key.equals(call.key()) && job.visible(now));
        return visible
                ? new Observation.Present(Optional.of("effect"), "0".repeat(64), state, "there")
                : new Observation.Absent(state, "nothing there");
    }

    private Observation.JobState state(Job job, Instant now) {
        if (profile.showsEnd() && job.ended(now)) {
            return Observation.JobState.ENDED;
        }
        return profile.showsEnd() || showsSeen
                ? Observation.JobState.SEEN
                : Observation.JobState.NOT_SHOWN;
    }

    @Override
    public RecoveryAnswer recover(ProviderCall call) {
        return new RecoveryAnswer.Performed("HTTP 200");
    }
}
