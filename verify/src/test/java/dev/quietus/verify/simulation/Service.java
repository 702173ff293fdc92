package dev.quietus.verify.simulation;

import dev.quietus.core.authority.Authority;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.settlement.CancelAnswer;
import dev.quietus.core.settlement.Observation;
import dev.quietus.core.settlement.ProviderCall;
import dev.quietus.core.settlement.ProviderName;
import dev.quietus.core.settlement.ProviderProfile;
import dev.quietus.core.settlement.RecoveryPath;
import dev.quietus.verify.simulation.Coverage.Happening;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A system that does work and knows what it really did. Its jobs end when they like, commit or do
 * not, also after it said yes to a cancel, and show late what they did; it says yes to cancels of
 * jobs that it has never seen. What it declares is true, unless it is a rogue: then it may be later
 * than its quiet period.
 */
class Service {
    /** How it is. */
    enum Health {
        WORKS,
        DOWN,
        HANGS,
        GARBLED
    }

    static final Duration QUIET = Duration.ofSeconds(3);
    static final Duration SETTLE = Duration.ofSeconds(20);
    static final Duration REOBSERVE = Duration.ofSeconds(30);
    private static final int LAG_MILLIS = 1_200;
    private static final int LONGEST_JOB_MILLIS = 15_000;

