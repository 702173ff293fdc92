package dev.quietus.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.quietus.client.Effect;
import dev.quietus.client.FinishFacts;
import dev.quietus.gateway.mcp.message.McpMessage;

import java.time.Duration;
import java.util.Optional;

/**
 * Looks, with a tool that was declared for it, at what a call did. An effect that is seen is there;
 * that none is seen counts only where the call can't do anything any more.
 */
final class Observations {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ToolRules rules;
    private final OwnRequests own;

    Observations(ToolRules rules, OwnRequests own) {
        this.rules = rules;
        this.own = own;
    }

    /**
     * The same facts with what a look at the effect shows, where somebody can look. What the tool
     * says of itself is no look.
     *
     * @param ended whether the call is known to have come to its end
     */
    FinishFacts seen(ClientRequest request, FinishFacts facts, boolean ended) {
        boolean known = facts.effect().filter(each -> each != Effect.UNKNOWN).isPresent();
        if (known || request.isReadOnly()) {
            return facts;
        }
        return switch (look(request)) {
            case PRESENT -> facts.withEffect(Effect.PRESENT);
            case ABSENT -> ended ? facts.withEffect(Effect.ABSENT) : facts;
            case NOT_KNOWN -> facts;
        };
    }

    /** Looks now. */
    ObserverRule.Seen look(ClientRequest request) {
        Optional<ObserverRule> rule =
                request.tool().flatMap(tool -> rules.of(tool).observe());
        if (rule.isEmpty()) {
            return ObserverRule.Seen.NOT_KNOWN;
        }
        ObjectNode params = JsonNodeFactory.instance.objectNode();
        params.put("name", rule.get().tool());
        JsonNode arguments = request.params().path("arguments");
        params.set("arguments", rule.get().argumentsFor(arguments));
        return own.ask("tools/call", params, LIMIT)
                .filter(answer -> !answer.isError())
                .map(McpMessage::object)
                .map(result -> rule.get().look(result))
                .orElse(ObserverRule.Seen.NOT_KNOWN);
    }
}
