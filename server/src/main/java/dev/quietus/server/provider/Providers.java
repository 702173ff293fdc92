package dev.quietus.server.provider;

import dev.quietus.core.operation.ToolName;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.settlement.Provider;
import dev.quietus.core.settlement.ProviderDirectory;
import dev.quietus.core.settlement.ProviderName;
import dev.quietus.core.settlement.ProviderProfile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The providers that are known to this server, by name and by tool. Immutable and safe for several
 * threads.
 */
public final class Providers implements ProviderDirectory, AutoCloseable {
    private static final Providers NONE = new Providers(Map.of(), Map.of(), () -> {});

    private final Map<ProviderName, Provider> byName;
    private final Map<CapabilityPattern, Provider> byPattern;
    private final Runnable close;

    private Providers(
            Map<ProviderName, Provider> byName,
            Map<CapabilityPattern, Provider> byPattern,
            Runnable close) {
        this.byName = new TreeMap<>(byName);
        this.byPattern = Map.copyOf(byPattern);
        this.close = close;
    }

    /** No provider at all: everything that starts stays unknown until a person settles it. */
    public static Providers none() {
        return NONE;
    }

    /**
     * A registry of these providers.
     *
     * @throws IllegalArgumentException when two have one name, or one tool pattern
     */
    public static Providers of(Collection<? extends Provider> providers) {
        return of(providers, () -> {});
    }

    /** The same, with something to release at the end. */
    static Providers of(Collection<? extends Provider> providers, Runnable close) {
        Map<ProviderName, Provider> byName = new HashMap<>();
        Map<CapabilityPattern, Provider> byPattern = new HashMap<>();
        for (Provider provider : providers) {
            ProviderProfile profile = provider.profile();
            if (byName.putIfAbsent(profile.name(), provider) != null) {
                throw new IllegalArgumentException(
                        "provider " + profile.name() + " is there twice");
            }
            for (CapabilityPattern pattern : profile.tools()) {
                Provider other = byPattern.putIfAbsent(pattern, provider);
                if (other != null) {
                    throw new IllegalArgumentException(
                            "tool pattern " + pattern + " of provider " + profile.name()
                                    + " is also one of " + other.profile().name());
                }
            }
        }
        return new Providers(byName, byPattern, close);
    }

    /**
     * These and one more.
     *
     * @throws IllegalArgumentException when its name is taken
     */
    public Providers and(Provider more) {
        List<Provider> all = new ArrayList<>(byName.values());
        all.add(more);
        return of(all, close);
    }

    @Override
    public Optional<Provider> find(Optional<ProviderName> named, ToolName tool) {
        return named.isPresent() ? named(named.get()) : forTool(tool);
    }

    /** The provider of this name. */
    public Optional<Provider> named(ProviderName name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * The provider that does this tool's work by declaration: the one with the most specific
     * pattern, an exact name before a longer prefix before a shorter one. There is at most one,
     * because two patterns that are equally specific and match one tool are the same pattern.
     */
    public Optional<Provider> forTool(ToolName tool) {
        return byPattern.entrySet().stream()
                .filter(entry -> entry.getKey().matches(tool.value()))
                .max((one, other) ->
                        Integer.compare(specificity(one.getKey()), specificity(other.getKey())))
                .map(Map.Entry::getValue);
    }

    private static int specificity(CapabilityPattern pattern) {
        String value = pattern.value();
        return value.endsWith("*") ? value.length() : Integer.MAX_VALUE;
    }

    /** What is declared of each, in the order of their names. */
    public List<ProviderProfile> profiles() {
        return byName.values().stream().map(Provider::profile).toList();
    }

    /** Lets go of connections; calls under way end without an answer. May be called repeatedly. */
    @Override
    public void close() {
        close.run();
    }
}
