package dev.quietus.drill.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The providers file that tells a control plane about the deployment service. */
public final class ProviderDeclaration {
    private static final String TEMPLATE = "providers.yaml";

    private ProviderDeclaration() {}

    /**
     * The text of the file.
     *
     * @param baseUrl where the service listens
     * @param quietPeriod how long nothing may move before its part of a stop counts as quiet
     * @param settleTimeout how long an outcome is looked for before it is called unknown
     * @throws IllegalArgumentException when the URL is no plain http URL, or a duration is not at
     *     least a millisecond
     */
    public static String yaml(String baseUrl, Duration quietPeriod, Duration settleTimeout) {
        if (!baseUrl.matches("http://[0-9A-Za-z.:\\[\\]-]+")) {
            throw new IllegalArgumentException("base URL must be http://HOST:PORT: " + baseUrl);
        }
        return template()
                .replace("{base_url}", baseUrl)
                .replace("{quiet_period}", text(quietPeriod))
                .replace("{settle_timeout}", text(settleTimeout));
    }

    private static String text(Duration duration) {
        if (duration.toMillis() < 1) {
            throw new IllegalArgumentException("duration must be at least 1 ms: " + duration);
        }
        return duration.toMillisPart() == 0
                ? duration.toSeconds() + "s"
                : duration.toMillis() + "ms";
    }

    private static String template() {
        try (InputStream resource = ProviderDeclaration.class.getResourceAsStream(TEMPLATE)) {
            if (resource == null) {
                throw new IllegalStateException("resource is missing: " + TEMPLATE);
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException("resource cannot be read: " + TEMPLATE, failure);
        }
    }
}
