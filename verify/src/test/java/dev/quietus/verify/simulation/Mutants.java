package dev.quietus.verify.simulation;

import dev.quietus.core.barrier.Barrier;
import dev.quietus.core.dispatch.AcceptOperation;
import dev.quietus.core.dispatch.BeginOperation;
import dev.quietus.core.dispatch.ClaimWork;
import dev.quietus.core.dispatch.FinishOperation;
import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.Records;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.receipt.ReceiptSigner;
import dev.quietus.core.run.Capabilities;
import dev.quietus.core.run.Lease;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunState;
import dev.quietus.core.settlement.Observation;
import dev.quietus.core.settlement.Policy;
import dev.quietus.core.settlement.ProviderDirectory;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Rules broken on purpose, at least one for every promise; nothing of it is in the product. */
final class Mutants {
    private static final Duration A_DAY = Duration.ofDays(1);

    private Mutants() {}

    /**
     * One broken rule.
     *
     * @param promise the promise that it breaks
     * @param name what is wrong
     * @param mutant how
     */
    record Broken(Promise promise, String name, Mutant mutant) {
        @Override
        public String toString() {
            return promise + " " + name;
        }
    }

    static List<Broken> all() {
        return List.of(
                new Broken(
                        Promise.S1,
                        "a start looks into a cache of leases",
                        starts("pathShared", Mutants::cached)),
                new Broken(
                        Promise.S2,
                        "a start does not look above its run",
                        starts("pathShared", Mutants::alone)),
                new Broken(
                        Promise.S3,
                        "work is taken in before it is written",
                        unwritten(
                                AcceptOperation.class,
                                answer -> answer instanceof AcceptOperation.Accepted)),
                new Broken(
                        Promise.S4,
                        "nobody looks after the quiet period",
                        rows("unconfirmed", (truth, about) -> List.of())),
                new Broken(
                        Promise.S4, "an absence is taken for an end", understood(Mutants::ended)),
                new Broken(
                        Promise.S5,
                        "a result is taken and not written",
                        unwritten(FinishOperation.class, Mutants::result)),
                new Broken(Promise.S6, "nobody waits until it is quiet", quiet(Duration.ZERO)),
                new Broken(Promise.S6, "an unknown is not counted", new UnknownNotCounted()),
                new Broken(Promise.S7, "an old claim may write", new OldClaims()),
                new Broken(
                        Promise.S8,
                        "a second stop does not find the first",
                        rows("barrierOf", (truth, about) -> Optional.empty())),
                new Broken(
                        Promise.S9,
                        "nobody looks for the same business",
                        rows("operationsOf", (truth, about) -> List.of())),
                new Broken(
                        Promise.S10,
                        "a parent seems to have everything",
                        rows("pathShared", Mutants::widened)),
                new Broken(Promise.S11, "a signature covers nothing", new BlindSigner()),
                new Broken(
                        Promise.S11,
                        "evidence leaves an event out",
                        rows("head", Mutants::shorter)),
                new Broken(
                        Promise.S12,
                        "a start is told before it is written",
                        unwritten(
                                BeginOperation.class,
                                answer -> answer instanceof BeginOperation.Begun)),
                new Broken(Promise.L1, "it is never quiet for long enough", quiet(A_DAY)),
                new Broken(
                        Promise.L2,
                        "what is in flight is forgotten",
                        rows("inFlightDue", (truth, about) -> List.of())));
    }

    private static Mutant rows(String method, BrokenRecords.Lie lie) {
        return new Mutant() {
            @Override
            public Records records(World world, Records plain) {
                return BrokenRecords.of(plain, method, lie);
            }
        };
    }

    private static Mutant starts(String method, BrokenRecords.Lie lie) {
        return new Mutant() {
            @Override
            public <R> R answer(World world, Transaction<R> question) {
                boolean start = question instanceof BeginOperation || question instanceof ClaimWork;
                return world.commit(
                        start
                                ? records -> question.apply(BrokenRecords.of(records, method, lie))
                                : question);
            }
        };
    }

    /** Carries an answer out of a transaction that is taken back. */
    private static final class TakenBack extends IllegalStateException {
        private static final long serialVersionUID = 1L;
    }

