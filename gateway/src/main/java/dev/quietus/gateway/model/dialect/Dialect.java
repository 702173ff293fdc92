package dev.quietus.gateway.model.dialect;

import java.util.Optional;

/** A model API. */
public enum Dialect {
    /** Anthropic Messages. */
    ANTHROPIC("anthropic", "model.anthropic"),

    /** OpenAI Responses. */
    RESPONSES("responses", "model.openai"),

    /** OpenAI Chat Completions, and what is made after it. */
    CHAT("chat", "model.chat"),

    /** Gemini's generateContent. */
    GEMINI("gemini", "model.gemini");

    private final String routeName;
    private final String tool;

    Dialect(String routeName, String tool) {
        this.routeName = routeName;
        this.tool = tool;
    }

    /** Its name in the gateway's paths. */
    public String routeName() {
        return routeName;
    }

    /** The tool that its requests are recorded as. */
    public String tool() {
        return tool;
    }

    /** The dialect of that name in a path. */
    public static Optional<Dialect> named(String routeName) {
        for (Dialect dialect : values()) {
            if (dialect.routeName.equals(routeName)) {
                return Optional.of(dialect);
            }
        }
        return Optional.empty();
    }
}
