package dev.quietus.cli.mcp;

import dev.quietus.cli.config.Connection;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.SafeText;
import dev.quietus.client.Quietus;
import dev.quietus.gateway.mcp.HttpFront;
import dev.quietus.gateway.mcp.HttpWay;
import dev.quietus.gateway.mcp.McpGateway;
import dev.quietus.gateway.mcp.link.ServerLink;
import dev.quietus.gateway.mcp.link.ServerListener;
import dev.quietus.gateway.mcp.link.StdioServerLink;
import dev.quietus.gateway.run.GatewayRun;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** One {@code quietus mcp}, from the run to the exit code. */
public final class McpProgram {
    private static final int MOST_SECONDS = 120;

    private final McpWish wish;
    private final Console console;
    private final Quietus server;
    private final Connection connection;
    private final Path state;

    /**
     * Prepares one.
     *
     * @param server speaks with the run's lease token, or one with more say
     * @param state this machine's state folder
     */
    public McpProgram(
            McpWish wish, Console console, Quietus server, Connection connection, Path state) {
        this.wish = wish;
        this.console = console;
        this.server = server;
        this.connection = connection;
        this.state = state;
    }

    /** Serves until the client is gone, or this process is to end. */
    public int run() {
        GatewayRun run = GatewayRun.join(server, wish.run(), "mcp");
        McpGateway gateway =
                new McpGateway(run, wish.settings(), wish.rules(), way(run), this::say);
        AtomicBoolean ended = new AtomicBoolean();
        CountDownLatch done = new CountDownLatch(1);
        Thread hook = new Thread(() -> end(gateway, run, ended, done), "quietus-mcp-end");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            serve(gateway);
        } catch (IOException e) {
            throw new CommandException(Exit.ERROR, "mcp: " + e.getMessage(), e);
        } finally {
            end(gateway, run, ended, done);
        }
        return gateway.isStopped() ? Exit.RUN_STOPPED : Exit.DONE;
    }

    private void serve(McpGateway gateway) throws IOException {
        if (wish.listen().isEmpty()) {
            gateway.serve(
                    new FileInputStream(FileDescriptor.in),
                    new FileOutputStream(FileDescriptor.out));
            return;
        }
        try (HttpFront front = HttpFront.open(gateway, wish.listen().get())) {
            say("listening on " + front.url());
            console.flush();
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends everything once; whoever comes second waits for it. */
    private void end(McpGateway gateway, GatewayRun run, AtomicBoolean ended, CountDownLatch done) {
        if (ended.compareAndSet(false, true)) {
            try {
                gateway.close();
                run.close();
                run.untold().forEach(each -> say("not told to the server: " + each));
            } finally {
                done.countDown();
            }
            return;
        }
        try {
            done.await(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private McpGateway.Way way(GatewayRun run) {
        return switch (wish.server()) {
            case McpWish.Program program -> started(program, run);
            case McpWish.Remote(var url, var headers) ->
                new HttpWay(url, headers, wish.settings().longestMessage());
        };
    }

    private McpGateway.Way started(McpWish.Program program, GatewayRun run) {
        ServerUnits units = new ServerUnits(
                wish.settings().name(),
                program.command(),
                console.directory().toAbsolutePath(),
                console.env(),
                connection,
                server,
                wish.run(),
                state,
                () -> run.scope().isCancelled(),
                this::say);
        return new McpGateway.Way() {
            @Override
            public ServerLink open(ServerListener listener) throws IOException {
                return new StdioServerLink(
                        units.start(), wish.settings().longestMessage(), listener);
            }
        };
    }

    private void say(String line) {
        console.note("quietus: " + wish.settings().name() + ": " + SafeText.of(line));
    }
}
