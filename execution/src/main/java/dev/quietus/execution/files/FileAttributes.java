package dev.quietus.execution.files;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What the system says of a path without opening it and without following a last link.
 *
 * @param type what kind of thing it is
 * @param size in bytes
 * @param access who may do what
 * @param stamp by which a change is suspected
 */
record FileAttributes(Type type, long size, FileState.Access access, FileState.Stamp stamp) {
    private static final boolean UNIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix");
    private static final int PERMISSIONS = 0xFFF;
    private static final int KIND = 0xF000;
    private static final int IS_FILE = 0x8000;
    private static final int IS_FOLDER = 0x4000;
    private static final int IS_LINK = 0xA000;

    /** Kinds of things. */
    enum Type {
        FILE,
        FOLDER,
        LINK,
        SPECIAL
    }

    /** Tells whether access bits, owners and inodes are known on this system. */
    static boolean unix() {
        return UNIX;
    }

    /**
     * Looks at a path.
     *
     * @throws java.nio.file.NoSuchFileException if nothing is there
     */
    static FileAttributes of(Path path) throws IOException {
        if (!UNIX) {
            return plain(Files.readAttributes(
                    path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        }
        Map<String, Object> found = Files.readAttributes(
                path,
                "unix:mode,ino,dev,nlink,uid,gid,size,lastModifiedTime,ctime",
                LinkOption.NOFOLLOW_LINKS);
        int mode = (Integer) value(found, "mode");
        return new FileAttributes(
                switch (mode & KIND) {
                    case IS_FILE -> Type.FILE;
                    case IS_FOLDER -> Type.FOLDER;
                    case IS_LINK -> Type.LINK;
                    default -> Type.SPECIAL;
                },
                (Long) value(found, "size"),
                new FileState.Access(mode & PERMISSIONS, (Integer) value(found, "uid"), (Integer)
                        value(found, "gid")),
                new FileState.Stamp(
                        (Long) value(found, "dev"),
                        (Long) value(found, "ino"),
                        nanos((FileTime) value(found, "lastModifiedTime")),
                        nanos((FileTime) value(found, "ctime")),
                        (Integer) value(found, "nlink")));
    }

    private static FileAttributes plain(BasicFileAttributes found) {
        Type type = found.isSymbolicLink()
                ? Type.LINK
                : found.isDirectory()
                        ? Type.FOLDER
                        : found.isRegularFile() ? Type.FILE : Type.SPECIAL;
        return new FileAttributes(
                type,
                found.size(),
                new FileState.Access(0, -1, -1),
                new FileState.Stamp(0, 0, nanos(found.lastModifiedTime()), 0, 1));
    }

    private static Object value(Map<String, Object> found, String name) {
        Object value = found.get(name);
        if (value == null) {
            throw new IllegalStateException("the system gives no '" + name + "' of a file");
        }
        return value;
    }

    private static long nanos(FileTime time) {
        return time.to(TimeUnit.NANOSECONDS);
    }

    /** Tells whether a file is the same as before and was not written to. */
    boolean unmoved(FileAttributes before) {
        return type == before.type && size == before.size && stamp.unmoved(before.stamp);
    }
}
