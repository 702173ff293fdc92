package dev.quietus.drill.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What the disk itself costs: appending one page to a file and waiting until it is there. */
final class SyncBench {
    private static final int PAGE = 4_096;
    private static final int TIMES = 1_000;

    private SyncBench() {}

    /**
     * Measures it.
     *
     * @param directory a directory of the disk
     */
    static Figures run(Path directory) throws IOException {
        Path file = Files.createTempFile(directory, "sync", ".bin");
        ByteBuffer page = ByteBuffer.allocateDirect(PAGE);
        long[] nanos = new long[TIMES];
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.APPEND)) {
            for (int i = 0; i < TIMES; i++) {
                page.clear();
                long begun = System.nanoTime();
                channel.write(page);
                channel.force(false);
                nanos[i] = System.nanoTime() - begun;
            }
        } finally {
            Files.deleteIfExists(file);
        }
        return new Figures(nanos);
    }
}
