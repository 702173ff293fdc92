package dev.quietus.core.ledger;

import dev.quietus.core.authority.Token;
import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.Operation;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.QueueName;
import dev.quietus.core.operation.RequestId;
import dev.quietus.core.operation.WorkerId;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The rows as one transaction sees them. Valid inside that transaction only, and used by its
 * thread.
 *
 * <p>A method that locks says so in its name; a store with one writer needs no locks. An update of
 * a row that is not there is a bug and throws.
 */
public interface Records extends BarrierRecords {
    /** The ledger's time of this transaction, in whole milliseconds; the same for all its reads. */
    Instant now();

    /** The run, if there is one. */
    Optional<Run> run(RunId id);

    /**
     * The run and the runs its authority hangs on, itself first, all locked against a stop until
     * the commit; empty when there is no such run.
     */
    List<Run> pathShared(RunId id);

    /** The same with the run itself locked against every begin below it until the commit. */
    List<Run> pathExclusive(RunId id);

    /** The runs directly below, in order of registration, at most {@code limit}. */
    List<Run> children(TreeId tree, RunId id, int limit);

    /** Writes a new run. */
    void insert(Run run);

    /** Writes a changed run. */
    void update(Run run);

    /** Running runs whose lease has run out at {@link #now}, at most {@code limit}. */
    List<Run> runsToExpire(int limit);

    /** Running runs that hang on no other, or all running runs with the label, in order of id. */
    List<RunId> runsToStop(Optional<Label> label, Optional<RunId> after, int limit);

    /**
     * One label.
     *
     * @param key its name
     * @param value its value
     */
    record Label(String key, String value) {}

    /** Tells whether new root runs are refused until an operator reopens. */
    boolean frozen();

    /** Sets that. */
    void frozen(boolean frozen);

    /**
     * What everybody who works on this record must have alike, such as the fingerprint of a secret.
     *
     * @param name what it is
     * @param content what this process has; recorded where nothing is
     * @return what is recorded, by whomever it was first
     */
    String agreed(String name, String content);

    /** The operation, locked until the commit. */
    Optional<Operation> operation(TreeId tree, OperationKey key);

    /** The operations of one run under one business key. */
    List<Operation> operationsOf(RunId run, IdempotencyKey key);

    /** Writes a new operation. */
    void insert(Operation operation);

    /** Writes a changed operation. */
    void update(Operation operation);

    /** The operation that the queue hands out next: due at {@link #now}, longest due first. */
    Optional<Operation> nextDue(QueueName queue);

    /** The operation of a queue whose running attempt was begun by this request; one at most. */
    Optional<Operation> claimed(WorkerId worker, RequestId request);

    /** Running operations whose worker is silent at {@link #now}, at most {@code limit}. */
    List<Operation> silent(int limit);

    /** Running operations whose worker's name begins like this, at most {@code limit}. */
    List<Operation> workedBy(String beginning, int limit);

    /**
     * Operations of one run that have begun and not been settled, whether they run or were given
     * up, and whose worker's name begins like this, at most {@code limit}.
     */
    List<Operation> unresolvedBy(RunId run, String beginning, int limit);

    /** Operations under no barrier whose outcome is due to be looked for, at most {@code limit}. */
    List<Operation> looksDue(int limit);

    /** Not started operations of one run, at most {@code limit}. */
    List<Operation> notStarted(RunId run, int limit);

    /** How many operations of the run are not started or running. */
    long unfinished(RunId run);

    /** The token with this hash, unless it was revoked. */
    Optional<Token> token(String hash);

    /** The tokens that are not revoked, by name. */
    List<Token> tokens();

    /** Writes a new token. */
    void insert(Token token);

    /** Takes the tokens with this name away and says how many there were. */
    int revokeTokens(String name);

    /** Appends an event to the tree's chain. */
    void append(TreeId tree, EventDraft draft);

    /** The end of the tree's chain. */
    ChainHead head(TreeId tree);
}
