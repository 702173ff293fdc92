package dev.quietus.core.settlement;

import dev.quietus.core.operation.ToolName;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The providers of a test. */
public final class TestingProviders implements ProviderDirectory {
    private final List<Provider> providers = new ArrayList<>();

    /** A directory of these. */
    public TestingProviders(Provider... providers) {
        this.providers.addAll(List.of(providers));
    }

    @Override
    public Optional<Provider> find(Optional<ProviderName> named, ToolName tool) {
        return providers.stream()
                .filter(provider -> named.map(provider.profile().name()::equals)
                        .orElseGet(() -> provider.profile().serves(tool.value())))
                .findFirst();
    }

    /** One more. */
    public TestingProvider add(TestingProvider provider) {
        providers.add(provider);
        return provider;
    }

    /** Nothing is declared any more. */
    public void forgetAll() {
        providers.clear();
    }
}
