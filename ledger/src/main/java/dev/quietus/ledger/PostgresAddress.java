package dev.quietus.ledger;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * One PostgreSQL database. A password that is not given is taken from {@code PGPASSWORD}, else from
 * {@code ~/.pgpass}.
 *
 * @param hosts one or several {@code host[:port]}, separated by commas; with several, the one that
 *     takes writes is looked for
 * @param database the database
 * @param user the role
 * @param password its password
 * @param parameters parameters of the driver, such as {@code sslmode}
 * @param unsafeCommit whether a server is accepted that answers a commit before it is on disk
 */
public record PostgresAddress(
        String hosts,
        String database,
        Optional<String> user,
        Optional<String> password,
        Map<String, String> parameters,
        boolean unsafeCommit)
        implements LedgerAddress {
    static final String SCHEME = "postgresql://";
    static final String SHORT = "postgres://";

    /** The parameter that accepts a server whose commits may be lost. */
    static final String UNSAFE_COMMIT = "quietus.unsafe-commit";

    /** Copies the parameters. */
    public PostgresAddress {
        parameters = Map.copyOf(parameters);
    }

    static PostgresAddress parse(String text) {
        String rest = text.substring(text.indexOf("://") + 3);
        int question = rest.indexOf('?');
        Map<String, String> parameters =
                parameters(question < 0 ? "" : rest.substring(question + 1));
        String before = question < 0 ? rest : rest.substring(0, question);
        int slash = before.lastIndexOf('/');
        if (slash < 0 || slash == before.length() - 1) {
            throw new IllegalArgumentException(
                    "the ledger's address names no database: expected " + SCHEME + "HOST/DATABASE");
        }
        String authority = before.substring(0, slash);
        int at = authority.lastIndexOf('@');
        String hosts = authority.substring(at + 1);
        if (hosts.isEmpty()) {
            throw new IllegalArgumentException(
                    "the ledger's address names no host: expected " + SCHEME + "HOST/DATABASE");
        }
        List<String> login = at < 0 ? List.of() : login(authority.substring(0, at));
        boolean unsafe = "allowed".equals(parameters.remove(UNSAFE_COMMIT));
        return new PostgresAddress(
                hosts,
                decoded(before.substring(slash + 1)),
                login.stream().findFirst(),
                login.stream().skip(1).findFirst(),
                parameters,
                unsafe);
    }

    private static List<String> login(String text) {
        int colon = text.indexOf(':');
        List<String> parts = new ArrayList<>();
        parts.add(decoded(colon < 0 ? text : text.substring(0, colon)));
        if (colon >= 0) {
            parts.add(decoded(text.substring(colon + 1)));
        }
        return parts;
    }

    private static Map<String, String> parameters(String text) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String part : text.split("&", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                all.put(decoded(part.substring(0, equals)), decoded(part.substring(equals + 1)));
            }
        }
        return all;
    }

    private static String decoded(String text) {
        try {
            // A plus is a plus in an address, unlike in a form.
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the ledger's address has a '%' that begins no escape", e);
        }
    }

    /** The address as the driver takes it; without a login. */
    public String jdbcUrl() {
        return "jdbc:" + SCHEME + hosts + "/"
                + URLEncoder.encode(database, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** The login and the parameters as the driver takes them. */
    public Properties properties() {
        Properties all = new Properties();
        if (hosts.contains(",")) {
            all.setProperty("targetServerType", "primary");
        }
        parameters.forEach(all::setProperty);
        user.or(() -> Optional.ofNullable(System.getenv("PGUSER")))
                .ifPresent(name -> all.setProperty("user", name));
        password.or(() -> Optional.ofNullable(System.getenv("PGPASSWORD")))
                .ifPresent(secret -> all.setProperty("password", secret));
        return all;
    }

    @Override
    public String location() {
        return SCHEME + user.map(name -> name + "@").orElse("") + hosts + "/" + database;
    }

    @Override
    public String toString() {
        return location();
    }
}
