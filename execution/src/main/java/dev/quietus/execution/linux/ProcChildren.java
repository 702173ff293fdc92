package dev.quietus.execution.linux;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringTokenizer;

/** Who descends from whom, as the {@code children} files of {@code /proc} tell it. */
final class ProcChildren {
    private static final Path OF_FIRST_THREAD =
            Proc.tasks(Proc.SELF).resolve(Proc.SELF + "/children");

    private ProcChildren() {}

    /** The children of all threads of a process, alive or not yet reaped; as far as seen. */
    static List<Integer> of(int pid) {
        List<Integer> children = new ArrayList<>();
        Path tasks = Proc.tasks(pid);
        Proc.each(
                tasks,
                thread -> Proc.read(tasks.resolve(thread + "/children"))
                        .ifPresent(line -> numbers(line, children)));
        return children;
    }

    /**
     * The children of this process, for somebody who concludes from it that there is nobody else.
     * Empty where the list could not be read to its end, for want of descriptors for instance.
     */
    static Optional<Set<Integer>> all() {
        Set<Integer> children = new HashSet<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Proc.tasks(Proc.SELF))) {
            for (Path thread : threads) {
                try {
                    numbers(Proc.content(thread.resolve("children")), children);
                } catch (NoSuchFileException gone) {
                    // The thread has ended; its children belong to another.
                }
            }
        } catch (IOException | DirectoryIteratorException unseen) {
            return Optional.empty();
        }
        return Optional.of(children);
    }

    /**
     * The children of this process's first thread. Orphans are among them: they are given to the
     * first thread that lives (the kernel's {@code find_alive_thread}), and a JVM's first thread
     * lives to its end.
     */
    static List<Integer> orphans() {
        List<Integer> orphans = new ArrayList<>();
        Proc.read(OF_FIRST_THREAD).ifPresent(line -> numbers(line, orphans));
        return orphans;
    }

    /** Whether this kernel tells the children of a process. */
    static boolean areTold() {
        return Files.exists(OF_FIRST_THREAD);
    }

    private static void numbers(String line, Collection<Integer> into) {
        StringTokenizer words = new StringTokenizer(line);
        while (words.hasMoreTokens()) {
            into.add(Integer.parseInt(words.nextToken()));
        }
    }
}
