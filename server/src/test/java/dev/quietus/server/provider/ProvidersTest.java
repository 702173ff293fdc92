package dev.quietus.server.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.core.operation.ToolName;
import dev.quietus.core.settlement.Provider;
import dev.quietus.core.settlement.ProviderName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProvidersTest {
    private static final String FILE = """
            providers:
              wide:
                type: http
                base_url: http://127.0.0.1:1
                tools: ["*"]
              exact:
                type: http
                base_url: http://127.0.0.1:1
                tools: [deployment.reserve_preview]
              narrow:
                type: http
                base_url: http://127.0.0.1:1
                tools: ["deployment.*"]
            """;

    @Test
    void findsByNameAndByTheMostSpecificPattern() {
        try (Providers providers = ProviderFile.parse(FILE, "providers.yaml", Map.of())) {
            assertThat(providers.named(new ProviderName("narrow"))).isPresent();
            assertThat(providers.named(new ProviderName("nobody"))).isEmpty();
            assertThat(nameFor(providers, "deployment.reserve_preview")).contains("exact");
            assertThat(nameFor(providers, "deployment.delete")).contains("narrow");
            assertThat(nameFor(providers, "ticket.update")).contains("wide");
        }
    }

    @Test
    void listsProfilesByName() {
        try (Providers providers = ProviderFile.parse(FILE, "providers.yaml", Map.of())) {
            assertThat(providers.profiles())
                    .extracting(profile -> profile.name().value())
                    .containsExactly("exact", "narrow", "wide");
        }
    }

    @Test
    void knowsNothingIfThereIsNone() {
        assertThat(Providers.none().profiles()).isEmpty();
        assertThat(nameFor(Providers.none(), "deployment.delete")).isEmpty();
    }

    @Test
    void refusesTwoOfOneNameOrOnePattern() {
        Provider first = TestingCalls.provider("http://127.0.0.1:1", "tools: [a.b]");
        Provider second = TestingCalls.provider("http://127.0.0.1:1", "tools: [c]");

        assertThatThrownBy(() -> Providers.of(List.of(first, second)))
                .hasMessage("provider p is there twice");
    }

    private static Optional<String> nameFor(Providers providers, String tool) {
        return providers
                .forTool(new ToolName(tool))
                .map(provider -> provider.profile().name().value());
    }
}
