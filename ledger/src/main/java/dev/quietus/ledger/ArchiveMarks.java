package dev.quietus.ledger;

import dev.quietus.core.Wire;
import dev.quietus.core.ledger.CanonicalJson;
import dev.quietus.core.ledger.ChainHead;
import dev.quietus.core.ledger.Digests;
import dev.quietus.core.ledger.StrictJson;
import dev.quietus.core.run.TreeId;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What the ledger keeps of the events of a tree that are in an archive: how far they go. */
final class ArchiveMarks {
    private static final String PREFIX = "archived:";

    private final Turn turn;
    private final SettingRows settings;

    ArchiveMarks(Turn turn) {
        this.turn = turn;
        this.settings = new SettingRows(turn);
    }

    // A tree's id alone can be as long as a setting's name.
    private static String name(TreeId tree) {
        return PREFIX + Digests.sha256(tree.value());
    }

    void mark(TreeId tree, ArchivedTree.Written written) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("tree_id", tree.value());
        content.put("event_count", written.head().count());
        content.put("head_hash", written.head().hash());
        content.put("archived_at", Wire.time(turn.now()));
        content.put("directory", written.directory().toString());
        content.put("manifest_sha256", written.digest());
        settings.put(name(tree), CanonicalJson.write(content));
    }

    /** Where the archived part of a chain ends, if a part of it is archived. */
    Optional<ChainHead> end(TreeId tree) {
        return settings.get(name(tree)).map(json -> {
            Map<String, Object> content = StrictJson.object(json, 1);
            return new ChainHead(
                    ((Number) content.getOrDefault("event_count", 0L)).longValue(),
                    String.valueOf(content.get("head_hash")));
        });
    }
}
