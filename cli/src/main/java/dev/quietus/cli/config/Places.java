package dev.quietus.cli.config;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where Quietus keeps things on this machine (XDG Base Directory Specification).
 *
 * @param env the environment
 * @param directory where relative paths begin
 */
public record Places(Map<String, String> env, Path directory) {

    /** Keys, tokens and the ledger: {@code $XDG_STATE_HOME/quietus}. */
    public Path state() {
        return home("XDG_STATE_HOME", ".local/state").resolve("quietus");
    }

    /** The user's own configuration: {@code $XDG_CONFIG_HOME/quietus}. */
    public Path config() {
        return home("XDG_CONFIG_HOME", ".config").resolve("quietus");
    }

    /** The token that the first start of a server writes for its operator. */
    public Path operatorToken() {
        return state().resolve("operator.token");
    }

    /** The public keys of receipts. */
    public Path keys() {
        return state().resolve("keys");
    }

    /** A path as the user wrote it, from the working directory; {@code ~/} is the home. */
    public Path path(String written) {
        if (written.startsWith("~/")) {
            return Path.of(userHome()).resolve(written.substring(2));
        }
        return directory.resolve(written);
    }

    /** A relative value is ignored, as the specification wants. */
    private Path home(String variable, String otherwise) {
        String set = env.getOrDefault(variable, "");
        if (!set.isEmpty()) {
            Path path = Path.of(set);
            if (path.isAbsolute()) {
                return path;
            }
        }
        return Path.of(userHome()).resolve(otherwise);
    }

    private String userHome() {
        String home = env.getOrDefault("HOME", "");
        return home.isEmpty() ? System.getProperty("user.home", "") : home;
    }
}
