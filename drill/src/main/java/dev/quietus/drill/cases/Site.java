package dev.quietus.drill.cases;

import dev.quietus.client.Quietus;
import dev.quietus.client.http.QuietusClient;
import dev.quietus.drill.peer.TokenDesk;
import dev.quietus.drill.process.ControlPlane;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/** A server to drill, with what speaks for an operator and for workers there. Thread-safe. */
final class Site implements AutoCloseable {
    private final String url;
    private final String workers;
    private final Optional<ControlPlane> own;
    private final TokenDesk tokens;
    private final Quietus operator;
    private final String workerToken;
    private Optional<Quietus> second = Optional.empty();

    private Site(String url, String operatorToken, String workers, Optional<ControlPlane> own) {
        this.url = url;
        this.workers = workers;
        this.own = own;
        this.tokens = new TokenDesk(url, operatorToken);
        this.operator = Quietus.over(
                QuietusClient.builder(URI.create(url)).token(operatorToken).build());
        this.workerToken = tokens.give("worker", workers);
    }

    /**
     * A throw-away server, which is ended with the site.
     *
     * @param workers the name of the workers' token
     */
    static Site throwAway(ControlPlane server, String workers) {
        try {
            return new Site(server.url(), server.operatorToken(), workers, Optional.of(server));
        } catch (RuntimeException failed) {
            server.close();
            throw failed;
        }
    }

    /**
     * Somebody's running server.
     *
     * @param workers the name of the workers' token, which is taken back with the site
     */
    static Site running(DrillSettings.Target target, String workers) {
        String text = target.url().toString();
        String url = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        return new Site(url, target.token(), workers, Optional.empty());
    }

    /** Where it listens. */
    String url() {
        return url;
    }

    /** The operator's connection. */
    Quietus operator() {
        return operator;
    }

    /** Another operator's connection, with a token and a name of its own. */
    synchronized Quietus secondOperator() {
        if (second.isEmpty()) {
            String token = tokens.give("operator", secondName());
            second = Optional.of(Quietus.over(
                    QuietusClient.builder(URI.create(url)).token(token).build()));
        }
        return second.get();
    }

    private String secondName() {
        return workers + "-second-operator";
    }

    /** A token that speaks for workers. */
    String workerToken() {
        return workerToken;
    }

    /** Its process, if the drill may kill it. */
    Optional<ControlPlane> own() {
        return own;
    }

    /** Takes the tokens back that it gave; a server of the drill's own is ended. */
    @Override
    public synchronized void close() {
        second.ifPresent(Quietus::close);
        if (own.isPresent()) {
            own.get().close();
        } else {
            takeBack(workers);
            second.ifPresent(_ -> takeBack(secondName()));
        }
        operator.close();
        tokens.close();
    }

    private void takeBack(String name) {
        try {
            tokens.takeBack(name);
        } catch (IOException failed) {
            System.getLogger(Site.class.getName())
                    .log(System.Logger.Level.WARNING, "the token " + name + " stays", failed);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
