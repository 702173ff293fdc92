package dev.quietus.execution.files;

import dev.quietus.core.ledger.CanonicalJson;
import dev.quietus.core.ledger.Digests;
import dev.quietus.core.ledger.StrictJson;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A record on disk: one JSON object per line. The first names format and version, the last holds
 * how many lines lie between and the SHA-256 of all before it, so that a file that was cut off or
 * altered is noticed. A record appears under its name only when it is whole and on the disk.
 */
public final class RecordLines {
    /** The version that is written; a reader refuses any other. */
    public static final int VERSION = 1;

    private static final int MAX_LINE = 256 * 1024;
    private static final int MAX_DEPTH = 8;

    private RecordLines() {}

    /** Gives lines to a record, one after the other. */
    @FunctionalInterface
    public interface Source {
        /**
         * Writes all lines.
         *
         * @param line takes the next line
         * @throws IOException if they can't be had
         */
        void writeTo(Sink line) throws IOException;
    }

    /** Takes lines. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Takes the next line.
         *
         * @param line its fields
         * @throws IOException if it can't be written
         */
        void line(Map<String, ?> line) throws IOException;
    }

    /**
     * Writes a record and returns when it is on the disk.
     *
     * @param file where; replaced as a whole if it is there
     * @param format the name of the format
     * @param source gives the lines
     * @throws IOException if it can't be written; then nothing stands under the name
     */
    public static void write(Path file, String format, Source source) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
        try (FileChannel channel = FileChannel.open(
                unfinished,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)) {
            MessageDigest digest = Digests.start();
            OutputStream out =
                    new BufferedOutputStream(Channels.newOutputStream(channel), 128 * 1024);
            long[] lines = {0};
            put(out, digest, Map.of("format", format, "version", VERSION));
            source.writeTo(line -> {
                put(out, digest, line);
                lines[0]++;
            });
            String sum = HexFormat.of().formatHex(digest.digest());
            put(out, digest, Map.of("lines", lines[0], "sha256", sum));
            out.flush();
            channel.force(true);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        DurableFolder.forceParent(file);
    }

    private static void put(OutputStream out, MessageDigest digest, Map<String, ?> line)
            throws IOException {
        byte[] bytes = (CanonicalJson.write(line) + "\n").getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_LINE) {
            throw new IOException("a line of a record would have " + bytes.length + " bytes");
        }
        out.write(bytes);
        digest.update(bytes);
    }

    /**
     * Reads a record. What the consumer was given counts only once this has returned.
     *
     * @param file where
     * @param format the name of the format
     * @param maxLines more than that are refused
     * @param consumer takes the lines in order
     * @throws FileTrackingException {@code DAMAGED} if the file is not a whole record of this
     *     format and version, {@code UNAVAILABLE} if it can't be read
     */
    public static void read(
            Path file, String format, int maxLines, Consumer<RecordFields> consumer) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 128 * 1024)) {
            MessageDigest digest = Digests.start();
            byte[] head = next(in);
            digest.update(head);
            RecordFields first = fields(head);
            if (!first.text("format").equals(format) || first.number("version") != VERSION) {
                throw damaged("it is not version " + VERSION + " of " + format);
            }
            for (long lines = 0; ; lines++) {
                byte[] line = next(in);
                RecordFields fields = fields(line);
                if (fields.has("lines")) {
                    String sum = HexFormat.of().formatHex(digest.digest());
                    if (fields.number("lines") != lines
                            || !fields.text("sha256").equals(sum)) {
                        throw damaged("its lines do not fit its check sum");
                    }
                    break;
                }
                if (lines >= maxLines) {
                    throw damaged("it has more than " + maxLines + " lines");
                }
                digest.update(line);
                consumer.accept(fields);
            }
            if (in.read() >= 0) {
                throw damaged("something stands behind its last line");
            }
        } catch (IllegalArgumentException e) {
            throw damaged(file, String.valueOf(e.getMessage()), e);
        } catch (CharacterCodingException e) {
            throw damaged(file, "a line is not UTF-8", e);
        } catch (IOException e) {
            throw new FileTrackingException(
                    FileTrackingException.Code.UNAVAILABLE, file + " can't be read: " + e, e);
        }
    }

    private static FileTrackingException damaged(Path file, String why, Exception cause) {
        return new FileTrackingException(
                FileTrackingException.Code.DAMAGED,
                file + " is damaged and nothing can be concluded from it: " + why,
                cause);
    }

    private static RecordFields fields(byte[] line) throws CharacterCodingException {
        String text = decoded(line, line.length - 1);
        return new RecordFields(StrictJson.object(text, MAX_DEPTH));
    }

    private static String decoded(byte[] line, int length) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(line, 0, length))
                .toString();
    }

    private static byte[] next(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        while (true) {
            int b = in.read();
            if (b < 0) {
                throw damaged("it ends before its last line");
            }
            line.write(b);
            if (b == '\n') {
                return line.toByteArray();
            }
            if (line.size() > MAX_LINE) {
                throw damaged("a line has more than " + MAX_LINE + " bytes");
            }
        }
    }

    private static IllegalArgumentException damaged(String why) {
        return new IllegalArgumentException(why);
    }
}