    private static Mutant unwritten(Class<?> kind, Predicate<Object> told) {
        return new Mutant() {
            @Override
            public <R> R answer(World world, Transaction<R> question) {
                if (!kind.isInstance(question)) {
                    return world.commit(question);
                }
                List<R> answers = new java.util.ArrayList<>();
                try {
                    return world.ledger().write(records -> {
                        answers.add(question.apply(records));
                        if (told.test(answers.getLast())) {
                            throw new TakenBack();
                        }
                        return answers.getLast();
                    });
                } catch (TakenBack e) {
                    world.invariants().answered(question, answers.getLast());
                    return answers.getLast();
                }
            }
        };
    }

    private static boolean result(Object answer) {
        return answer instanceof FinishOperation.Recorded recorded
                && recorded.how() == FinishOperation.How.RESULT;
    }

    private static Mutant understood(java.util.function.UnaryOperator<Observation> understood) {
        return new Mutant() {
            @Override
            public ProviderDirectory providers(ProviderDirectory plain) {
                return BrokenProvider.all(plain, declared -> declared, understood);
            }
        };
    }

    private static Observation ended(Observation seen) {
        return seen instanceof Observation.Absent(var job, var detail)
                ? new Observation.Absent(Observation.JobState.ENDED, detail)
                : seen;
    }

    private static Mutant quiet(Duration period) {
        return new Mutant() {
            @Override
            public ProviderDirectory providers(ProviderDirectory plain) {
                return BrokenProvider.all(
                        plain, declared -> BrokenProvider.quiet(declared, period), seen -> seen);
            }

            @Override
            public Policy policy(Policy plain) {
                return new Policy(
                        period, plain.settleTimeout(), plain.firstLook(), plain.longestLook());
            }
        };
    }

    private static final class OldClaims implements Mutant {
        @Override
        public Records records(World world, Records plain) {
            return BrokenRecords.of(plain, "barrier", (truth, about) -> {
                Optional<?> found = (Optional<?>) truth;
                return world.running().flatMap(Program::fence).isEmpty()
                        ? found
                        : found.map(each ->
                                claimed((Barrier) each, world.running().flatMap(Program::fence)));
            });
        }

        private static Barrier claimed(
                Barrier barrier, Optional<dev.quietus.core.barrier.Fence> fence) {
            return barrier.claimed(new Barrier.Claim(
                    fence.orElseThrow().claim(), barrier.claim().until()));
        }
    }

    private static final class BlindSigner implements Mutant {
        @Override
        public ReceiptSigner signer(ReceiptSigner plain) {
            return new ReceiptSigner() {
                @Override
                public String keyId() {
                    return plain.keyId();
                }

                @Override
                public byte[] sign(byte[] bytes) {
                    return plain.sign(new byte[0]);
                }
            };
        }
    }

    private static Object alone(Object path, Object about) {
        return ((List<?>) path).subList(0, Math.min(1, ((List<?>) path).size()));
    }

    private static Object cached(Object path, Object about) {
        return ((List<?>) path)
                .stream()
                        .map(each -> withLease((Run) each, fresh(((Run) each).lease())))
                        .toList();
    }

    private static Lease fresh(Lease lease) {
        return Lease.granted(lease.id(), lease.capabilities(), lease.validUntil());
    }

    private static Object widened(Object path, Object about) {
        return ((List<?>) path)
                .stream()
                        .map(each -> ((Run) each)
                                .withLease(new Lease(
                                        ((Run) each).lease().id(),
                                        Capabilities.of("*"),
                                        ((Run) each).lease().validUntil().plus(A_DAY),
                                        ((Run) each).lease().revokedAt(),
                                        ((Run) each).lease().revokedBy())))
                        .toList();
    }

    private static Object shorter(Object head, Object about) {
        ChainHead right = (ChainHead) head;
        return new ChainHead(right.count() - 1, right.hash());
    }

    /** The run as it was before any stop. */
    private static Run withLease(Run run, Lease lease) {
        return new Run(
                run.tree(),
                run.id(),
                run.registeredParent(),
                run.parent(),
                run.taskId(),
                run.owner(),
                run.labels(),
                run.resumes(),
                run.contentDigest(),
                run.registeredAt(),
                RunState.RUNNING,
                lease,
                1,
                List.of(),
                Optional.empty());
    }
}
