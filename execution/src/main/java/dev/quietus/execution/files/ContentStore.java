package dev.quietus.execution.files;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.Deflater;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.PackInserter;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.util.FS;

/**
 * Keeps contents under the name that git gives them: small ones in one pack, large ones by
 * themselves. It is a git object folder and nothing more, without references, index or
 * configuration, and the user's own git settings are not read. Nothing is compressed: that would
 * double the time in which the command waits. Used by one thread.
 *
 * <p>It uses classes that the library calls internal: its public ones read the user's settings, and
 * make a file of every content.
 */
public final class ContentStore implements AutoCloseable {
    /** Up to this size a content is read at once and goes into the pack. */
    static final int SMALL = 1 << 20;

    private final Path folder;
    private final ObjectDirectory objects;
    private final PackInserter pack;
    private final ObjectInserter single;
    private final ObjectReader reader;

    private ContentStore(Path folder) throws IOException {
        QuietSystem.install();
        Config config = new Config();
        config.setInt(ConfigNames.CORE, null, ConfigNames.COMPRESSION, Deflater.NO_COMPRESSION);
        config.setBoolean(ConfigNames.CORE, null, ConfigNames.FSYNC, true);
        this.folder = folder;
        this.objects = new ObjectDirectory(
                config,
                folder.toFile(),
                new File[0],
                FS.DETECTED,
                folder.resolve("shallow").toFile());
        this.pack = objects.newPackInserter();
        pack.setCompressionLevel(Deflater.NO_COMPRESSION);
        pack.checkExisting(false);
        this.single = objects.newInserter();
        this.reader = objects.newReader();
    }

    /** Names of git settings. */
    private static final class ConfigNames {
        static final String CORE = "core";
        static final String COMPRESSION = "compression";
        static final String FSYNC = "fsyncObjectFiles";
    }

    /**
     * Makes a store, or opens one that was begun.
     *
     * @param folder where; its parent is there
     * @throws IOException if that fails
     */
    static ContentStore create(Path folder) throws IOException {
        Files.createDirectories(folder.resolve("pack"));
        return new ContentStore(folder);
    }

    /**
     * Opens a store to read from it.
     *
     * @param folder where
     * @throws IOException if that fails
     */
    public static ContentStore open(Path folder) throws IOException {
        return new ContentStore(folder);
    }

    /** The store can't be written; nothing is wrong with what was to be kept. */
    static final class Failed extends IOException {
        private static final long serialVersionUID = 1L;

        Failed(IOException cause) {
            super("content can't be kept: " + cause, cause);
        }
    }

    /** Keeps a small content. */
    String keep(byte[] content, int length) throws Failed {
        try {
            return pack.insert(Constants.OBJ_BLOB, content, 0, length).name();
        } catch (IOException e) {
            throw new Failed(e);
        }
    }

    /**
     * Keeps a content of a known length.
     *
     * @throws java.io.EOFException if the stream ends before; then nothing is kept
     */
    String keep(long length, InputStream in) throws IOException {
        return single.insert(Constants.OBJ_BLOB, length, in).name();
    }

    /** Brings everything kept so far to the disk. */
    void seal() throws IOException {
        pack.flush();
        single.flush();
        DurableFolder.forceAll(folder);
    }

    /** Tells whether a content is there. */
    public boolean has(String blob) throws IOException {
        return reader.has(ObjectId.fromString(blob));
    }

    /**
     * Copies a content out.
     *
     * @throws IOException if it is not there, or damaged
     */
    public void copy(String blob, OutputStream out) throws IOException {
        reader.open(ObjectId.fromString(blob), Constants.OBJ_BLOB).copyTo(out);
    }

    @Override
    public void close() {
        pack.close();
        single.close();
        reader.close();
        objects.close();
    }
}
