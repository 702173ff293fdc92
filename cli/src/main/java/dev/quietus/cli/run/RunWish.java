package dev.quietus.cli.run;

import dev.quietus.client.ExpectedEffects;
import dev.quietus.execution.Units;
import dev.quietus.gateway.hook.ToolEffects;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was asked for.
 *
 * @param run the run's id
 * @param parent the run below which it is registered
 * @param task what it is for
 * @param owner who is asked when an outcome stays unknown
 * @param allow the tools that it may use; empty for all, or for all that its parent may
 * @param validFor how long its lease lives; empty for the server's usual time
 * @param agent which agent it is
 * @param effects what the agent's process may change by itself; empty for what is usual for it
 * @param toolEffects by the agent's name of a tool, what is known of its effects
 * @param upstreams where the model APIs are, by dialect, where not where the agent has them
 * @param grace how long the agent may take to end by itself when it is stopped
 * @param settleTimeout how long outcomes are looked for after a stop by Ctrl-C or a signal; empty
 *     for what is usual
 * @param containment what is wanted of its containment
 * @param quiet whether nothing is said while all goes well
 * @param command the program and its arguments
 */
public record RunWish(
        String run,
        Optional<String> parent,
        Optional<String> task,
        Optional<String> owner,
        List<String> allow,
        Optional<Duration> validFor,
        KnownAgent agent,
        Optional<ExpectedEffects> effects,
        Map<String, ToolEffects> toolEffects,
        Map<String, URI> upstreams,
        Duration grace,
        Optional<Duration> settleTimeout,
        Units.Wish containment,
        boolean quiet,
        List<String> command) {
    /** Copies what may be changed by the caller. */
    public RunWish {
        allow = List.copyOf(allow);
        toolEffects = Map.copyOf(toolEffects);
        upstreams = Map.copyOf(upstreams);
        command = List.copyOf(command);
    }

    /** The name of the agent's program as it stands in records. */
    String program() {
        String word = command.getFirst();
        String base = word.substring(word.lastIndexOf('/') + 1).replaceAll("[^!-~]", "_");
        return base.length() > 100 ? base.substring(0, 100) : base;
    }
}
