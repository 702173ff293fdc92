package dev.quietus.verify.cases;

import dev.quietus.execution.Units;
import dev.quietus.execution.unit.Rung;
import dev.quietus.verify.exec.ExecProcess;
import dev.quietus.verify.server.Installation;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A server on this machine, and local commands under runs of it, each in a folder of its own with
 * the script that was reported. Registered, it is there for all tests of a class, over a fresh
 * directory. Closing it ends all that was started.
 */
final class LocalScene implements BeforeAllCallback, AfterAllCallback, AutoCloseable {
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private @Nullable Path folder;
    private @Nullable ServerProcess server;
    private @Nullable Path xdg;

    /**
     * Starts one with providers, which the caller closes.
     *
     * @param folder where everything lies
     * @param providers the text of its providers file
     */
    static LocalScene with(Path folder, String providers) {
        LocalScene scene = new LocalScene();
        scene.start(folder, Optional.of(providers));
        return scene;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        start(Files.createTempDirectory("quietus-verify-").toRealPath(), Optional.empty());
    }

    private void start(Path fresh, Optional<String> providers) {
        folder = fresh;
        ServerProcess started = ServerProcess.start(fresh.resolve("server"), providers);
        server = started;
        xdg = started.stateHome(fresh.resolve("xdg"));
    }

    /** The server. */
    ServerProcess server() {
        return there(server);
    }

    private static <T> T there(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("the scene has not begun");
        }
        return part;
    }

    /** Registers a run and makes its folder, which the scripts know as {@code CASE_DIR}. */
    LocalRun run(String id) {
        try {
            Path work = Files.createDirectories(there(folder).resolve(id));
            return new LocalRun(
                    this,
                    id,
                    new ExecProcess.Place(
                            server(),
                            work,
                            there(xdg),
                            RunningQuietus.leaseToken(server().run(id)),
                            Map.of("CASE_DIR", work.toString())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A copy of the script of a case. */
    String script(String name) {
        Path copy = there(folder).resolve(name);
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
        if (server != null) {
            server.close();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        close();
        Installation.delete(there(folder));
    }
}
