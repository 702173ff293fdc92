package dev.quietus.execution.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A control group of a unit (cgroup v2, see the kernel's {@code cgroup-v2.rst}): the kernel's own
 * list of what belongs together, which no process leaves by forking, by a session of its own or by
 * another parent.
 *
 * @param folder its folder in the hierarchy
 */
record Cgroup(Path folder) {
    private static final String PREFIX = "quietus-";
    private static final int MAX_DEPTH = 16;

    /** What there is of control groups here. */
    sealed interface Offer {}

    /**
     * Groups can be made.
     *
     * @param below the folder of this process's own group
     */
    record Usable(Path below) implements Offer {}

    /**
     * None can be made.
     *
     * @param why for people
     */
    record Unusable(String why) implements Offer {}

    /** Finds out whether groups can be made, by making one. */
    static Offer offer(String probe) {
        Optional<Path> own = own();
        if (own.isEmpty()) {
            return new Unusable("no cgroup v2 hierarchy is mounted");
        }
        if (!Files.isWritable(own.get().resolve("cgroup.procs"))) {
            return new Unusable("this process may not move processes out of its cgroup " + own.get()
                    + " (a service needs Delegate=yes)");
        }
        try {
            Cgroup made = create(own.get(), probe);
            boolean joinable = Files.isWritable(made.processes());
            made.remove();
            return joinable
                    ? new Usable(own.get())
                    : new Unusable("a cgroup below " + own.get() + " takes no processes");
        } catch (IOException e) {
            return new Unusable("no cgroup can be made below " + own.get() + ": " + why(e));
        }
    }

    private static String why(IOException e) {
        return e instanceof FileSystemException told && told.getReason() != null
                ? told.getReason()
                : e.getClass().getSimpleName();
    }

    /** The folder of this process's own group in the version 2 hierarchy. */
    static Optional<Path> own() {
        Optional<String> path = Proc.read(Path.of("/proc/self/cgroup")).stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("0::"))
                .map(line -> line.substring(3))
                .findFirst();
        return path.flatMap(below -> mounts().filter(mount -> below.startsWith(mount.root()))
                .map(mount -> mount.at(below))
                .filter(Files::isDirectory)
                .findFirst());
    }

    /**
     * Where the hierarchy, or a part of it, is mounted.
     *
     * @param root the part
     * @param point where
     */
    private record Mount(String root, Path point) {
        Path at(String path) {
            String rest = root.equals("/") ? path : path.substring(root.length());
            return rest.isEmpty() || rest.equals("/") ? point : point.resolve(rest.substring(1));
        }
    }

    private static Stream<Mount> mounts() {
        return Proc.read(Path.of("/proc/self/mountinfo")).stream()
                .flatMap(String::lines)
                .filter(line -> line.contains(" - cgroup2 "))
                .map(line -> line.split(" "))
                .filter(fields -> fields.length > 5)
                .map(fields -> new Mount(fields[3], Path.of(fields[4].replace("\\040", " "))));
    }

    /** Makes the group of a unit. */
    static Cgroup create(Path below, String mark) throws IOException {
        return new Cgroup(Files.createDirectory(below.resolve(PREFIX + mark)));
    }

    /** The group of a unit wherever in the hierarchy it was made. */
    static Optional<Cgroup> find(String mark) {
        return mounts().map(Mount::point)
                .flatMap(point -> {
                    try (Stream<Path> folders = Files.find(
                            point,
                            MAX_DEPTH,
                            (path, attributes) ->
                                    attributes.isDirectory() && path.endsWith(PREFIX + mark))) {
                        return folders.limit(1).toList().stream();
                    } catch (IOException | UncheckedIOException e) {
                        return Stream.empty();
                    }
                })
                .findFirst()
                .map(Cgroup::new);
    }

    /**
     * Removes groups of units that nobody lives in; what is used stays.
     *
     * @param noted the marks of units that stay
     * @param before only what was made before this
     */
    static void clear(Path below, Set<String> noted, Instant before) {
        try (Stream<Path> folders = Files.list(below)) {
            folders.filter(each ->
                            mark(each).filter(own -> !noted.contains(own)).isPresent())
                    .filter(each -> madeBefore(each, before))
                    .map(Cgroup::new)
                    .filter(group ->
                            !group.populated() && Collections.disjoint(group.unitsBelow(), noted))
                    .forEach(Cgroup::removeIfFree);
        } catch (IOException | UncheckedIOException changing) {
            // Another day will do.
            return;
        }
    }

    private static Optional<String> mark(Path folder) {
        String name = String.valueOf(folder.getFileName());
        return name.startsWith(PREFIX) && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                ? Optional.of(name.substring(PREFIX.length()))
                : Optional.empty();
    }

    private static boolean madeBefore(Path folder, Instant before) {
        try {
            return Files.getLastModifiedTime(folder).toInstant().isBefore(before);
        } catch (IOException gone) {
            return false;
        }
    }

    /**
     * Removes it when its unit has ended, unless groups of other units are in it: whoever ends
     * those has to find them, as an empty one is the proof. They are cleared away later, and this
     * one too.
     */
    void release() {
        if (unitsBelow().isEmpty()) {
            removeIfFree();
        }
    }

    /** The marks of units whose groups are in it. */
    private Set<String> unitsBelow() {
        return folders().stream()
                .filter(each -> !each.equals(folder))
                .flatMap(each -> mark(each).stream())
                .collect(Collectors.toSet());
    }

    /** Removes it, unless a process is in it. */
    void removeIfFree() {
        try {
            remove();
        } catch (IOException used) {
            return;
        }
    }

    /** The file that takes the numbers of processes. */
    Path processes() {
        return folder.resolve("cgroup.procs");
    }

    /** Moves one process, and none of its children, into the group; false when refused. */
    boolean take(int pid) {
        try {
            Files.writeString(processes(), Integer.toString(pid), StandardOpenOption.WRITE);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    /** Whether any process is in it or in a group below it; zombies do not count. */
    boolean populated() {
        return Proc.read(folder.resolve("cgroup.events"))
                .map(text -> !text.contains("populated 0"))
                .orElse(Files.exists(folder));
    }

    /** The processes in it and in groups below it. */
    List<Integer> members() {
        List<Integer> members = new ArrayList<>();
        for (Path each : folders()) {
            Proc.read(each.resolve("cgroup.procs"))
                    .ifPresent(text -> text.lines()
                            .map(Integer::valueOf)
                            .filter(pid -> pid > 0)
                            .forEach(members::add));
        }
        return members;
    }

    private List<Path> folders() {
        try (Stream<Path> folders =
                Files.find(folder, MAX_DEPTH, (_, attributes) -> attributes.isDirectory())) {
            return folders.toList();
        } catch (IOException | UncheckedIOException gone) {
            return List.of(folder);
        }
    }

    /**
     * Has the kernel kill everything in it, against which no fork can win. It does not end a
     * process whose main thread has exited, so that each one is signalled besides. Kernels before
     * 5.14 lack it.
     */
    void kill() {
        try {
            Files.writeString(folder.resolve("cgroup.kill"), "1", StandardOpenOption.WRITE);
        } catch (IOException lacking) {
            return;
        }
    }

    /**
     * Removes it and the groups below it.
     *
     * @throws IOException when a process is still in one
     */
    void remove() throws IOException {
        List<Path> folders = new ArrayList<>(folders());
        folders.sort((one, other) -> other.getNameCount() - one.getNameCount());
        for (Path each : folders) {
            try {
                Files.deleteIfExists(each);
            } catch (DirectoryNotEmptyException e) {
                throw new IOException("a process is still in " + each, e);
            }
        }
    }
}