    private final World world;
    private final ProviderProfile profile;
    private final boolean showsSeen;
    private final boolean saysYesToAll;
    private final boolean rogue;
    private final List<Job> jobs = new ArrayList<>();
    private Health health = Health.WORKS;

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
    }

    Service(World world, String name, SplittableRandom nature, boolean rogue) {
        this.world = world;
        this.rogue = rogue;
        this.showsSeen = nature.nextBoolean();
        this.saysYesToAll = nature.nextInt(4) > 0;
        this.profile = new ProviderProfile(
                new ProviderName(name),
                List.of(new CapabilityPattern(name + ".*")),
                QUIET,
                SETTLE,
                REOBSERVE,
                nature.nextBoolean() ? Optional.of("team-" + name) : Optional.empty(),
                nature.nextInt(5) > 0,
                nature.nextInt(8) > 0,
                nature.nextBoolean(),
                nature.nextBoolean(),
                nature.nextInt(4) == 0,
                nature.nextInt(3) == 0
                        ? Optional.of(new RecoveryPath("DELETE it", Optional.empty()))
                        : Optional.empty());
    }

    /** A service that is told what to do. */
    Service(World world, ProviderProfile profile) {
        this.world = world;
        this.rogue = false;
        this.showsSeen = true;
        this.saysYesToAll = true;
        this.profile = profile;
    }

    ProviderProfile profile() {
        return profile;
    }

    String name() {
        return profile.name().value();
    }

    boolean rogue() {
        return rogue;
    }

    Health health() {
        return health;
    }

    void health(Health next) {
        health = next;
    }

    private int lagMillis() {
        return rogue ? 8 * LAG_MILLIS : LAG_MILLIS;
    }

    /**
     * A worker's request arrives; a service that fences asks whether its stamp is stale.
     *
     * @return whether it took it
     */
    boolean arrive(OperationKey key, int attempt) {
        world.invariants().arrived(key, attempt);
        boolean stale =
                Authority.revoked(world.ledger().read(records -> records.pathShared(key.run())));
        if (profile.fencesEpoch() && stale) {
            world.coverage().add(Happening.PROVIDER_FENCES);
            return false;
        }
        SplittableRandom dice = world.dice();
        Job job = new Job(
                key,
                jobName(key, attempt),
                dice.nextInt(3) > 0,
                Duration.ofMillis(dice.nextInt(lagMillis())),
                world.ledger().now().plusMillis(1 + dice.nextInt(LONGEST_JOB_MILLIS)));
        jobs.add(job);
        world.tell("%s has %s now", name(), job.name);
        return true;
    }

    private boolean committed(Job job, Instant now) {
        return job.commits
                && !job.cancelled
                && !now.isBefore(job.endsAt)
                && !fencedAtItsCommit(job);
    }

    /** A service that fences asks for the epoch when it commits as well. */
    private boolean fencedAtItsCommit(Job job) {
        return profile.fencesEpoch()
                && world.ledger().read(records -> records.pathShared(job.key.run())).stream()
                        .flatMap(run -> run.lease().revokedAt().stream())
                        .anyMatch(revokedAt -> revokedAt.isBefore(job.endsAt));
    }

    private boolean visible(Job job, Instant now) {
        return committed(job, now) && !now.isBefore(job.endsAt.plus(job.lag));
    }

    static String jobName(OperationKey key, int attempt) {
        return "job-" + key.operation() + "-" + attempt;
    }

    private Optional<Job> job(OperationKey key, int attempt) {
        String name = jobName(key, attempt);
        return jobs.stream()
                .filter(job -> job.key.equals(key) && job.name.equals(name))
                .findFirst();
    }

    private Optional<Job> asked(ProviderCall call) {
        return call.providerJob().isPresent()
                ? jobs.stream()
                        .filter(job -> job.name.equals(call.providerJob().get()))
                        .findFirst()
                : jobs.stream()
                        .filter(job -> job.key.equals(call.key()))
                        .reduce((one, next) -> next);
    }

    /** Some job that runs ends now, and commits if it was to. */
    void endSomeJob() {
        Instant now = world.ledger().now();
        List<Job> open = jobs.stream().filter(job -> !job.ended(now)).toList();
        if (!open.isEmpty()) {
            Job job = world.some(open);
            job.endsAt = now;
            world.tell("%s of %s ends, %s", job.name, name(), job.commits ? "committed" : "void");
            if (job.commits && job.taken) {
                world.coverage().add(Happening.COMMIT_AFTER_YES);
            }
        }
    }

    /** Tells whether nothing of this operation runs here any more. */
    boolean idle(OperationKey key) {
        Instant now = world.ledger().now();
        return jobs.stream().filter(job -> job.key.equals(key)).allMatch(job -> job.ended(now));
    }

    /** Tells whether this attempt's job is over, or about to be. */
    boolean over(OperationKey key, int attempt) {
        Instant now = world.ledger().now();
        return job(key, attempt).filter(job -> job.taken || job.ended(now)).isPresent();
    }

    /** Tells whether this attempt's job is over for good and had no effect. */
    boolean vain(OperationKey key, int attempt) {
        Instant now = world.ledger().now();
        return job(key, attempt)
                .filter(job -> job.ended(now) && !committed(job, now))
                .isPresent();
    }

    /** The truth, whatever is shown. */
    boolean happened(OperationKey key) {
        Instant now = world.ledger().now();
        return jobs.stream().anyMatch(job -> job.key.equals(key) && committed(job, now));
    }

    CancelAnswer cancel(ProviderCall call) {
        if (health == Health.DOWN) {
            return new CancelAnswer.NotAnswered("HTTP 503");
        }
        Optional<Job> found = asked(call);
        if (found.isEmpty()) {
            world.coverage().add(Happening.YES_WITHOUT_JOB);
        }
        CancelAnswer answer = found.map(this::cancel)
                .orElse(
                        saysYesToAll
                                ? new CancelAnswer.Accepted("HTTP 202")
                                : new CancelAnswer.Refused("HTTP 404"));
        return health == Health.GARBLED ? new CancelAnswer.NotAnswered("not HTTP") : answer;
    }

    private CancelAnswer cancel(Job job) {
        Instant now = world.ledger().now();
        if (job.ended(now)) {
            return new CancelAnswer.AlreadyEnded("HTTP 410");
        }
        if (world.oneIn(5)) {
            return new CancelAnswer.Refused("HTTP 409");
        }
        job.taken = true;
        Instant soon = now.plusMillis(world.dice().nextInt(lagMillis()));
        if (world.oneIn(3) && soon.isBefore(job.endsAt)) {
            job.endsAt = soon;
            if (job.commits) {
                world.coverage().add(Happening.COMMIT_AFTER_YES);
            }
        } else if (job.endsAt.isAfter(now.plusMillis(lagMillis()))) {
            job.cancelled = true;
        }
        return new CancelAnswer.Accepted("HTTP 202");
    }

    Observation observe(ProviderCall call) {
        if (health == Health.DOWN) {
            return new Observation.NotKnown(world.dice().nextInt(3), "HTTP 503");
        }
        if (health == Health.GARBLED) {
            world.coverage().add(Happening.PROVIDER_GARBLED);
            return new Observation.NotKnown(0, "unparsable");
        }
        Instant now = world.ledger().now();
        Observation.JobState state =
                asked(call).map(job -> state(job, now)).orElse(Observation.JobState.NOT_SHOWN);
        boolean visible =
                jobs.stream().anyMatch(job -> job.key.equals(call.key()) && visible(job, now));
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
}
