package dev.quietus.execution.files;

import dev.quietus.core.ledger.Digests;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Reads files: their digest and, where asked, the content into the store. A file is read again when
 * it changes meanwhile, a bounded number of times. Nothing larger than a small file is held in
 * memory. Used by one thread.
 */
final class FileContent {
    private static final int ROUNDS = 3;
    private static final int BUFFER = 128 * 1024;

    private final ScanWatch watch;
    private final byte[] small = new byte[ContentStore.SMALL + 1];
    private final byte[] buffer = new byte[BUFFER];

    FileContent(ScanWatch watch) {
        this.watch = watch;
    }

    /**
     * What was read.
     *
     * @param attributes as they were before and after
     * @param sha256 of the content
     * @param blob its name in the store, if it was kept
     */
    record Reading(FileAttributes attributes, String sha256, Optional<String> blob) {}

    /** The file never stood still while it was read. */
    static final class NeverStill extends IOException {
        private static final long serialVersionUID = 1L;

        NeverStill() {
            super("it changes while it is read");
        }
    }

    /**
     * Reads a file.
     *
     * @param store where its content goes; empty to digest only
     * @throws NeverStill if it changes each time
     * @throws IOException if it can't be read, or the store not written
     */
    Reading read(TrackedPath path, Path file, FileAttributes seen, Optional<ContentStore> store)
            throws IOException, ScanWatch.Ended {
        FileAttributes before = seen;
        for (int round = 0; round < ROUNDS; round++) {
            try {
                Optional<Reading> reading = once(path, file, before, store);
                FileAttributes after = FileAttributes.of(file);
                if (reading.isPresent() && after.unmoved(before)) {
                    return reading.get();
                }
                before = after;
            } catch (ClosedByInterruptException e) {
                throw new ScanWatch.Ended("it was interrupted at " + path);
            } catch (EOFException e) {
                before = FileAttributes.of(file);
            }
            if (before.type() != FileAttributes.Type.FILE) {
                throw new NoSuchFileException(file.toString());
            }
        }
        throw new NeverStill();
    }

    private Optional<Reading> once(
            TrackedPath path, Path file, FileAttributes seen, Optional<ContentStore> store)
            throws IOException, ScanWatch.Ended {
        try (FileChannel channel =
                        FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
                InputStream in = Channels.newInputStream(channel)) {
            if (store.isPresent() && seen.size() > ContentStore.SMALL) {
                Digesting digesting = new Digesting(path, in);
                String blob = digesting.keptIn(store.get(), seen.size());
                return Optional.of(new Reading(seen, digesting.hex(), Optional.of(blob)));
            }
            return store.isPresent()
                    ? small(path, in, seen, store.get())
                    : Optional.of(new Reading(seen, digest(path, in), Optional.empty()));
        }
    }

    private Optional<Reading> small(
            TrackedPath path, InputStream in, FileAttributes seen, ContentStore store)
            throws IOException, ScanWatch.Ended {
        int length = in.readNBytes(small, 0, (int) seen.size() + 1);
        watch.read(path, length);
        if (length != seen.size()) {
            return Optional.empty();
        }
        MessageDigest digest = Digests.start();
        digest.update(small, 0, length);
        String blob = store.keep(small, length);
        return Optional.of(
                new Reading(seen, HexFormat.of().formatHex(digest.digest()), Optional.of(blob)));
    }

    private String digest(TrackedPath path, InputStream in) throws IOException, ScanWatch.Ended {
        MessageDigest digest = Digests.start();
        int count;
        while ((count = in.read(buffer)) > 0) {
            digest.update(buffer, 0, count);
            watch.read(path, count);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Digests what the store reads, and ends the store's reading when the watch says so. */
    private final class Digesting extends FilterInputStream {
        private final MessageDigest digest = Digests.start();
        private final TrackedPath path;
        private Optional<ScanWatch.Ended> ended = Optional.empty();
        private boolean sourceFailed;

        Digesting(TrackedPath path, InputStream in) {
            super(in);
            this.path = path;
        }

        String keptIn(ContentStore store, long length) throws IOException, ScanWatch.Ended {
            try {
                return store.keep(length, this);
            } catch (IOException e) {
                if (ended.isPresent()) {
                    throw ended.get();
                }
                throw sourceFailed || e instanceof EOFException ? e : new ContentStore.Failed(e);
            }
        }

        String hex() {
            return HexFormat.of().formatHex(digest.digest());
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int count;
            try {
                count = super.read(bytes, from, length);
            } catch (IOException e) {
                sourceFailed = true;
                throw e;
            }
            if (count > 0) {
                digest.update(bytes, from, count);
                try {
                    watch.read(path, count);
                } catch (ScanWatch.Ended e) {
                    ended = Optional.of(e);
                    throw new IOException("ended", e);
                }
            }
            return count;
        }
    }
}
