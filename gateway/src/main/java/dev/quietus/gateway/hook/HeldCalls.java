package dev.quietus.gateway.hook;

import dev.quietus.client.Effect;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.Outcome;
import dev.quietus.client.json.JsonValue;
import dev.quietus.gateway.run.Admission;
import dev.quietus.gateway.run.ContentDigest;
import dev.quietus.gateway.run.GatewayRun;
import dev.quietus.gateway.run.GatewayWork;
import dev.quietus.gateway.run.Passage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The calls of built-in tools between their begin and their result. Two hooks that ask for the same
 * call, because one is installed and one is set for this run, get the same answer. Thread-safe.
 */
final class HeldCalls {
    /** The provider that knows what is reported by whoever ran it. */
    static final String ON_THIS_MACHINE = "execution";

    private final HookRules rules;
    private final Map<String, Held> held = new HashMap<>();

    HeldCalls(HookRules rules) {
        this.rules = rules;
    }

    /** One call. */
    private static final class Held {
        private final String session;
        private final String agent;
        private Optional<Admission> admission = Optional.empty();

        Held(HookEvent event) {
            this.session = event.session();
            this.agent = event.agent().orElse("");
        }

        boolean of(HookEvent event) {
            return session.equals(event.session()) && agent.equals(event.agent().orElse(""));
        }

        synchronized Admission ask(Function<Held, Admission> question) {
            if (admission.isEmpty()) {
                admission = Optional.of(question.apply(this));
            }
            return admission.get();
        }

        synchronized Optional<Passage> passage() {
            return admission.flatMap(each -> each instanceof Admission.Admitted(Passage passage)
                    ? Optional.of(passage)
                    : Optional.empty());
        }
    }

    /** Asks for a call, once. */
    Admission begin(HookEvent event, GatewayRun run) {
        String call = event.call().orElseGet(() -> UUID.randomUUID().toString());
        String key = key(event, call);
        Held mine;
        synchronized (this) {
            mine = held.computeIfAbsent(key, _ -> new Held(event));
        }
        Admission answer = mine.ask(_ -> run.begin(work(event, call)));
        if (!(answer instanceof Admission.Admitted)) {
            synchronized (this) {
                held.remove(key, mine);
            }
        }
        return answer;
    }

    private GatewayWork work(HookEvent event, String call) {
        String tool = HookRules.toolName(event.tool());
        String id = Names.part(event.tool()) + "-" + Names.mark(event.session()) + "-"
                + Names.part(call);
        ToolEffects effects = rules.effectsOf(event.tool());
        GatewayWork bare = GatewayWork.of(id, tool, "tool_call", effects.wire());
        GatewayWork work =
                effects == ToolEffects.REPORTED ? bare.withProvider(ON_THIS_MACHINE) : bare;
        Optional<JsonValue> arguments = event.body().member("tool_input");
        return arguments.isPresent()
                ? work.withArgumentsDigest(ContentDigest.of(arguments.get()))
                : work;
    }

    private static String key(HookEvent event, String call) {
        return event.session() + "/" + event.agent().orElse("") + "/" + call;
    }

    /**
     * Tells the result of a call; of one that is not held, nothing is known here. A tool that ended
     * by itself, in whatever way, has had what effect it has; nobody is to count on none.
     */
    void finish(HookEvent event, FinishFacts facts) {
        Optional<Held> mine;
        synchronized (this) {
            mine = event.call().map(call -> held.remove(key(event, call)));
        }
        FinishFacts whole = rules.effectsOf(event.tool()) == ToolEffects.REPORTED
                        && facts.outcome() != Outcome.CANCELLED
                ? facts.withEffect(Effect.PRESENT)
                : facts;
        mine.flatMap(Held::passage).ifPresent(passage -> passage.finishSoon(whole));
    }

    /** The turn in which calls were made is over: what is still held of it will not be reported. */
    void turnEnded(HookEvent event, FinishFacts facts) {
        taken(each -> each.of(event)).forEach(passage -> passage.finishSoon(facts));
    }

    /**
     * The agent is over: every call that is still held is told.
     *
     * @return how many
     */
    int agentEnded(FinishFacts facts) {
        List<Passage> left = taken(_ -> true);
        left.forEach(passage -> passage.finish(facts));
        return left.size();
    }

    private synchronized List<Passage> taken(Predicate<Held> which) {
        List<Passage> found = new ArrayList<>();
        held.values().removeIf(each -> {
            boolean wanted = which.test(each);
            if (wanted) {
                each.passage().ifPresent(found::add);
            }
            return wanted;
        });
        return found;
    }
}
