package dev.quietus.verify.cases;

import dev.quietus.execution.Units;
import dev.quietus.execution.unit.Rung;
import dev.quietus.verify.exec.ExecProcess;
import dev.quietus.verify.server.RunningQuietus;
import dev.quietus.verify.server.ServerProcess;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;

/**
 * A server on this machine, and local commands under runs of it, each in a folder of its own with
 * the script that was reported. Closing it ends all that was started.
 */
final class LocalScene implements AutoCloseable {
    private final Path folder;
    private final Path xdg;
    private final ServerProcess server;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /**
     * Starts the server.
     *
     * @param providers the text of its providers file, where there is one
     */
    LocalScene(Path folder, Optional<String> providers) throws IOException {
        this.folder = folder;
        this.server = ServerProcess.start(folder.resolve("server"), providers);
        this.xdg = Files.createDirectories(folder.resolve("xdg"));
        Files.createSymbolicLink(xdg.resolve("quietus"), server.directory());
    }

    /** The server. */
    ServerProcess server() {
        return server;
    }

    /** Registers a run and makes its folder, which the scripts know as {@code CASE_DIR}. */
    LocalRun run(String id) {
        try {
            Path work = Files.createDirectories(folder.resolve(id));
            return new LocalRun(
                    this,
                    id,
                    new ExecProcess.Place(
                            server,
                            work,
                            xdg,
                            RunningQuietus.leaseToken(server.run(id)),
                            Map.of("CASE_DIR", work.toString())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A copy of the script of a case. */
    String script(String name) {
        Path copy = folder.resolve(name);
        try (InputStream in = LocalScene.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("there is no script " + name);
            }
            if (!Files.exists(copy)) {
                Files.copy(in, copy);
            }
            return copy.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether processes are found here, and their end is proven, when their supervisor is gone. */
    static boolean provesWithoutSupervisor() {
        return Units.open(Units.Wish.STRONGEST).rung() == Rung.CGROUP;
    }

    /** Has something closed with the scene. */
    <T extends AutoCloseable> T closing(T part) {
        opened.push(part);
        return part;
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException("closing what a case has opened", e);
            }
        }
        server.close();
    }
}
