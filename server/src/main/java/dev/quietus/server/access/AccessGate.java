package dev.quietus.server.access;

import com.sun.net.httpserver.HttpExchange;

import dev.quietus.core.authority.Principal;
import dev.quietus.core.authority.Token;
import dev.quietus.core.ledger.Ledger;
import dev.quietus.core.run.Run;
import dev.quietus.core.run.RunId;
import dev.quietus.server.http.HttpFront;
import dev.quietus.server.http.Problem;
import dev.quietus.server.http.Route;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds out who asks, from the token alone, and whether that kind of caller may make the call. Safe
 * for use by several threads.
 */
public final class AccessGate implements HttpFront.Gate {
    /** How far back a chain of resumed runs is followed. */
    private static final int MAX_RESUMED = 64;

    private static final Pattern LOOPBACK_HOST =
            Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?");

    private static final Principal ANYBODY = new Principal.Holder(Token.Role.AUDITOR, "anybody");

    private final Ledger ledger;
    private final LeaseTokens leases;
    private final HolderTokens holders;
    private final boolean open;

    /**
     * Builds the gate.
     *
     * @param ledger the record
     * @param leases the tokens of agents
     * @param holders the tokens of people and workers
     * @param open whether a caller on loopback without a token counts as an operator
     */
    public AccessGate(Ledger ledger, LeaseTokens leases, HolderTokens holders, boolean open) {
        this.ledger = ledger;
        this.leases = leases;
        this.holders = holders;
        this.open = open;
    }

    @Override
    public Principal enter(Route route, HttpExchange exchange) {
        if (route.callers().isEmpty()) {
            return ANYBODY;
        }
        Principal principal = principal(exchange);
        Route.Caller caller = caller(principal);
        if (!route.callers().contains(caller)) {
            throw new Problem(
                    Problem.Code.FORBIDDEN,
                    "a token of kind " + caller.name().toLowerCase(Locale.ROOT) + " may not "
                            + route.method() + " " + route.template());
        }
        return principal;
    }

    /**
     * Refuses an agent whose lease is not of this run or of one above it.
     *
     * @throws Problem when it is not its own
     */
    public void requireWithin(Principal principal, RunId run) {
        if (principal instanceof Principal.Agent(var own) && !reaches(principal, run)) {
            throw new Problem(
                    Problem.Code.FORBIDDEN,
                    "the lease of run '" + own + "' does not reach run '" + run + "'");
        }
    }

    /** Tells whether it is no agent, or one whose lease is of this run or of one above it. */
    public boolean reaches(Principal principal, RunId run) {
        return !(principal instanceof Principal.Agent(var own))
                || own.equals(run)
                || isBelow(run, own);
    }

    /**
     * Refuses an agent that wants to go on from a run which is neither within its own nor within
     * one that its own goes on from: the outcomes there would be shown to it.
     *
     * @throws Problem when it is not
     */
    public void requireResumable(Principal principal, RunId run) {
        if (!(principal instanceof Principal.Agent(var own))) {
            return;
        }
        Optional<RunId> at = Optional.of(own);
        for (int i = 0; i < MAX_RESUMED && at.isPresent(); i++) {
            if (reaches(new Principal.Agent(at.get()), run)) {
                return;
            }
            RunId here = at.get();
            at = ledger.read(records -> records.run(here).flatMap(Run::resumes));
        }
        throw new Problem(
                Problem.Code.FORBIDDEN,
                "the lease of run '" + own + "' can't go on from run '" + run + "'");
    }

    /**
     * Refuses an agent unless the run hangs below its own; its own does not count.
     *
     * @throws Problem when it does not
     */
    public void requireBelow(Principal principal, RunId run) {
        if (principal instanceof Principal.Agent(var own) && !isBelow(run, own)) {
            throw new Problem(
                    Problem.Code.FORBIDDEN,
                    "the lease of run '" + own + "' has no say over run '" + run + "'");
        }
    }

    private boolean isBelow(RunId run, RunId own) {
        List<Run> path = ledger.read(records -> records.pathShared(run));
        return path.stream().skip(1).anyMatch(above -> above.id().equals(own));
    }

    private Principal principal(HttpExchange exchange) {
        Optional<String> header =
                Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"));
        if (header.isEmpty() && open) {
            return openLoopback(exchange);
        }
        String secret = header.filter(value -> value.regionMatches(true, 0, "Bearer ", 0, 7))
                .map(value -> value.substring(7).strip())
                .orElseThrow(() -> new Problem(
                        Problem.Code.UNAUTHENTICATED,
                        "no token: send 'Authorization: Bearer …' (the first start wrote an"
                                + " operator token, see its first lines)"));
        return leases.read(secret)
                .<Principal>map(Principal.Agent::new)
                .or(() -> holders.find(secret)
                        .map(token -> new Principal.Holder(token.role(), token.name())))
                .orElseThrow(() ->
                        new Problem(Problem.Code.UNAUTHENTICATED, "the token is not known here"));
    }

    /**
     * A page in a browser could send requests here under another name; it can't hide where it is
     * from.
     */
    private static Principal openLoopback(HttpExchange exchange) {
        boolean fromPage = exchange.getRequestHeaders().containsKey("Origin");
        String host = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host"))
                .orElse("")
                .toLowerCase(Locale.ROOT);
        if (fromPage || !LOOPBACK_HOST.matcher(host).matches()) {
            throw new Problem(
                    Problem.Code.UNAUTHENTICATED,
                    "without tokens only programs on this machine are served");
        }
        return new Principal.Holder(Token.Role.OPERATOR, "local");
    }

    private static Route.Caller caller(Principal principal) {
        return switch (principal) {
            case Principal.Agent _ -> Route.Caller.AGENT;
            case Principal.Holder holder ->
                switch (holder.role()) {
                    case OPERATOR -> Route.Caller.OPERATOR;
                    case WORKER -> Route.Caller.WORKER;
                    case AUDITOR -> Route.Caller.AUDITOR;
                };
        };
    }
}
