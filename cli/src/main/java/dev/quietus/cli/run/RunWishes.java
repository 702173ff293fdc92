package dev.quietus.cli.run;

import dev.quietus.cli.config.Connection;
import dev.quietus.cli.view.CommandException;

import java.net.URI;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** What is not said on the command line and follows from what is. */
public final class RunWishes {
    private static final int MARK_BYTES = 4;

    private RunWishes() {}

    /** Which agent a program is. */
    public static KnownAgent agentOf(String program) {
        return KnownAgent.of(program);
    }

    /** A new id that begins with the program's name. */
    public static String freshId(String program) {
        String base = program.substring(program.lastIndexOf('/') + 1);
        String name = base.replaceAll("[^A-Za-z0-9._-]", "_");
        byte[] mark = new byte[MARK_BYTES];
        new SecureRandom().nextBytes(mark);
        return (name.length() > 60 ? name.substring(0, 60) : name) + "-"
                + HexFormat.of().formatHex(mark);
    }

    /** The run inside of which this is: a run's own token can register runs below it only. */
    public static Optional<String> parentOf(Map<String, String> env, Connection connection) {
        return connection.leaseToken().isPresent()
                ? Optional.ofNullable(env.get("QUIETUS_RUN")).filter(run -> !run.isBlank())
                : Optional.empty();
    }

    /**
     * The addresses of model APIs.
     *
     * @throws CommandException if one is none, or the API is not known
     */
    public static Map<String, URI> upstreams(Map<String, String> written) {
        Map<String, URI> upstreams = new HashMap<>();
        written.forEach((name, url) -> {
            if (!ModelDoors.NAMES.contains(name)) {
                throw CommandException.usage("run: --upstream: there is no API '" + name
                        + "'; expected anthropic, openai or gemini");
            }
            upstreams.put(
                    name,
                    ModelDoors.address(url)
                            .orElseThrow(() -> CommandException.usage(
                                    "run: --upstream: expected http://HOST or https://HOST,"
                                            + " found '" + url + "'")));
        });
        return upstreams;
    }
}
