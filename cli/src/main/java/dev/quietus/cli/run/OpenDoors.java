package dev.quietus.cli.run;

import dev.quietus.gateway.hook.AgentEnd;
import dev.quietus.gateway.hook.HookDoor;
import dev.quietus.gateway.hook.HookRules;
import dev.quietus.gateway.hook.ToolEffects;
import dev.quietus.gateway.model.ModelGateway;
import dev.quietus.gateway.model.dialect.Dialect;
import dev.quietus.gateway.run.GatewayRun;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/** The gateways of one run that live in this process. Closed when its agent has ended. */
final class OpenDoors implements AutoCloseable {
    /** One door of the OpenAI APIs serves both of them, by the path of the request. */
    private static final Map<String, Dialect> DIALECTS = Map.of(
            ModelDoors.ANTHROPIC,
            Dialect.ANTHROPIC,
            ModelDoors.OPENAI,
            Dialect.RESPONSES,
            ModelDoors.GEMINI,
            Dialect.GEMINI);

    private final HookDoor hooks;
    private final Optional<ModelGateway> models;
    private final Set<String> apis;

    private OpenDoors(HookDoor hooks, Optional<ModelGateway> models, Set<String> apis) {
        this.hooks = hooks;
        this.models = models;
        this.apis = apis;
    }

    /**
     * Opens them.
     *
     * @param run the run
     * @param found what is to be put behind
     * @param toolEffects what is known of single tools
     * @throws IOException when no port can be had
     */
    static OpenDoors open(
            GatewayRun run, AgentWiring.Found found, Map<String, ToolEffects> toolEffects)
            throws IOException {
        HookRules rules = HookRules.usual().withGated(found.servers().keySet());
        for (Map.Entry<String, ToolEffects> each : toolEffects.entrySet()) {
            rules = rules.with(each.getKey(), each.getValue());
        }
        HookDoor hooks = HookDoor.open(run, rules);
        if (found.upstreams().isEmpty()) {
            return new OpenDoors(hooks, Optional.empty(), Set.of());
        }
        try {
            return new OpenDoors(
                    hooks,
                    Optional.of(models(run, found.upstreams())),
                    Set.copyOf(found.upstreams().keySet()));
        } catch (IOException | IllegalArgumentException e) {
            hooks.close();
            throw e;
        }
    }

    private static ModelGateway models(GatewayRun run, Map<String, URI> upstreams)
            throws IOException {
        ModelGateway.Builder builder = ModelGateway.of(run);
        upstreams.forEach((name, base) -> Optional.ofNullable(DIALECTS.get(name))
                .ifPresent(dialect -> builder.upstream(dialect, base)));
        return builder.start();
    }

    /** The address of the door for hooks. */
    String hooks() {
        return hooks.base();
    }

    /** By dialect, where the model API is now; the addresses hold the secret. */
    Map<String, String> models() {
        return each((gateway, dialect) -> gateway.url(dialect).toString());
    }

    /** The same for whoever can't keep an address to itself. */
    Map<String, String> readable() {
        return each((gateway, dialect) -> gateway.readableUrl(dialect).toString());
    }

    private <T> Map<String, T> each(BiFunction<ModelGateway, Dialect, T> shown) {
        Map<String, T> all = new HashMap<>();
        for (Map.Entry<String, Dialect> each : DIALECTS.entrySet()) {
            models.filter(_ -> apis.contains(each.getKey()))
                    .ifPresent(it -> all.put(each.getKey(), shown.apply(it, each.getValue())));
        }
        return all;
    }

    /**
     * The agent has ended with everything that it started, and that is proven.
     *
     * @return how many calls were still in flight
     */
    int agentEnded(AgentEnd end) {
        return hooks.agentEnded(end);
    }

    @Override
    public void close() {
        models.ifPresent(ModelGateway::close);
        hooks.close();
    }
}
