package dev.quietus.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.quietus.core.barrier.BarrierId;
import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.RunId;
import dev.quietus.core.run.TreeId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CanonicalJsonTest {
    @Test
    void sortsKeysByUtf16UnitsAndWritesNoBlanks() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("\ud83d\ude00", 1);
        map.put("\ufb33", 2);
        map.put("b", List.of(true, 7L, "x"));
        map.put("a", Map.of());
        assertThat(CanonicalJson.write(map))
                .isEqualTo("{\"a\":{},\"b\":[true,7,\"x\"],\"😀\":1,\"\ufb33\":2}");
    }

    @Test
    void escapesWhatItMustAndNothingElse() {
        assertThat(CanonicalJson.write("\"\\/\b\f\n\r\t\u0001\u001fé\u007f"))
                .isEqualTo("\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001fé\u007f\"");
    }

    @Test
    void refusesWhatHasNoOneSpelling() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CanonicalJson.write(1.5))
                .withMessage("canonical JSON has no form for java.lang.Double");
    }

    @Test
    void hashesAsTheStandardSays() {
        assertThat(Digests.sha256("abc"))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(Digests.NONE).hasSize(64).containsOnlyDigits();
    }

    @Test
    void chainsEventsSoThatEachHashCoversEverythingBefore() {
        TreeId tree = new TreeId("r");
        Instant at = Instant.parse("2026-08-16T10:51:04.018Z");
        EventDraft draft = EventDraft.of(EventType.OPERATION_BEGUN, OperationKey.of("r", "a"))
                .under(new BarrierId("stop-r-01"))
                .with("attempt", 1)
                .with("queue", Optional.empty());
        Event first = Event.chained(tree, ChainHead.EMPTY, at, draft);
        Event second = Event.chained(
                tree,
                new ChainHead(1, first.hash()),
                at,
                EventDraft.of(EventType.RUN_COMPLETED, new RunId("r")));
        assertThat(first.shown())
                .isEqualTo(Map.of(
                        "tree_id", "r",
                        "seq", 1L,
                        "at", "2026-08-16T10:51:04.018Z",
                        "type", "operation_begun",
                        "run_id", "r",
                        "operation_id", "a",
                        "barrier_id", "stop-r-01",
                        "data", Map.of("attempt", 1),
                        "prev_hash", Digests.NONE,
                        "hash", first.hash()));
        assertThat(first.hash()).isEqualTo(Digests.sha256(CanonicalJson.write(first.hashed())));
        assertThat(second.seq()).isEqualTo(2);
        assertThat(second.previousHash()).isEqualTo(first.hash());
    }

    @Test
    void aDraftKeepsNoHoldOnTheMapItWasMadeOf() {
        Map<String, Object> data = new LinkedHashMap<>(Map.of("a", 1));
        EventDraft draft = new EventDraft(
                EventType.RUN_COMPLETED, new RunId("r"), Optional.empty(), Optional.empty(), data);
        data.put("a", 2);
        assertThat(draft.data()).isEqualTo(Map.of("a", 1));
    }
}
