package dev.quietus.verify.gateway.mcp;

import dev.quietus.gateway.mcp.link.ServerProcess;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A server's process in its plainest form: for servers that start nothing and end when asked. */
final class NodeProcess implements ServerProcess {
    private final Process process;

    NodeProcess(ProcessBuilder builder) throws IOException {
        this.process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    @Override
    public InputStream output() {
        return process.getInputStream();
    }

    @Override
    public OutputStream input() {
        return process.getOutputStream();
    }

    @Override
    public Optional<String> end(String why, Duration limit) {
        process.destroy();
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)
                    ? Optional.of("ended with " + process.exitValue())
                    : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
