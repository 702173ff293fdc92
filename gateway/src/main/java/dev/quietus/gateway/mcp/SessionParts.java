package dev.quietus.gateway.mcp;

import dev.quietus.gateway.mcp.link.ServerLink;
import dev.quietus.gateway.run.GatewayRun;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What the parts of one session share.
 *
 * @param run the run in whose name tools are called
 * @param settings the bounds
 * @param rules what the user declares of the tools
 * @param requests the client's requests in flight
 * @param own the gateway's own requests
 * @param tools what the server says of its tools
 * @param link the way to the server
 * @param threads where work goes that waits
 * @param timer when it is time for something
 * @param notes lines for people; never any content
 */
record SessionParts(
        GatewayRun run,
        McpSettings settings,
        ToolRules rules,
        Requests requests,
        OwnRequests own,
        ToolNotes tools,
        Supplier<ServerLink> link,
        Executor threads,
        ScheduledExecutorService timer,
        Consumer<String> notes) {

    /** Does something after a while, in a thread that may wait. */
    void after(Duration pause, Runnable work) {
        if (!timer.isShutdown()) {
            var _ = timer.schedule(
                    () -> threads.execute(work), pause.toNanos(), TimeUnit.NANOSECONDS);
        }
    }
}
