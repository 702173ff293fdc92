package dev.quietus.execution.undo;

import dev.quietus.core.ledger.Digests;
import dev.quietus.execution.files.ContentStore;
import dev.quietus.execution.files.FileState;
import dev.quietus.execution.files.Keeping;
import dev.quietus.execution.files.Sight;
import dev.quietus.execution.files.TrackedPath;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Makes one thing as it was: under a temporary name in the same folder, whole and on the disk, and
 * only then under its own name.
 */
final class Bringing {
    private final Hands hands;
    private final ContentStore store;
    private final Temporary temporary;

    Bringing(Hands hands, ContentStore store, Temporary temporary) {
        this.hands = hands;
        this.store = store;
        this.temporary = temporary;
    }

    /** What is done just before the new thing takes its name. */
    @FunctionalInterface
    interface LastLook {
        void look() throws IOException, Sight.Over;
    }

    void make(TrackedPath path, FileState old, LastLook last) throws IOException, Sight.Over {
        if (path.isRoot()) {
            hands.makeRoot();
            return;
        }
        TrackedPath folder = path.parent();
        Path name = temporary.of(path);
        try {
            switch (old) {
                case FileState.Regular regular ->
                    hands.writeFile(folder, name, out -> copy(regular, out));
                case FileState.Link link -> hands.makeLink(folder, name, link.path());
                case FileState.Folder _ -> hands.makeFolder(folder, name);
                case FileState.Special _ -> throw new IOException("it can't be made again");
            }
            hands.own(folder, name, old.access());
            switch (old) {
                case FileState.Regular _ ->
                    hands.permit(folder, name, old.access().mode());
                case FileState.Folder _ ->
                    hands.permit(folder, name, old.access().mode() | HalfDone.USABLE);
                case FileState.Link _, FileState.Special _ -> {}
            }
            last.look();
            hands.rename(folder, name, path.name());
        } catch (IOException | Sight.Over e) {
            try {
                hands.removeLeftover(folder, name);
            } catch (IOException left) {
                throw new IOException(e.getMessage() + "; " + name + " was left behind", e);
            }
            throw e;
        }
    }

    private void copy(FileState.Regular regular, OutputStream out) throws IOException {
        if (!(regular.keeping() instanceof Keeping.Kept(String blob))) {
            throw new IOException("its content is not kept");
        }
        MessageDigest digest = Digests.start();
        store.copy(blob, new DigestOutputStream(out, digest));
        String sum = HexFormat.of().formatHex(digest.digest());
        if (!regular.sha256().equals(Optional.of(sum))) {
            throw new IOException("its kept content is damaged");
        }
    }

    /** Gives something its owner and permissions back. Owner first: that may clear bits. */
    void access(TrackedPath path, FileState old, FileState now) throws IOException {
        TrackedPath folder = path.parent();
        Path name = path.isRoot() ? Path.of("") : path.name();
        var differences = old.differsFrom(now);
        boolean owner = differences.contains(FileState.Aspect.OWNER);
        if (owner) {
            hands.own(folder, name, old.access());
        }
        if (!(old instanceof FileState.Link)
                && (owner || differences.contains(FileState.Aspect.PERMISSIONS))) {
            hands.permit(folder, name, old.access().mode());
        }
    }
}
