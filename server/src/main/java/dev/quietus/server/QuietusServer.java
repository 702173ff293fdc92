package dev.quietus.server;

import dev.quietus.core.barrier.BarrierEngine;
import dev.quietus.core.barrier.ClaimBarrier;
import dev.quietus.core.barrier.QuietRule;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.settlement.Settler;
import dev.quietus.execution.Units;
import dev.quietus.execution.unit.UnitSystem;
import dev.quietus.ledger.DurableLedger;
import dev.quietus.ledger.LedgerQueries;
import dev.quietus.server.access.AccessGate;
import dev.quietus.server.access.HolderTokens;
import dev.quietus.server.access.LeaseTokens;
import dev.quietus.server.access.SecretFile;
import dev.quietus.server.access.TokenCalls;
import dev.quietus.server.barrier.BarrierCalls;
import dev.quietus.server.barrier.BarrierWorkers;
import dev.quietus.server.barrier.SideBySide;
import dev.quietus.server.barrier.StopCalls;
import dev.quietus.server.dispatch.Housekeeping;
import dev.quietus.server.dispatch.OperationCalls;
import dev.quietus.server.dispatch.ResultCalls;
import dev.quietus.server.dispatch.UndoCalls;
import dev.quietus.server.dispatch.WorkCalls;
import dev.quietus.server.event.Changes;
import dev.quietus.server.event.EventCalls;
import dev.quietus.server.execution.UnitKeeper;
import dev.quietus.server.health.HealthCalls;
import dev.quietus.server.health.Metrics;
import dev.quietus.server.http.HttpFront;
import dev.quietus.server.http.Route;
import dev.quietus.server.http.Routes;
import dev.quietus.server.provider.ProviderFile;
import dev.quietus.server.provider.Providers;
import dev.quietus.server.provider.ReportedEffects;
import dev.quietus.server.receipt.KeyCalls;
import dev.quietus.server.receipt.SigningKeys;
import dev.quietus.server.run.RunCalls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * One control plane, running: wired by hand, in the order of the data's way. Closing it ends the
 * process's part in every barrier; the record keeps them open for the next start.
 */
public final class QuietusServer implements AutoCloseable {
    private static final int CLAIMS_AT_ONCE = 500;

    /** Held here, because a logger that nobody holds forgets its level. */
    private static final List<Logger> CHATTY =
            List.of(Logger.getLogger("org.flywaydb"), Logger.getLogger("org.jooq"));

    /** Its warnings are about connections; the ledger says itself what they mean for it. */
    private static final Logger POOL = Logger.getLogger("com.zaxxer.hikari");

    private final List<AutoCloseable> parts;
    private final HttpFront front;
    private final Routes routes;
    private final boolean firstToken;

    private QuietusServer(
            List<AutoCloseable> parts, HttpFront front, Routes routes, boolean firstToken) {
        this.parts = List.copyOf(parts);
        this.front = front;
        this.routes = routes;
        this.firstToken = firstToken;
    }

    /**
     * Starts a server and returns when it listens.
     *
     * @throws IOException when the address, a key or a token file can't be had
     * @throws IllegalArgumentException when the providers file is wrong; every fault is in the
     *     message
     * @throws dev.quietus.core.ledger.LedgerUnavailableException when the record can't be opened
     */
    public static QuietusServer start(ServerSettings settings) throws IOException {
        hushLibraries();
        SecretFile.directory(settings.stateDirectory());
        Providers providers = settings.providers().isPresent()
                ? ProviderFile.load(settings.providers().get())
                : Providers.none();
        List<AutoCloseable> parts = new ArrayList<>();
        parts.add(providers);
        try {
            // First, because its lock keeps a second server out of the directory while keys are
            // made.
            DurableLedger ledger = DurableLedger.open(settings.ledger(), settings.clock());
            parts.add(ledger);
            if (ledger.exclusive()) {
                takeClaimsBack(ledger);
            }
            SigningKeys keys = SigningKeys.open(settings.keyDirectory());
            Path secret = settings.stateDirectory().resolve("lease.secret");
            LeaseTokens leases = LeaseTokens.open(secret);
            if (!ledger.exclusive()) {
                leases.requireShared(ledger, secret);
            }
            return wire(
                    settings,
                    providers
                            .and(ReportedEffects.onThisMachine(ledger))
                            .and(ReportedEffects.byObserver(ledger)),
                    keys,
                    leases,
                    ledger,
                    parts);
        } catch (IOException | RuntimeException e) {
            close(parts);
            throw e;
        }
    }

