package dev.quietus.drill.cases;

import dev.quietus.client.Quietus;
import dev.quietus.client.http.QuietusClient;
import dev.quietus.drill.peer.TokenDesk;
import dev.quietus.drill.process.ControlPlane;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A server to drill, with what speaks for an operator and for workers there. Thread-safe. */
final class Site implements AutoCloseable {
    private static final String WORKERS = "quietus-drill-workers";

    private final String url;
    private final Optional<ControlPlane> own;
    private final TokenDesk tokens;
    private final Quietus operator;
    private final String workerToken;

    private Site(String url, String operatorToken, Optional<ControlPlane> own) {
        this.url = url;
        this.own = own;
        this.tokens = new TokenDesk(url, operatorToken);
        this.operator = Quietus.over(
                QuietusClient.builder(URI.create(url)).token(operatorToken).build());
        this.workerToken = tokens.give("worker", WORKERS);
    }

    /**
     * Starts a throw-away server.
     *
     * @param name what its process is called
     * @param folder its own, empty
     * @param serviceUrl where the drill's deployment service listens
     */
    static Site throwAway(String name, Path folder, String serviceUrl, Duration longestLife)
            throws InterruptedException {
        ControlPlane server =
                ControlPlane.start(name, folder, DrillProvider.yaml(serviceUrl), longestLife);
        try {
            return new Site(server.url(), server.operatorToken(), Optional.of(server));
        } catch (RuntimeException failed) {
            server.close();
            throw failed;
        }
    }

    /** Somebody's running server. */
    static Site running(DrillSettings.Target target) {
        String text = target.url().toString();
        String url = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        return new Site(url, target.token(), Optional.empty());
    }

    /** Where it listens. */
    String url() {
        return url;
    }

    /** The operator's connection. */
    Quietus operator() {
        return operator;
    }

    /** A token that speaks for workers. */
    String workerToken() {
        return workerToken;
    }

    /** Its process, if the drill may kill it. */
    Optional<ControlPlane> own() {
        return own;
    }

    /** Takes the workers' token back; a server of the drill's own is ended. */
    @Override
    public void close() {
        if (own.isPresent()) {
            own.get().close();
        } else {
            takeBack();
        }
        operator.close();
        tokens.close();
    }

    private void takeBack() {
        try {
            tokens.takeBack(WORKERS);
        } catch (IOException failed) {
            System.getLogger(Site.class.getName())
                    .log(System.Logger.Level.WARNING, "the token " + WORKERS + " stays", failed);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
