package dev.quietus.server;

import dev.quietus.core.settlement.Policy;
import dev.quietus.ledger.LedgerAddress;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * How a server is started.
 *
 * @param listen where it listens
 * @param ledger where the record is
 * @param providers the file that declares providers
 * @param stateDirectory where keys and tokens lie; for the owner only
 * @param tokens whether tokens are needed; without them only loopback is served
 * @param operatorName whose name the first operator token carries
 * @param defaultLife how long a root run's lease lives unless it asks otherwise
 * @param policy the periods of work that no provider declares
 * @param clock where the ledger's time comes from instead of its own clock; for tests
 */
public record ServerSettings(
        InetSocketAddress listen,
        LedgerAddress ledger,
        Optional<Path> providers,
        Path stateDirectory,
        boolean tokens,
        String operatorName,
        Duration defaultLife,
        Policy policy,
        Optional<InstantSource> clock) {
    /** The port unless another is asked for. */
    public static final int DEFAULT_PORT = 7171;

    /** How long a root run's lease lives unless it is configured otherwise. */
    public static final Duration DEFAULT_LIFE = Duration.ofHours(2);

    /**
     * Checks what goes together.
     *
     * @throws IllegalArgumentException for an address beyond loopback without tokens, and for a
     *     name that stands for no address
     */
    public ServerSettings {
        if (listen.isUnresolved()) {
            throw new IllegalArgumentException(
                    "listening on " + listen.getHostString() + ": no address has this name");
        }
        if (!tokens && !listen.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "listening on " + listen.getAddress().getHostAddress()
                            + " needs tokens: leave --no-tokens out, or listen on 127.0.0.1");
        }
    }

    /** Loopback with tokens, everything in one directory. */
    public static ServerSettings in(Path directory, int port) {
        return new ServerSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                new LedgerAddress.File(directory.resolve("ledger.db")),
                Optional.empty(),
                directory,
                true,
                "operator",
                DEFAULT_LIFE,
                Policy.DEFAULT,
                Optional.empty());
    }

    /** The same with declared providers. */
    public ServerSettings withProviders(Path file) {
        return new ServerSettings(
                listen,
                ledger,
                Optional.of(file),
                stateDirectory,
                tokens,
                operatorName,
                defaultLife,
                policy,
                clock);
    }

    /** The same with other periods. */
    public ServerSettings withPolicy(Policy other) {
        return new ServerSettings(
                listen,
                ledger,
                providers,
                stateDirectory,
                tokens,
                operatorName,
                defaultLife,
                other,
                clock);
    }

    /** The same with time from elsewhere. */
    public ServerSettings withClock(InstantSource other) {
        return new ServerSettings(
                listen,
                ledger,
                providers,
                stateDirectory,
                tokens,
                operatorName,
                defaultLife,
                policy,
                Optional.of(other));
    }

    /** The same with the record elsewhere. */
    public ServerSettings withLedger(LedgerAddress address) {
        return new ServerSettings(
                listen,
                address,
                providers,
                stateDirectory,
                tokens,
                operatorName,
                defaultLife,
                policy,
                clock);
    }

    /** The same without tokens: whoever is on this machine counts as an operator. */
    public ServerSettings withoutTokens() {
        return new ServerSettings(
                listen,
                ledger,
                providers,
                stateDirectory,
                false,
                operatorName,
                defaultLife,
                policy,
                clock);
    }

    /** Where the first operator token is written. */
    public Path operatorTokenFile() {
        return stateDirectory.resolve("operator.token");
    }

    /** Where the keys that sign receipts lie. */
    public Path keyDirectory() {
        return stateDirectory.resolve("keys");
    }
}
