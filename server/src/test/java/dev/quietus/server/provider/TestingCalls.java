package dev.quietus.server.provider;

import dev.quietus.core.operation.IdempotencyKey;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.operation.ToolName;
import dev.quietus.core.run.TreeId;
import dev.quietus.core.settlement.ProviderCall;
import dev.quietus.core.settlement.ProviderName;

import java.util.Map;
import java.util.Optional;

/** Operations to ask about. */
final class TestingCalls {
    private TestingCalls() {}

    /** An operation of which a job and an effect are known. */
    static ProviderCall call() {
        return call("reserve-1", Optional.of("preview-7712"), Optional.of("r-1"));
    }

    /** An operation of which nothing was reported. */
    static ProviderCall callWithoutJob() {
        return call("reserve-1", Optional.empty(), Optional.empty());
    }

    static ProviderCall call(String operation, Optional<String> job, Optional<String> effect) {
        return new ProviderCall(
                new TreeId("tree-1"),
                OperationKey.of("run-1", operation),
                new ToolName("deployment.reserve_preview"),
                new IdempotencyKey("key-1"),
                3,
                job,
                effect);
    }

    /** The only provider of a declaration, whose lines are the keys of one provider called p. */
    static HttpProvider provider(String base, String keys) {
        String text =
                "providers:\n  p:\n    type: http\n    base_url: " + base + "\n" + keys.indent(4);
        Providers providers = ProviderFile.parse(text, "providers.yaml", Map.of());
        return (HttpProvider) providers.named(new ProviderName("p")).orElseThrow();
    }
}
