package dev.quietus.cli.command;

import dev.quietus.cli.config.Configuration;
import dev.quietus.cli.config.Configuration.Found;
import dev.quietus.cli.config.DurationText;
import dev.quietus.cli.config.Setting;
import dev.quietus.cli.view.CommandException;
import dev.quietus.core.settlement.Policy;
import dev.quietus.ledger.LedgerAddress;
import dev.quietus.server.ServerSettings;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;

/** Reads how a server is to be started: flag before environment before file before default. */
final class ServeSettings {

    private static final int MOST_PORTS = 65_535;

    private final Invocation invocation;
    private final ServeCommand flags;

    ServeSettings(Invocation invocation, ServeCommand flags) {
        this.invocation = invocation;
        this.flags = flags;
    }

    ServerSettings read() {
        Policy usual = Policy.DEFAULT;
        ServerSettings settings = ServerSettings.in(invocation.places().state(), 0);
        return new ServerSettings(
                listen(),
                ledger(invocation, flags.ledger),
                find(Setting.PROVIDERS, "--providers", flags.providers)
                        .map(found -> invocation.path(found.value())),
                settings.stateDirectory(),
                tokens(),
                operatorName(),
                settings.defaultLife(),
                new Policy(
                        duration(Setting.QUIET_PERIOD, "--quiet-period", flags.quietPeriod)
                                .orElse(usual.quietPeriod()),
                        duration(Setting.SETTLE_TIMEOUT, "--settle-timeout", flags.settleTimeout)
                                .orElse(usual.settleTimeout()),
                        usual.firstLook(),
                        usual.longestLook()),
                settings.clock());
    }

    /**
     * Where the record is.
     *
     * @throws CommandException if that is no address of a ledger
     */
    static LedgerAddress ledger(Invocation invocation, Optional<String> flag) {
        Optional<Found> found = invocation.configuration().find(Setting.LEDGER, "--ledger", flag);
        if (found.isEmpty()) {
            return new LedgerAddress.File(invocation.places().state().resolve("ledger.db"));
        }
        try {
            return LedgerAddress.parse(found.get().value(), invocation::path);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(
                    "ledger: " + e.getMessage() + " (from " + found.get().source() + ")");
        }
    }

    private Optional<Found> find(Setting setting, String name, Optional<String> flag) {
        Configuration configuration = invocation.configuration();
        return configuration.find(setting, name, flag);
    }

    private InetSocketAddress listen() {
        Optional<Found> found = find(Setting.LISTEN, "--listen", flags.listen);
        String written = found.map(Found::value).orElse("127.0.0.1:" + ServerSettings.DEFAULT_PORT);
        String source = found.map(Found::source).orElse("default");
        int colon = written.lastIndexOf(':');
        String host = colon < 0 ? "" : written.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        int port = port(written.substring(colon + 1));
        if (host.isEmpty() || port < 0) {
            throw CommandException.usage(
                    "listen: expected HOST:PORT, found '" + written + "' (from " + source + ")");
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            throw CommandException.usage(
                    "listen: no such host '" + host + "' (from " + source + ")");
        }
    }

    private static int port(String text) {
        try {
            int port = Integer.parseInt(text);
            return port >= 0 && port <= MOST_PORTS ? port : -1;
        } catch (NumberFormatException notANumber) {
            return -1;
        }
    }

    private boolean tokens() {
        if (flags.noTokens) {
            return false;
        }
        Optional<Found> found = find(Setting.TOKENS, "--no-tokens", Optional.empty());
        String written = found.map(Found::value).orElse("true");
        return switch (written) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw CommandException.usage("tokens: expected true or false, found '" + written
                        + "' (from " + found.map(Found::source).orElse("") + ")");
        };
    }

    private Optional<Duration> duration(Setting setting, String name, Optional<Duration> flag) {
        Optional<Found> found = find(setting, name, flag.map(DurationText::of));
        return found.map(each -> {
            try {
                return DurationText.parse(each.value());
            } catch (IllegalArgumentException e) {
                throw CommandException.usage(
                        setting.key() + ": " + e.getMessage() + " (from " + each.source() + ")");
            }
        });
    }

    /** The first operator token carries the name of whoever starts the server. */
    private static String operatorName() {
        StringBuilder name = new StringBuilder();
        for (char unit : System.getProperty("user.name", "").toCharArray()) {
            if (unit > ' ' && unit <= '~' && name.length() < 60) {
                name.append(unit);
            }
        }
        return name.isEmpty() ? "operator" : name.toString();
    }
}
