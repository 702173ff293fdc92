package dev.quietus.execution.files;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/**
 * Where a path lies with regard to git repositories. A repository's references, index and objects
 * only fit together as a whole, and git may be writing them: putting back one of them by itself
 * could break newer work. So they are watched and reported, but not kept. Hooks, configuration and
 * ignore rules stand for themselves and are treated like any other file.
 */
enum Territory {
    /** Content is digested and kept. */
    ORDINARY,
    /** Content is digested, not kept. */
    REPOSITORY,
    /** Only name, size and stamp count: the name is the digest. */
    OBJECTS;

    private static final Set<String> PARTS = Set.of("HEAD", "objects", "refs");
    private static final Set<String> BY_ITSELF = Set.of("config", "description", "hooks", "info");
    private static final Set<String> CONTENT_NAMED = Set.of("objects", "lfs");

    /** Tells whether a folder with these names in it is a repository's own data. */
    static boolean isRepository(Collection<String> names) {
        return names.containsAll(PARTS);
    }

    /**
     * Where a path lies.
     *
     * @param inside its path within the nearest repository's own data; empty outside of any
     */
    static Territory of(Optional<String> inside) {
        if (inside.isEmpty()) {
            return ORDINARY;
        }
        String[] names = inside.get().split("/", -1);
        if (CONTENT_NAMED.contains(names[0])) {
            return OBJECTS;
        }
        return BY_ITSELF.contains(names[0]) ? ORDINARY : REPOSITORY;
    }
}
