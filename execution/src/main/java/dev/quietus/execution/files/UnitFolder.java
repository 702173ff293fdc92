package dev.quietus.execution.files;

import dev.quietus.core.ledger.Digests;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Where the state of one unit's file effects lies, below a state folder:
 *
 * <pre>
 * &lt;state&gt;/units/&lt;run&gt;/&lt;operation&gt;/files/snapshot.jsonl   what was there before
 *                                          content/         kept contents, by git's names
 *                                          report.jsonl     what changed
 *                                          undo/            plan and result of taking it back
 * </pre>
 *
 * @param path the folder {@code files}
 */
public record UnitFolder(Path path) {
    private static final int LONGEST = 150;

    /** Makes the path absolute. */
    public UnitFolder {
        path = path.toAbsolutePath();
    }

    /**
     * The folder of an operation. Ids become names: letters, digits, {@code -}, {@code _} and
     * {@code .} stand for themselves, all else is {@code %XX}; a long one ends with its digest.
     *
     * @param state the state folder
     * @param run the run's id
     * @param operation the operation's id
     */
    public static UnitFolder of(Path state, String run, String operation) {
        return new UnitFolder(state.resolve("units")
                .resolve(name(run))
                .resolve(name(operation))
                .resolve("files"));
    }

    private static String name(String id) {
        StringBuilder name = new StringBuilder(id.length());
        for (byte b : id.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain = c >= 'a' && c <= 'z'
                    || c >= 'A' && c <= 'Z'
                    || c >= '0' && c <= '9'
                    || c == '-'
                    || c == '_'
                    || c == '.' && !name.isEmpty();
            if (plain) {
                name.append(c);
            } else {
                name.append('%').append(HexFormat.of().toHexDigits(b));
            }
        }
        if (name.length() <= LONGEST) {
            return name.toString();
        }
        String sum = HexFormat.of()
                .formatHex(Digests.start().digest(id.getBytes(StandardCharsets.UTF_8)));
        return name.substring(0, LONGEST) + "-" + sum.substring(0, 32);
    }

    /** The operation's own folder, in which this one lies beside its output and report. */
    public Path operation() {
        return Optional.ofNullable(path.getParent()).orElseThrow();
    }

    /** Tells whether a whole snapshot lies here. */
    public boolean begun() {
        return Files.isRegularFile(snapshot(), LinkOption.NOFOLLOW_LINKS);
    }

    /** Tells whether a whole report lies here. */
    public boolean reported() {
        return Files.isRegularFile(report(), LinkOption.NOFOLLOW_LINKS);
    }

    Path snapshot() {
        return path.resolve("snapshot.jsonl");
    }

    Path report() {
        return path.resolve("report.jsonl");
    }

    /** The content store. */
    public Path content() {
        return path.resolve("content");
    }

    /** Where an undo keeps its record. */
    public Path undo() {
        return path.resolve("undo");
    }

    /** Makes the folder, for nobody but its owner, and durable up to the state folder. */
    void create() throws IOException {
        List<Path> made = new ArrayList<>();
        for (Path at = path; at != null && !Files.exists(at); at = at.getParent()) {
            made.add(at);
        }
        if (FileAttributes.unix()) {
            Files.createDirectories(
                    path,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectories(path);
        }
        for (Path folder : made) {
            DurableFolder.forceParent(folder);
        }
    }
}
