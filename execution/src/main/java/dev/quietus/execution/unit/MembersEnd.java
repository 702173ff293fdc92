package dev.quietus.execution.unit;

import java.util.List;

/**
 * What became of the processes of a unit.
 *
 * @param seen how many different processes were seen at or after the leader's end or the stop; a
 *     process that came and went between two looks is not among them
 * @param asked how many were asked to end
 * @param forced whether killing was necessary
 * @param confirmed whether it is proven that nobody lives any more
 * @param proof how that was proven, or why it was not
 * @param left who was last seen alive
 */
public record MembersEnd(
        int seen, int asked, boolean forced, boolean confirmed, String proof, List<Member> left) {
    /** Who is left alive is never called confirmed. */
    public MembersEnd {
        left = List.copyOf(left);
        if (confirmed && !left.isEmpty()) {
            throw new IllegalArgumentException("confirmed, with " + left.size() + " left alive");
        }
    }
}
