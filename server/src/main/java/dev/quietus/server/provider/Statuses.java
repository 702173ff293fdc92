package dev.quietus.server.provider;

import java.util.Set;
import java.util.TreeSet;

/**
 * A declared set of HTTP statuses.
 *
 * @param listed the statuses by number
 * @param anySuccess whether every 2xx belongs to it as well
 */
record Statuses(Set<Integer> listed, boolean anySuccess) {
    /** Every 2xx. */
    static final Statuses SUCCESS = new Statuses(Set.of(), true);

    /** No status. */
    static final Statuses NONE = new Statuses(Set.of(), false);

    Statuses {
        listed = Set.copyOf(listed);
    }

    /** Exactly these. */
    static Statuses of(Set<Integer> listed) {
        return new Statuses(listed, false);
    }

    /** Tells whether {@code status} belongs to the set. */
    boolean contains(int status) {
        return listed.contains(status) || (anySuccess && isSuccess(status));
    }

    /** The same without those that {@code other} lists by number. */
    Statuses without(Statuses other) {
        Set<Integer> rest = new TreeSet<>(listed);
        rest.removeAll(other.listed);
        return new Statuses(rest, anySuccess);
    }

    /** Tells whether {@code status} is 2xx. */
    static boolean isSuccess(int status) {
        return status >= 200 && status <= 299;
    }
}
