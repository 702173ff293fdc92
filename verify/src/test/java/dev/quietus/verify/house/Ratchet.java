package dev.quietus.verify.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;

/**
 * A rule that does not hold everywhere yet: how often it may be broken stands in
 * {@code house-ratchet.properties}. The number may only fall; when it could be lower, the test says
 * so, and the file is changed to the lower number.
 */
final class Ratchet {

    private static final String FILE = "/house-ratchet.properties";

    private static final Properties ALLOWED = read();

    private Ratchet() {}

    /** Fails unless the rule is broken exactly as often as the file says. */
    static void check(String rule, List<String> broken) {
        String allowed = ALLOWED.getProperty(rule);
        assertThat(allowed).as("%s in %s", rule, FILE).isNotNull();
        int limit = Integer.parseInt(allowed);
        assertThat(broken)
                .as(
                        "%s: %d allowed, found %d. More: mend them. Fewer: lower the number in %s",
                        rule, limit, broken.size(), FILE)
                .hasSize(limit);
    }

    private static Properties read() {
        Properties properties = new Properties();
        try (InputStream in = Ratchet.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException("House ratchet: no " + FILE + " on the class path");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
