package dev.quietus.execution.undo;

import dev.quietus.execution.files.FileState;
import dev.quietus.execution.files.TrackedPath;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * Every single change that an undo makes to the tracked folder. Each call is one step: it happens
 * or it does not, and a process may die before or after any of them.
 */
interface Hands {
    /** Gives the content of a file. */
    @FunctionalInterface
    interface Content {
        void copyTo(OutputStream out) throws IOException;
    }

    /** Makes a new file for nobody but its owner, with its content on the disk. */
    void writeFile(TrackedPath folder, Path temporary, Content content) throws IOException;

    /** Makes a new folder for nobody but its owner. */
    void makeFolder(TrackedPath folder, Path temporary) throws IOException;

    /** Makes a new link. */
    void makeLink(TrackedPath folder, Path temporary, Path target) throws IOException;

    /** Sets the owner of what the undo itself made or has just looked at. */
    void own(TrackedPath folder, Path name, FileState.Access access) throws IOException;

    /** Sets the permission bits of what the undo itself made or has just looked at. */
    void permit(TrackedPath folder, Path name, int mode) throws IOException;

    /** Gives a temporary thing its name; takes the place of a file, a link or an empty folder. */
    void rename(TrackedPath folder, Path temporary, Path name) throws IOException;

    /** Removes a file or a link. */
    void removeFile(TrackedPath folder, Path name) throws IOException;

    /** Removes an empty folder. */
    void removeFolder(TrackedPath folder, Path name) throws IOException;

    /** Removes a temporary thing that an undo left when it was cut off. */
    void removeLeftover(TrackedPath folder, Path temporary) throws IOException;

    /** Makes the tracked folder itself again. */
    void makeRoot() throws IOException;

    /** Brings the names in a folder to the disk. */
    void force(TrackedPath folder) throws IOException;
}
