package dev.quietus.cli.exec;

import dev.quietus.cli.config.Connection;
import dev.quietus.client.RunAuthority;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a command finds of its run in its environment.
 *
 * @param connection the way to the server, of which it gets the address only
 * @param operation the operation that the command is
 * @param leaseToken the run's own token; an operator's is no business of the command's
 */
public record UnitEnvironment(
        Connection connection,
        RunAuthority authority,
        String operation,
        Optional<String> leaseToken) {

    /** The environment that is given to it, made of this program's own. */
    public Map<String, String> in(Map<String, String> own) {
        Map<String, String> environment = new HashMap<>(own);
        environment.put("QUIETUS_URL", connection.url().toString());
        environment.put("QUIETUS_RUN", authority.runId());
        environment.put("QUIETUS_LEASE", authority.lease());
        environment.put("QUIETUS_OPERATION", operation);
        environment.remove("QUIETUS_TOKEN");
        environment.remove("QUIETUS_TOKEN_FILE");
        leaseToken.ifPresent(token -> environment.put("QUIETUS_TOKEN", token));
        return environment;
    }
}