    /** This process has the file alone: whoever held a claim on a barrier is gone. */
    private static void takeClaimsBack(Ledger ledger) {
        while (ledger.write(new ClaimBarrier.TakeBack(CLAIMS_AT_ONCE)) == CLAIMS_AT_ONCE) {}
    }

    /** Their progress is of no use to an operator; a level that is configured stays. */
    private static void hushLibraries() {
        CHATTY.stream()
                .filter(logger -> logger.getLevel() == null)
                .forEach(logger -> logger.setLevel(Level.WARNING));
        if (POOL.getLevel() == null) {
            POOL.setLevel(Level.SEVERE);
        }
    }

    private static QuietusServer wire(
            ServerSettings settings,
            Providers providers,
            SigningKeys keys,
            LeaseTokens leases,
            DurableLedger ledger,
            List<AutoCloseable> parts)
            throws IOException {
        Changes changes = new Changes();
        ledger.whenOthersWrite(changes::happened);
        LedgerQueries queries = ledger.queries();
        HolderTokens holders = new HolderTokens(ledger, ledger.exclusive());
        boolean first = settings.tokens()
                && holders.makeFirst(settings.operatorTokenFile(), settings.operatorName());
        AccessGate gate = new AccessGate(ledger, leases, holders, !settings.tokens());
        Metrics metrics = new Metrics(queries);
        QuietRule quiet = new QuietRule(providers, settings.policy());

        List<Route> all = new ArrayList<>();
        all.addAll(new RunCalls(ledger, queries, gate, leases, changes, settings.defaultLife())
                .routes());
        all.addAll(new OperationCalls(ledger, queries, gate, changes).routes());
        all.addAll(new ResultCalls(ledger, providers, gate, changes).routes());
        all.addAll(new UndoCalls(ledger, queries, providers, changes).routes());
        all.addAll(new WorkCalls(ledger, changes).routes());
        all.addAll(new StopCalls(ledger, queries, gate, changes).routes());
        all.addAll(new BarrierCalls(ledger, queries, quiet, gate).routes());
        all.addAll(new EventCalls(ledger, queries, gate, changes).routes());
        all.addAll(new TokenCalls(holders).routes());
        all.addAll(new KeyCalls(keys).routes());
        all.addAll(new HealthCalls(ledger, metrics, version()).routes());
        Routes routes = new Routes(all);
        SecureRandom random = new SecureRandom();
        BarrierEngine engine = new BarrierEngine(
                ledger,
                providers,
                settings.policy(),
                barrier -> changes.happened(),
                new SideBySide(),
                keys,
                random);
        units().map(system -> new UnitKeeper(
                        ledger, changes, system, Units.host(), settings.stateDirectory()))
                .ifPresent(parts::add);
        HttpFront front = HttpFront.listen(settings.listen(), routes, gate, metrics);
        parts.add(front);
        parts.add(new BarrierWorkers(ledger, engine, changes));
        parts.add(new Housekeeping(
                ledger,
                new Settler(ledger, providers, settings.policy(), random),
                providers,
                changes));
        return new QuietusServer(parts, front, routes, first);
    }

    /** What this machine offers to local commands; a server can do without. */
    private static Optional<UnitSystem> units() {
        try {
            return Optional.of(Units.open(Units.Wish.STRONGEST));
        } catch (UnsupportedOperationException e) {
            Logger.getLogger(QuietusServer.class.getName())
                    .log(
                            Level.INFO,
                            "local commands whose supervisor dies are not taken over here: {0}",
                            e.getMessage());
            return Optional.empty();
        }
    }

    /** Where it listens, as clients write it. */
    public String url() {
        var address = front.address();
        String host = address.getAddress().getHostAddress();
        boolean six = host.contains(":");
        return "http://" + (six ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** Tells whether this start made the first operator token. */
    public boolean madeFirstToken() {
        return firstToken;
    }

    /** Every call of the interface. */
    public Routes routes() {
        return routes;
    }

    /** The version of this build. */
    public static String version() {
        return Optional.ofNullable(QuietusServer.class.getPackage().getImplementationVersion())
                .orElse("development");
    }

    @Override
    public void close() {
        close(parts);
    }

    /** The last started is the first closed; one that fails does not keep the others open. */
    private static void close(List<AutoCloseable> parts) {
        for (AutoCloseable part : parts.reversed()) {
            try {
                part.close();
            } catch (Exception e) {
                Logger.getLogger(QuietusServer.class.getName())
                        .log(Level.WARNING, "closing a part failed", e);
            }
        }
    }
}
