package dev.quietus.core.ledger;

import dev.quietus.core.Wire;
import dev.quietus.core.run.TreeId;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One link of a tree's chain (S11): its hash covers itself and the hash before it.
 *
 * @param tree the tree
 * @param seq its place, 1 for the first, without gaps
 * @param at ledger time
 * @param draft what happened
 * @param previousHash hash of the event before, 64 zeros for the first
 * @param hash SHA-256 of the canonical JSON of everything else, lower-case hex
 */
public record Event(
        TreeId tree, long seq, Instant at, EventDraft draft, String previousHash, String hash) {
    /** Gives a draft its place behind {@code head}. */
    public static Event chained(TreeId tree, ChainHead head, Instant at, EventDraft draft) {
        Event open = new Event(tree, head.count() + 1, at, draft, head.hash(), "");
        return new Event(
                tree,
                open.seq,
                at,
                draft,
                head.hash(),
                Digests.sha256(CanonicalJson.write(open.hashed())));
    }

    /** The event as it is shown outside. */
    public Map<String, Object> shown() {
        Map<String, Object> all = hashed();
        all.put("hash", hash);
        return all;
    }

    /** Everything that the hash covers. */
    public Map<String, Object> hashed() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("tree_id", tree.value());
        fields.put("seq", seq);
        fields.put("at", Wire.time(at));
        fields.put("type", Wire.of(draft.type()));
        fields.put("run_id", draft.run().value());
        draft.operation()
                .ifPresent(key -> fields.put("operation_id", key.operation().value()));
        draft.barrier().ifPresent(id -> fields.put("barrier_id", id.value()));
        fields.put("data", draft.data());
        fields.put("prev_hash", previousHash);
        return fields;
    }
}
