package dev.quietus.verify.simulation;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import dev.quietus.core.ledger.Commit;
import dev.quietus.core.ledger.Event;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.ledger.TestingLedger;
import dev.quietus.core.ledger.Transaction;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.receipt.IssuedReceipt;
import dev.quietus.core.receipt.ReceiptSigner;
import dev.quietus.core.run.RunId;
import dev.quietus.core.settlement.Policy;
import dev.quietus.core.settlement.Provider;
import dev.quietus.core.settlement.ProviderDirectory;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Everything there is in one schedule: the record, the far sides, the programs that run, the
 * messages that are under way, and the one source of chance, which each action sets anew so that
 * leaving an action out does not change what the others mean.
 */
final class World {
    static final Policy POLICY = new Policy(
            Duration.ofSeconds(2),
            Duration.ofSeconds(20),
            Duration.ofMillis(500),
            Duration.ofSeconds(5));

    private final TestingLedger ledger = new TestingLedger(false);
    private final SimulatedLedger shared;
    private final Invariants invariants;
    private final Coverage coverage;
    private final List<Service> services = new ArrayList<>();
    private final List<Program> processes = new ArrayList<>();
    private final List<Worker> workers = new ArrayList<>();
    private final List<Transaction<?>> strays = new ArrayList<>();
    private final List<RunId> runs = new ArrayList<>();
    private final List<OperationKey> operations = new ArrayList<>();
    private final Map<String, Duration> skews = new HashMap<>();
    private final IdentityHashMap<IssuedReceipt, JsonObject> bodies = new IdentityHashMap<>();
    private final Mutant mutant;
    private final Optional<List<String>> story;
    private SplittableRandom dice = new SplittableRandom(0);
    private Optional<Program> running = Optional.empty();
    private boolean faults;
    private int counter;

    World(Mutant mutant, Coverage coverage, Optional<List<String>> story) {
        this.mutant = mutant;
        this.coverage = coverage;
        this.story = story;
        this.invariants = new Invariants(this);
        this.shared = new SimulatedLedger(this);
        ledger.seenThrough(records -> mutant.records(this, records));
        ledger.eachCommit(this::committed);
    }

    TestingLedger ledger() {
        return ledger;
    }

    /** The same as programs use it: they can be stopped and refused there. */
    Ledger sharedLedger() {
        return mutant.ledger(this, shared);
    }

    Invariants invariants() {
        return invariants;
    }

    Coverage coverage() {
        return coverage;
    }

    Mutant mutant() {
        return mutant;
    }

    List<Service> services() {
        return services;
    }

    List<Program> processes() {
        return processes;
    }

    List<Worker> workers() {
        return workers;
    }

    List<Transaction<?>> strays() {
        return strays;
    }

    List<RunId> runs() {
        return runs;
    }

    List<OperationKey> operations() {
        return operations;
    }

    SplittableRandom dice() {
        return dice;
    }

    void dice(long seed) {
        dice = new SplittableRandom(seed);
    }

    boolean oneIn(int n) {
        return dice.nextInt(n) == 0;
    }

    /** One of these by chance. */
    <T> T some(List<T> all) {
        return all.get(dice.nextInt(all.size()));
    }

    /** A new name. */
    String fresh(String what) {
        return what + ++counter;
    }

    /** Tells whether the record and the network may fail. */
    boolean faults() {
        return faults;
    }

    void faults(boolean may) {
        faults = may;
    }

    Instant clockOf(String host) {
        return ledger.now().plus(skews.getOrDefault(host, Duration.ZERO));
    }

    void skew(String host, Duration by) {
        skews.put(host, by);
    }

    /** All clocks are right again, and nobody rests on account of a wrong one. */
    void rightClocks() {
        skews.clear();
        processes.forEach(Program::wake);
    }

    void add(Program process) {
        processes.add(process);
    }

    void running(Program process) {
        running = Optional.of(process);
    }

    void runningNobody() {
        running = Optional.empty();
    }

    /** The program that runs now; empty while a single act happens. */
    Optional<Program> running() {
        return running;
    }

    /** The far side of a tool, if it has one. */
    Optional<Service> serviceOf(String tool) {
        return services.stream()
                .filter(service -> service.profile().serves(tool))
                .findFirst();
    }

    /** The far sides as programs call them. */
    ProviderDirectory providers() {
        ProviderDirectory plain = (named, tool) -> services.stream()
                .filter(service -> named.map(service.profile().name()::equals)
                        .orElseGet(() -> service.profile().serves(tool.value())))
                .findFirst()
                .map(service -> (Provider) new RemoteProvider(this, service));
        return mutant.providers(plain);
    }

    ReceiptSigner signer() {
        return mutant.signer(new SimulatedSigner());
    }

    /** Commits at once, without a program that could be stopped around it. */
    <R> R commit(Transaction<R> transaction) {
        R answer = ledger.write(transaction);
        invariants.answered(transaction, answer);
        return answer;
    }

    private void committed(Commit commit) {
        coverage.committed(this, commit);
        story.ifPresent(lines -> tell(lines, commit));
        invariants.check(commit);
    }

    /** Writes a line of the story, if somebody listens. */
    void tell(String format, Object... values) {
        story.ifPresent(lines -> lines.add("          " + format.formatted(values)));
    }

    private void tell(List<String> lines, Commit commit) {
        StringBuilder line = new StringBuilder("%9.3f "
                        .formatted(Duration.between(TestingLedger.START, ledger.now())
                                        .toMillis()
                                / 1e3))
                .append(running.map(Program::name).orElse("somebody"))
                .append(" writes ")
                .append(nameOf(commit.transaction()));
        for (Event event : commit.events()) {
            line.append("; ").append(EventLine.of(event));
        }
        lines.add(line.toString());
    }

    /** What a receipt says, out of its signed payload. */
    JsonObject body(IssuedReceipt receipt) {
        return bodies.computeIfAbsent(receipt, World::read);
    }

    private static JsonObject read(IssuedReceipt receipt) {
        JsonObject envelope = Json.parseObject(receipt.envelope());
        byte[] payload = Base64.getDecoder().decode(envelope.string("payload"));
        return Json.parseObject(new String(payload, StandardCharsets.UTF_8))
                .object("predicate")
                .object("stop_receipt");
    }

    /** The name of a transaction's class, or that it is one of the engine's own moves. */
    static String nameOf(Object transaction) {
        String name = transaction.getClass().getName();
        return name.contains("$$Lambda")
                ? "a move"
                : name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
    }
}
