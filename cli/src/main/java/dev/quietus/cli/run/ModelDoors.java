package dev.quietus.cli.run;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The names of the model APIs here, where they are usually, and how an environment names them. */
final class ModelDoors {
    static final String ANTHROPIC = "anthropic";
    static final String OPENAI = "openai";
    static final String GEMINI = "gemini";
    static final Set<String> NAMES = Set.of(ANTHROPIC, OPENAI, GEMINI);

    private static final Map<String, String> USUAL = Map.of(
            ANTHROPIC,
            "https://api.anthropic.com",
            OPENAI,
            "https://api.openai.com/v1",
            GEMINI,
            "https://generativelanguage.googleapis.com");

    /** The variable in which libraries and agents look for the address. */
    private static final Map<String, String> VARIABLE = Map.of(
            ANTHROPIC,
            "ANTHROPIC_BASE_URL",
            OPENAI,
            "OPENAI_BASE_URL",
            GEMINI,
            "GOOGLE_GEMINI_BASE_URL");

    private ModelDoors() {}

    /** Where an API is, as the environment says or as is usual; empty if that is no address. */
    static Optional<URI> upstream(String name, AgentWiring.Start start) {
        String written = start.variable(VARIABLE.getOrDefault(name, ""))
                .orElse(USUAL.getOrDefault(name, ""));
        return address(written);
    }

    /** An address of a web server; empty if it is none. */
    static Optional<URI> address(String written) {
        try {
            URI url = URI.create(written.strip());
            boolean web = "http".equalsIgnoreCase(url.getScheme())
                    || "https".equalsIgnoreCase(url.getScheme());
            return web && url.getHost() != null ? Optional.of(url) : Optional.empty();
        } catch (IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }

    /** The variables that point at the doors. */
    static Map<String, String> variables(Map<String, String> doors) {
        Map<String, String> variables = new HashMap<>();
        doors.forEach((name, url) ->
                Optional.ofNullable(VARIABLE.get(name)).ifPresent(it -> variables.put(it, url)));
        return variables;
    }
}
