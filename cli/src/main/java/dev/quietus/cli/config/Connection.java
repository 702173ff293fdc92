package dev.quietus.cli.config;

import dev.quietus.cli.config.Configuration.Found;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Exit;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.QuietusClient;
import dev.quietus.client.http.RetryPolicy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The way to the server.
 *
 * @param url its address
 * @param urlSource where the address is from, in words
 * @param token what is shown to it; empty: nothing
 * @param tokenSource where the token is from, in words
 */
public record Connection(URI url, String urlSource, Optional<String> token, String tokenSource) {

    /** Where a server listens unless it is told otherwise. */
    public static final String DEFAULT_URL = "http://127.0.0.1:7171";

    private static final int MAX_TOKEN_BYTES = 8_192;

    /** What a run's own token begins with; any other is an operator's or a worker's. */
    private static final String LEASE_TOKEN = "qtl_";

    /**
     * Finds the way.
     *
     * @param url the flag {@code --url}
     * @param token the flag {@code --token}
     * @throws CommandException if the address is none, or a named token file can't be read
     */
    public static Connection find(
            Configuration configuration, Optional<String> url, Optional<String> token) {
        Found address = configuration
                .find(Setting.URL, "--url", url)
                .orElse(new Found(DEFAULT_URL, "default"));
        URI server = address(address);
        Found secret = secret(configuration, token, isOwn(server, address));
        return new Connection(
                server,
                address.source(),
                secret.value().isEmpty() ? Optional.empty() : Optional.of(secret.value()),
                secret.source());
    }

    /**
     * The way with no token to show.
     *
     * @throws CommandException if the address is none
     */
    public static Connection withoutToken(Configuration configuration, Optional<String> url) {
        Found address = configuration
                .find(Setting.URL, "--url", url)
                .orElse(new Found(DEFAULT_URL, "default"));
        return new Connection(address(address), address.source(), Optional.empty(), "none");
    }

    /** The token, where it is a run's own: the only one that is for the eyes of the run's work. */
    public Optional<String> leaseToken() {
        return token.filter(shown -> shown.startsWith(LEASE_TOKEN));
    }

    /**
     * Whether this machine's own operator token may be shown to the server. A {@code quietus.yaml}
     * in a folder that somebody else filled could name any address; that one gets it on loopback
     * only.
     */
    private static boolean isOwn(URI server, Found address) {
        String host = server.getHost();
        return !address.source().startsWith("quietus.yaml:")
                || host.equals("localhost")
                || host.startsWith("127.")
                || host.equals("[::1]");
    }

    private static URI address(Found found) {
        try {
            URI url = URI.create(found.value());
            boolean web = "http".equalsIgnoreCase(url.getScheme())
                    || "https".equalsIgnoreCase(url.getScheme());
            if (web && url.getHost() != null) {
                return url;
            }
        } catch (IllegalArgumentException notAnAddress) {
            throw wrong(found);
        }
        throw wrong(found);
    }

    private static CommandException wrong(Found found) {
        return CommandException.usage("server address: expected http://HOST:PORT, found '"
                + found.value() + "' (from " + found.source() + ")");
    }

    private static Found secret(Configuration configuration, Optional<String> flag, boolean own) {
        Optional<Found> token = configuration.find(Setting.TOKEN, "--token", flag);
        if (token.isPresent()) {
            return token.get();
        }
        Optional<Found> file =
                configuration.find(Setting.TOKEN_FILE, "--token-file", Optional.empty());
        if (file.isPresent()) {
            Path path = configuration.places().path(file.get().value());
            try {
                return new Found(read(path), path + " (from " + file.get().source() + ")");
            } catch (IOException e) {
                throw new CommandException(
                        Exit.USAGE,
                        "token file " + path + " (from " + file.get().source()
                                + ") can't be read: " + e.getMessage()
                                + "; name another, or set QUIETUS_TOKEN",
                        e);
            }
        }
        return operatorToken(configuration.places().operatorToken(), own);
    }

    private static Found operatorToken(Path file, boolean own) {
        try {
            if (!Files.isReadable(file)) {
                return new Found("", "none");
            }
            return own
                    ? new Found(read(file), file.toString())
                    : new Found("", "none: this machine's own is not shown to another one");
        } catch (IOException e) {
            return new Found("", file + " can't be read");
        }
    }

    private static String read(Path file) throws IOException {
        if (Files.size(file) > MAX_TOKEN_BYTES) {
            throw new IOException("it is larger than a token can be");
        }
        return Files.readString(file, StandardCharsets.UTF_8).strip();
    }

    /**
     * Opens it with the SDK.
     *
     * @param tries how often a call is tried
     * @throws CommandException if the SDK refuses the address or the token
     */
    public Quietus open(int tries) {
        try {
            QuietusClient.Builder client = QuietusClient.builder(url)
                    .retry(new RetryPolicy(tries, Duration.ofMillis(100), Duration.ofSeconds(1)));
            if (token.isPresent()) {
                client.token(token.get());
            }
            return Quietus.over(client.build());
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "Connection[" + url + "]";
    }
}
