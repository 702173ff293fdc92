package dev.quietus.execution.unit;

import java.util.List;

/**
 * One look at who lives in a unit.
 *
 * @param living the processes that were seen to live
 * @param conclusive whether nobody can have been missed: the kernel's own count says so, or no
 *     process was born anywhere while it was looked
 */
public record Look(List<Member> living, boolean conclusive) {
    /** Copies the list. */
    public Look {
        living = List.copyOf(living);
    }

    /** Tells whether it shows that nobody lives. */
    public boolean provesEmpty() {
        return living.isEmpty() && conclusive;
    }
}
