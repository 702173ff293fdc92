package dev.quietus.server.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quietus.server.Reply;
import dev.quietus.server.TestingServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is really full: needs to mount a small one, which only root may do. */
class FullDiskTest {
    private static final int DISK_MIB = 4;

    @TempDir
    private Path directory;

    private Path disk;
    private boolean mounted;

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(directory.resolve("disk"));
        mounted = ran(
                "mount",
                "-t",
                "tmpfs",
                "-o",
                "size=" + DISK_MIB + "m,mode=700",
                "tmpfs",
                disk.toString());
        assumeTrue(mounted, "missing: the right to mount a tmpfs");
    }

    @AfterEach
    void unmount() throws Exception {
        if (mounted) {
            assertThat(ran("umount", disk.toString())).isTrue();
        }
    }

    private static boolean ran(String... command) throws Exception {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void startsNothingSaysSoAndGoesOnOnceThereIsRoom() throws IOException {
        try (TestingServer server = TestingServer.in(disk)) {
            String operator = server.operator();
            server.root("run-1");
            server.accept("run-1", "op-0", Map.of());
            Path filler = disk.resolve("filler");
            fill(filler);

            Reply refused = acceptUntilRefused(server);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.code()).isEqualTo("record_not_written");
            assertThat(refused.value("reason")).isEqualTo("full");
            assertThat(refused.detail()).contains("nothing may start").contains("disk is full");
            Reply ready = server.get("/health/ready", "");
            assertThat(ready.status()).isEqualTo(503);
            assertThat(ready.value("reason")).isEqualTo("full");
            Reply begin = server.post("/v1/runs/run-1/operations/op-0/begin", operator, Map.of());
            assertThat(begin.status()).isEqualTo(503);
            assertThat(server.get("/v1/runs/run-1/operations/op-0", operator).value("state"))
                    .isEqualTo("queued");

            Files.delete(filler);

            assertThat(server.get("/health/ready", "").status()).isEqualTo(200);
            assertThat(server.post("/v1/runs/run-1/operations/op-0/begin", operator, Map.of())
                            .value("decision"))
                    .isEqualTo("allow");
        }
    }

    private static void fill(Path filler) throws IOException {
        byte[] zeros = new byte[4096];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(zeros);
            }
        } catch (IOException e) {
            // The disk is full, as it should be.
            assertThat(e.getMessage()).contains("space");
        }
    }

    private static Reply acceptUntilRefused(TestingServer server) throws IOException {
        String operator = server.operator();
        for (int i = 1; i < 10_000; i++) {
            Map<String, Object> work = Map.of("operation_id", "op-" + i, "tool", "mail.send");
            Reply reply = server.post("/v1/runs/run-1/operations", operator, work);
            if (reply.status() != 201) {
                return reply;
            }
        }
        throw new AssertionError("the disk never was full");
    }
}
