package dev.quietus.cli.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.config.Connection;
import dev.quietus.client.RunAuthority;
import dev.quietus.client.json.Json;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnitEnvironmentTest {
    private static final Map<String, String> OWN = Map.of(
            "PATH", "/bin", "QUIETUS_TOKEN", "operator", "QUIETUS_TOKEN_FILE", "/operator.token");

    private static Map<String, String> environment(String token) {
        Connection connection = new Connection(
                URI.create("http://127.0.0.1:7171"), "default", Optional.of(token), "a test");
        RunAuthority authority = RunAuthority.of(Json.parseObject(
                "{\"run_id\":\"r1\",\"lease\":\"lease-1\",\"revocation_epoch\":17}"));
        return new UnitEnvironment(connection, authority, "op", connection.leaseToken()).in(OWN);
    }

    @Test
    void tellsTheRunAndLeavesNoWayToAnOperatorsToken() {
        assertThat(environment("operator"))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "PATH",
                        "/bin",
                        "QUIETUS_URL",
                        "http://127.0.0.1:7171",
                        "QUIETUS_RUN",
                        "r1",
                        "QUIETUS_LEASE",
                        "lease-1",
                        "QUIETUS_OPERATION",
                        "op"));
    }

    @Test
    void passesTheRunsOwnTokenOn() {
        assertThat(environment("qtl_secret"))
                .containsEntry("QUIETUS_TOKEN", "qtl_secret")
                .doesNotContainKey("QUIETUS_TOKEN_FILE");
    }
}
