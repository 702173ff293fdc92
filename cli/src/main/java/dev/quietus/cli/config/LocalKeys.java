package dev.quietus.cli.config;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Exit;
import dev.quietus.client.receipt.ReceiptKey;
import dev.quietus.client.receipt.ReceiptKeys;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The public keys on this machine that receipts are checked with. */
public final class LocalKeys {

    private static final int MAX_BYTES = 1024 * 1024;
    private static final int MOST_FILES = 1_000;

    private LocalKeys() {}

    /**
     * All keys of a folder's {@code *.pub.pem}; empty if there is no such folder.
     *
     * @throws CommandException if one of them can't be read or is no key
     */
    public static List<ReceiptKey> in(Path folder) {
        List<ReceiptKey> keys = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return keys;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.pub.pem")) {
            int count = 0;
            for (Path file : files) {
                if (++count > MOST_FILES) {
                    throw CommandException.usage(
                            folder + " has more than " + MOST_FILES + " keys; name one with --key");
                }
                keys.addAll(of(file));
            }
        } catch (IOException e) {
            throw new CommandException(
                    Exit.USAGE, "keys in " + folder + " can't be read: " + e.getMessage(), e);
        }
        return keys;
    }

    /**
     * The keys of one file.
     *
     * @throws CommandException if it can't be read or holds no key
     */
    public static List<ReceiptKey> of(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw CommandException.usage(
                        "key file " + file + " is larger than " + MAX_BYTES + " bytes");
            }
            return ReceiptKeys.fromPem(Files.readString(file, StandardCharsets.UTF_8));
        } catch (CharacterCodingException e) {
            throw new CommandException(Exit.USAGE, "key file " + file + " is no text", e);
        } catch (IOException e) {
            throw new CommandException(Exit.USAGE, "key file " + file + " can't be read: " + e, e);
        } catch (IllegalArgumentException e) {
            throw new CommandException(Exit.USAGE, "key file " + file + ": " + e.getMessage(), e);
        }
    }
}
