package dev.quietus.drill.cases;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What a server must know of the drill's own deployment service. */
final class DrillProvider {
    static final String NAME = "quietus-drill";
    static final String TOOLS = "quietus-drill.*";
    static final String TOOL = "quietus-drill.reserve_preview";
    /** A command on the drill's own machine; no work of the service, whatever its name. */
    static final String COMMAND = "quietus-drill.command";

    static final String OWNER = "team-deploys";

    private static final String TEMPLATE = "providers.yaml";

    private DrillProvider() {}

    /** The text of the providers file for a service that listens there. */
    static String yaml(String serviceUrl) {
        try (InputStream resource = DrillProvider.class.getResourceAsStream(TEMPLATE)) {
            if (resource == null) {
                throw new IllegalStateException("resource is missing: " + TEMPLATE);
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("{base_url}", serviceUrl);
        } catch (IOException failure) {
            throw new UncheckedIOException("resource cannot be read: " + TEMPLATE, failure);
        }
    }
}
