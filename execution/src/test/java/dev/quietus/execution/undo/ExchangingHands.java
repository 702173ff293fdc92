package dev.quietus.execution.undo;

import dev.quietus.execution.files.FileState;
import dev.quietus.execution.files.TrackedPath;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Real hands beside which somebody does something once, just before the first file that is made or
 * removed.
 */
final class ExchangingHands implements Hands {
    /** What somebody does. */
    interface Deed {
        void happen() throws IOException;
    }

    private final Hands real;
    private final Deed deed;
    private boolean done;

    ExchangingHands(Path root, Deed deed) {
        this.real = new RealHands(root);
        this.deed = deed;
    }

    @Override
    public void writeFile(TrackedPath folder, Path temporary, Content content) throws IOException {
        happen();
        real.writeFile(folder, temporary, content);
    }

    @Override
    public void makeFolder(TrackedPath folder, Path temporary) throws IOException {
        real.makeFolder(folder, temporary);
    }

    @Override
    public void makeLink(TrackedPath folder, Path temporary, Path target) throws IOException {
        real.makeLink(folder, temporary, target);
    }

    @Override
    public void own(TrackedPath folder, Path name, FileState.Access access) throws IOException {
        real.own(folder, name, access);
    }

    @Override
    public void permit(TrackedPath folder, Path name, int mode) throws IOException {
        real.permit(folder, name, mode);
    }

    @Override
    public void rename(TrackedPath folder, Path temporary, Path name) throws IOException {
        real.rename(folder, temporary, name);
    }

    private void happen() throws IOException {
        if (!done) {
            done = true;
            deed.happen();
        }
    }

    @Override
    public void removeFile(TrackedPath folder, Path name) throws IOException {
        happen();
        real.removeFile(folder, name);
    }

    @Override
    public void removeFolder(TrackedPath folder, Path name) throws IOException {
        real.removeFolder(folder, name);
    }

    @Override
    public void removeLeftover(TrackedPath folder, Path temporary) throws IOException {
        real.removeLeftover(folder, temporary);
    }

    @Override
    public void makeRoot() throws IOException {
        real.makeRoot();
    }

    @Override
    public void force(TrackedPath folder) throws IOException {
        real.force(folder);
    }
}
