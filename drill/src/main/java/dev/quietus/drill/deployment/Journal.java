package dev.quietus.drill.deployment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The durable list of {@link JournalEntry entries}: a file that only grows, one entry a line, on
 * the disk before {@link #append} returns. A last line that a kill cut off was never answered for,
 * and is dropped at the next start. One process at a time may have a file open. Callers see to it
 * that one thread uses it at a time.
 */
final class Journal implements AutoCloseable {
    /** The largest file that is read or written. */
    static final long MAX_BYTES = 64L * 1024 * 1024;

    private final Optional<FileChannel> channel;

    private Journal(Optional<FileChannel> channel) {
        this.channel = channel;
    }

    /** A journal that keeps nothing. */
    static Journal inMemory() {
        return new Journal(Optional.empty());
    }

    /**
     * Opens a journal; makes the file when there is none.
     *
     * @throws UncheckedIOException when the file cannot be opened or another process has it
     */
    static Journal open(Path file) {
        try {
            FileChannel channel = FileChannel.open(
                    file,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            if (!locked(channel)) {
                channel.close();
                throw new IOException("another process has " + file);
            }
            return new Journal(Optional.of(channel));
        } catch (IOException failure) {
            throw new UncheckedIOException("the journal cannot be opened: " + failure, failure);
        }
    }

    /**
     * Reads every entry in order and stands behind the last one.
     *
     * @throws IllegalStateException when a line is not an entry
     * @throws UncheckedIOException when the file cannot be read
     */
    void replay(Consumer<JournalEntry> reader) {
        if (channel.isEmpty()) {
            return;
        }
        try {
            String text = read(channel.get());
            int start = 0;
            int number = 1;
            for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
                reader.accept(entry(text.substring(start, end), number));
                start = end + 1;
                number++;
            }
            channel.get().truncate(start);
            channel.get().position(start);
        } catch (IOException failure) {
            throw new UncheckedIOException("the journal could not be read", failure);
        }
    }

    /**
     * Adds an entry; returns when it is on the disk.
     *
     * @throws UncheckedIOException when it could not be written; then it is not part of the journal
     */
    void append(JournalEntry entry) {
        if (channel.isEmpty()) {
            return;
        }
        FileChannel file = channel.get();
        byte[] line = (JournalText.line(entry) + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            long before = file.position();
            if (before + line.length > MAX_BYTES) {
                throw new IOException("the journal has reached its " + MAX_BYTES + " bytes");
            }
            try {
                ByteBuffer buffer = ByteBuffer.wrap(line);
                while (buffer.hasRemaining()) {
                    file.write(buffer);
                }
                file.force(false);
            } catch (IOException failure) {
                file.truncate(before);
                throw failure;
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("the journal could not be written", failure);
        }
    }

    /** Closes the file and lets others have it. */
    @Override
    public void close() {
        channel.ifPresent(file -> {
            try {
                file.close();
            } catch (IOException failure) {
                throw new UncheckedIOException("the journal could not be closed", failure);
            }
        });
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException _) {
            return false;
        }
    }

    /** The text of the file; ids are ASCII, so that characters and bytes count alike. */
    private static String read(FileChannel file) throws IOException {
        if (file.size() > MAX_BYTES) {
            throw new IOException("the journal is larger than " + MAX_BYTES + " bytes");
        }
        ByteBuffer buffer = ByteBuffer.allocate((int) file.size());
        file.position(0);
        int read = 0;
        while (read >= 0 && buffer.hasRemaining()) {
            read = file.read(buffer);
        }
        return new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1);
    }

    private static JournalEntry entry(String line, int number) {
        try {
            return JournalText.entry(line);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalStateException(
                    "line %d of the journal: %s".formatted(number, wrong.getMessage()), wrong);
        }
    }
}
