package dev.quietus.gateway.hook;

import dev.quietus.client.Effect;
import dev.quietus.client.ExpectedEffects;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.Outcome;
import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.run.Admission;
import dev.quietus.gateway.run.ContentDigest;
import dev.quietus.gateway.run.GatewayRun;
import dev.quietus.gateway.run.GatewayWork;
import dev.quietus.gateway.run.Passage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an agent says at the end of a turn that it keeps going: background tasks, and timers that
 * will wake it. Each is an operation of the run for as long as the agent lists it. Thread-safe.
 */
final class Background {
    private static final int MOST_LISTED = 200;
    private static final Set<String> OVER =
            Set.of("completed", "failed", "killed", "stopped", "cancelled");

    private final HookRules rules;
    private final Map<String, Going> going = new HashMap<>();

    Background(HookRules rules) {
        this.rules = rules;
    }

    /** One that goes on. */
    private record Going(String list, Passage passage, boolean timer) {}

    /** Compares the lists of an event with what is known, and records the difference. */
    synchronized void listed(HookEvent event, GatewayRun run) {
        String list = event.session() + "/" + event.agent().orElse("");
        compare(event, "background_tasks", list, run);
        compare(event, "session_crons", list, run);
    }

    private void compare(HookEvent event, String member, String whose, GatewayRun run) {
        Optional<List<JsonObject>> told =
                event.body().optionalArray(member).map(array -> array.objects());
        if (told.isEmpty()) {
            return;
        }
        String list = whose + "/" + member;
        Set<String> listed = new HashSet<>();
        for (JsonObject item :
                told.get().subList(0, Math.min(MOST_LISTED, told.get().size()))) {
            String id = item.optionalString("id").orElse("");
            String status = item.optionalString("status").orElse("running");
            String key = list + "/" + id;
            if (id.isEmpty()) {
                continue;
            }
            if (OVER.contains(status)) {
                Optional.ofNullable(going.remove(key))
                        .ifPresent(each -> each.passage().finishSoon(ended(status)));
                continue;
            }
            listed.add(key);
            if (!going.containsKey(key)) {
                begin(event, item, id, member.equals("session_crons"), run)
                        .ifPresent(passage -> going.put(
                                key, new Going(list, passage, member.equals("session_crons"))));
            }
        }
        going.entrySet().removeIf(entry -> {
            boolean gone = entry.getValue().list().equals(list) && !listed.contains(entry.getKey());
            if (gone) {
                entry.getValue().passage().finishSoon(gone(entry.getValue().timer()));
            }
            return gone;
        });
    }

    private Optional<Passage> begin(
            HookEvent event, JsonObject item, String id, boolean timer, GatewayRun run) {
        String type = item.optionalString("type").orElse("");
        boolean command = item.has("command") || type.contains("shell") || type.contains("bash");
        GatewayWork work = GatewayWork.of(
                        (timer ? "timer-" : "background-") + Names.mark(event.session()) + "-"
                                + Names.part(id),
                        timer ? "agent.timer" : "agent.background",
                        timer ? "timer" : "tool_call",
                        command ? rules.effectsOf("Bash").wire() : ExpectedEffects.NONE)
                .withArgumentsDigest(ContentDigest.of(item.without("status")));
        // A refusal changes nothing here: it goes on already, and the end of the agent ends it.
        return run.begin(work) instanceof Admission.Admitted(Passage passage)
                ? Optional.of(passage)
                : Optional.empty();
    }

    private static FinishFacts ended(String status) {
        String words = "the agent lists it as " + status;
        return switch (status) {
            case "completed" -> FinishFacts.succeeded().withDetail(words);
            case "failed" -> FinishFacts.failed(words);
            default -> FinishFacts.cancelled().withError(words);
        };
    }

    private static FinishFacts gone(boolean timer) {
        return timer
                ? FinishFacts.of(Outcome.CANCELLED)
                        .withEffect(Effect.NONE)
                        .withDetail("the agent no longer lists this timer")
                : FinishFacts.failed("the agent no longer lists it; how it ended was not told");
    }

    /**
     * The agent is over, and its tasks and timers with it.
     *
     * @return how many there were
     */
    synchronized int agentEnded(FinishFacts facts) {
        List<Going> left = new ArrayList<>(going.values());
        going.clear();
        left.forEach(each -> each.passage().finish(facts));
        return left.size();
    }
}
