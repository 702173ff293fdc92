package dev.quietus.core.ledger;

/**
 * The end of a tree's chain of events.
 *
 * @param count how many events there are
 * @param hash hash of the last one, 64 zeros when there is none
 */
public record ChainHead(long count, String hash) {
    /** The head of a chain without events. */
    public static final ChainHead EMPTY = new ChainHead(0, Digests.NONE);
}
