package dev.quietus.execution.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.eclipse.jgit.util.FS;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the git library does beside keeping contents: nothing. */
class QuietSystemTest {
    @TempDir
    private Path folder;

    @Test
    void howFinelyTheFileSystemTellsTheTimeIsNotMeasured() throws Exception {
        try (ContentStore store = ContentStore.create(folder.resolve("objects"))) {
            store.keep(3, new ByteArrayInputStream(new byte[3]));
            store.seal();

            assertEquals(
                    Duration.ofSeconds(2),
                    FS.getFileStoreAttributes(folder).getFsTimestampResolution());
        }
    }

    @Test
    void aStopWhileContentsAreKeptLogsNothing() throws Exception {
        Heard heard = new Heard();
        Logger root = Logger.getLogger("");
        root.addHandler(heard);
        try (ContentStore store = ContentStore.create(folder.resolve("objects"))) {
            Thread.currentThread().interrupt();

            assertThrows(
                    ClosedChannelException.class,
                    () -> store.keep(3, new ByteArrayInputStream(new byte[3])));
            assertTrue(Thread.interrupted(), "whoever asked for the end is still heard");
            assertEquals(List.of(), heard.loggers);
        } finally {
            root.removeHandler(heard);
        }
    }

    private static final class Heard extends Handler {
        private final List<String> loggers = new ArrayList<>();

        @Override
        public void publish(LogRecord line) {
            if (String.valueOf(line.getLoggerName()).startsWith("org.eclipse.jgit")) {
                loggers.add(line.getLoggerName());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
