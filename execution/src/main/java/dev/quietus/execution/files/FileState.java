package dev.quietus.execution.files;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What stands at a path. Times, extended attributes and access lists are not part of it. */
public sealed interface FileState {
    /** Who may do what with it. */
    Access access();

    /**
     * A regular file.
     *
     * @param size in bytes
     * @param sha256 of its content in hex; empty where only its name, size and stamp count
     * @param keeping whether its content can be had back
     * @param access who may do what
     * @param stamp by which a change is suspected
     */
    record Regular(long size, Optional<String> sha256, Keeping keeping, Access access, Stamp stamp)
            implements FileState {}

    /**
     * A folder. What is in it has paths of its own.
     *
     * @param access who may do what
     */
    record Folder(Access access) implements FileState {}

    /**
     * A symbolic link; it is recorded and restored, never followed.
     *
     * @param target where it points, spelled like a {@link TrackedPath}
     * @param access its owner; its mode means nothing
     */
    record Link(String target, Access access) implements FileState {
        /** The target as the system knows it. */
        public Path path() {
            return NameText.decodeTarget(target);
        }
    }

    /**
     * A pipe, socket or device. It is named and never opened.
     *
     * @param access who may do what
     * @param stamp which one it is
     */
    record Special(Access access, Stamp stamp) implements FileState {}

    /** In what respect two states differ. */
    enum Aspect {
        /** One is a file, the other a folder, a link or something special. */
        KIND,
        /** The bytes of a file, the target of a link, or which special file it is. */
        CONTENT,
        /** The permission bits. */
        PERMISSIONS,
        /** The owner or the group. */
        OWNER
    }

    /** In what respects this state differs from another; empty when it is the same. */
    default Set<Aspect> differsFrom(FileState other) {
        EnumSet<Aspect> aspects = EnumSet.noneOf(Aspect.class);
        if (getClass() != other.getClass()) {
            aspects.add(Aspect.KIND);
            return aspects;
        }
        if (!sameContent(other)) {
            aspects.add(Aspect.CONTENT);
        }
        if (!(this instanceof Link) && access().mode() != other.access().mode()) {
            aspects.add(Aspect.PERMISSIONS);
        }
        if (!access().sameOwner(other.access())) {
            aspects.add(Aspect.OWNER);
        }
        return aspects;
    }

    private boolean sameContent(FileState other) {
        return switch (this) {
            case Regular mine
            when other instanceof Regular theirs ->
                mine.size() == theirs.size()
                        && (mine.sha256().isPresent() && theirs.sha256().isPresent()
                                ? mine.sha256().equals(theirs.sha256())
                                : mine.stamp().sameFile(theirs.stamp()));
            case Folder _ -> true;
            case Link mine
            when other instanceof Link theirs -> mine.target().equals(theirs.target());
            case Special mine
            when other instanceof Special theirs -> mine.stamp().sameThing(theirs.stamp());
            default -> false;
        };
    }

    /** What to call it, for people. */
    default String called() {
        return switch (this) {
            case Regular _ -> "file";
            case Folder _ -> "folder";
            case Link _ -> "link";
            case Special _ -> "special file";
        };
    }

    /**
     * Permission bits and owner.
     *
     * @param mode the twelve permission bits; 0 where the system has none
     * @param user number of the owner; -1 where the system has none
     * @param group number of the group; -1 where the system has none
     */
    record Access(int mode, int user, int group) {
        boolean sameOwner(Access other) {
            return user == other.user && group == other.group;
        }
    }

    /**
     * By what a change is suspected without reading a file.
     *
     * @param device number of the file system
     * @param inode number of the file in it; 0 where the system has none
     * @param modifiedNanos since 1970, may be set at will by anybody
     * @param changedNanos since 1970, set by the kernel
     * @param names how many hard links it has
     */
    record Stamp(long device, long inode, long modifiedNanos, long changedNanos, int names) {
        boolean sameThing(Stamp other) {
            return device == other.device && inode == other.inode;
        }

        /** The same file, and its content was not written to, as far as its times tell. */
        boolean sameFile(Stamp other) {
            return sameThing(other) && modifiedNanos == other.modifiedNanos;
        }

        /** Tells whether it was last touched well before a moment. */
        boolean olderThan(long nanos) {
            return inode != 0 && modifiedNanos < nanos && changedNanos < nanos;
        }

        /** The same but for the number of names, which another path may change. */
        boolean unmoved(Stamp other) {
            return sameThing(other)
                    && modifiedNanos == other.modifiedNanos
                    && changedNanos == other.changedNanos;
        }
    }
}
