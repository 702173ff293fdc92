package dev.quietus.server.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.settlement.ProviderName;
import dev.quietus.core.settlement.ProviderProfile;
import dev.quietus.core.settlement.RecoveryPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderFileTest {
    private static final String FULL = """
            providers:
              deployment:
                type: http
                base_url: http://127.0.0.1:7272
                tools: ["deployment.*"]
                cancel:  { method: POST, path: "/previews/{provider_job}/cancel", timeout: 5s }
                observe: { method: GET, path: "/reservations?run={run_id}", timeout: 5s,
                           present: "$.items[?(@.operation_id == '{operation_id}')]",
                           absent_on: [404],
                           ended: "$.job.ended_at" }
                quiet_period: 20s
                settle_timeout: 2m
                reobserve_interval: 1h
                reconcile_owner: team-deploys
                fences: revocation_epoch
                idempotency_retention: 48h
                idempotent_cancel: true
                undo:    { method: DELETE, path: "/reservations/{effect_id}", owner: team-deploys }
            """;

    private static HttpProvider only(String text) {
        Providers providers = ProviderFile.parse(text, "providers.yaml", Map.of("TOKEN", "s3cret"));
        return (HttpProvider)
                providers.named(providers.profiles().getFirst().name()).orElseThrow();
    }

    @Test
    void readsEveryKey() {
        HttpProvider provider = only(FULL);

        assertThat(provider.profile())
                .isEqualTo(new ProviderProfile(
                        new ProviderName("deployment"),
                        List.of(new CapabilityPattern("deployment.*")),
                        Duration.ofSeconds(20),
                        Duration.ofMinutes(2),
                        Duration.ofHours(1),
                        Optional.of("team-deploys"),
                        true,
                        true,
                        true,
                        true,
                        true,
                        Optional.of(new RecoveryPath(
                                "DELETE /reservations/{effect_id}", Optional.of("team-deploys")))));
        assertThat(provider.idempotencyRetention()).contains(Duration.ofDays(2));
    }

    @Test
    void hasDefaultsForTheRest() {
        assertThat(only("providers: { p: { type: http, base_url: 'http://h' } }")
                        .profile())
                .isEqualTo(new ProviderProfile(
                        new ProviderName("p"),
                        List.of(),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(60),
                        Optional.empty(),
                        false,
                        false,
                        false,
                        false,
                        false,
                        Optional.empty()));
    }

    @Test
    void readsTheExampleOfTheReference() throws IOException {
        Path docs = Path.of(System.getProperty("quietus.root", "..")).resolve("docs/providers.md");
        Matcher example = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(docs));

        assertThat(example.find()).isTrue();
        assertThat(ProviderFile.parse(
                                example.group(1), "providers.yaml", Map.of("DEPLOY_TOKEN", "x"))
                        .profiles())
                .hasSize(1);
    }

    @Test
    void loadsAFileWithAByteOrderMark(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("providers.yaml"), "\uFEFF" + FULL);

        try (Providers providers = ProviderFile.load(file)) {
            assertThat(providers.profiles()).hasSize(1);
        }
    }

    @Test
    void mayDeclareNoProvider() {
        assertThat(ProviderFile.parse("providers: {}", "providers.yaml").profiles())
                .isEmpty();
    }

    @Test
    void mayShareAPartByAnAnchor() {
        String text = """
                providers:
                  a: { type: http, base_url: 'http://h', observe: &look { path: /x, present: $.x } }
                  b: { type: http, base_url: 'http://h', observe: *look }
                """;

        assertThat(ProviderFile.parse(text, "providers.yaml").profiles())
                .extracting(ProviderProfile::observes)
                .containsExactly(true, true);
    }

    @Test
    void sendsAHeaderFromTheEnvironmentAndNeverShowsIt() throws IOException {
        try (TestingService service = TestingService.answering(TestingService.Reply.of(200))) {
            HttpProvider provider =
                    only("providers: { p: { type: http, base_url: '" + service.url() + "/api/',"
                            + " headers: { authorization: 'Bearer ${TOKEN}!' },"
                            + " cancel: { path: /c } } }");
            provider.cancel(TestingCalls.call());

            assertThat(service.onlyRequest().target()).isEqualTo("/api/c");
            assertThat(service.onlyRequest().header("authorization")).contains("Bearer s3cret!");
            assertThat(new FixedHeaders(Map.of("authorization", "s3cret")).toString())
                    .isEqualTo("FixedHeaders[authorization]");
        }
    }

    @Test
    void saysWhichFileCannotBeRead(@TempDir Path folder) throws IOException {
        assertThatThrownBy(() -> ProviderFile.load(folder.resolve("none.yaml")))
                .isInstanceOf(ProviderFileException.class)
                .hasMessageStartingWith("none.yaml: cannot be read: ");
        Path latin = Files.write(folder.resolve("latin.yaml"), new byte[] {'#', (byte) 0xe4});
        assertThatThrownBy(() -> ProviderFile.load(latin)).hasMessage("latin.yaml: is not UTF-8");
        Path large = Files.writeString(
                folder.resolve("large.yaml"), "#".repeat(ProviderFile.MAX_BYTES + 1));
        assertThatThrownBy(() -> ProviderFile.load(large))
                .hasMessage("large.yaml: is larger than 1048576 bytes");
    }
}
