package dev.quietus.client.receipt;

import static dev.quietus.client.receipt.TestingReceipt.CHAIN;
import static dev.quietus.client.receipt.TestingReceipt.HEAD;
import static dev.quietus.client.receipt.TestingReceipt.chain;
import static dev.quietus.client.receipt.TestingReceipt.checks;
import static dev.quietus.client.receipt.TestingReceipt.faults;
import static dev.quietus.client.receipt.TestingReceipt.hashed;
import static dev.quietus.client.receipt.TestingReceipt.set;
import static dev.quietus.client.receipt.TestingReceipt.text;
import static dev.quietus.client.receipt.TestingReceipt.verify;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.JsonNumber;
import dev.quietus.client.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** S11: what was changed, dropped, moved or added is found, and named with its number. */
class EventChainTest {

    private static final List<JsonObject> LONG =
            chain("run_registered", "stop_requested", "swept", "receipt_issued", "late_result");

    @Test
    void followsTheChainBeyondWhatTheReceiptCovers() {
        assertThat(checks(verify(LONG)))
                .contains(
                        "the 3 events that the receipt covers chain to its head hash",
                        "the 2 later events chain on");
    }

    @Test
    void findsAChangeOfAnyMember() {
        for (int index = 0; index < CHAIN.size(); index++) {
            for (String member : CHAIN.get(index).asMap().keySet()) {
                if (member.equals("seq") || member.equals("data")) {
                    continue;
                }
                List<JsonObject> events = changed(CHAIN, index, member, "x");
                assertThat(faults(verify(events)))
                        .anyMatch(fault -> fault.startsWith("event_changed: event "));
            }
            JsonObject event = set(CHAIN.get(index), "data.count", JsonNumber.of(1));
            assertThat(faults(verify(replaced(CHAIN, index, event))))
                    .singleElement()
                    .asString()
                    .startsWith("event_changed: event " + (index + 1) + " was changed: its content"
                            + " has the hash ");
        }
    }

    @Test
    void findsAChangeWhoseHashWasMadeToFit() {
        JsonObject forged = hashed(set(LONG.get(1), "data.reason", text("another")));
        assertThat(faults(verify(replaced(LONG, 1, forged))))
                .containsExactly("event_link_broken: event 3 does not follow on event 2");
        assertThat(faults(verify(replaced(LONG, 2, hashed(set(LONG.get(2), "at", text("x")))))))
                .hasSize(2)
                .anyMatch(fault -> fault.startsWith("head_hash_differs: event 3 has the hash ")
                        && fault.endsWith(", the receipt was signed over " + HEAD));
    }

    @Test
    void findsAWholeChainThatWasMadeAnew() {
        assertThat(faults(verify(chain("run_registered", "stop_requested", "nothing"))))
                .singleElement()
                .asString()
                .startsWith("head_hash_differs: event 3 ");
        JsonObject first = hashed(CHAIN.get(0).with("prev_hash", text(HEAD)));
        assertThat(faults(verify(replaced(CHAIN, 0, first))))
                .contains("event_link_broken: event 1 does not follow on the beginning");
    }

    @Test
    void findsDroppedEvents() {
        assertThat(faults(verify(without(LONG, 1))))
                .containsExactly("event_missing: event 2 is missing between 1 and 3");
        assertThat(faults(verify(without(LONG, 0))))
                .containsExactly("event_missing: event 1 is missing between 0 and 2");
        assertThat(faults(verify(without(without(LONG, 2), 1))))
                .containsExactly("event_missing: events 2 to 3 are missing between 1 and 4");
        assertThat(faults(verify(without(LONG, 3))))
                .containsExactly("event_missing: event 4 is missing between 3 and 5");
    }

    @Test
    void findsATruncatedChain() {
        assertThat(faults(verify(CHAIN.subList(0, 2))))
                .containsExactly("events_truncated: the receipt covers 3 events, event 3 is missing"
                        + " at the end");
        assertThat(faults(verify(List.of())))
                .containsExactly("events_truncated: the receipt covers 3 events, events 1 to 3 are"
                        + " missing at the end");
    }

    @Test
    void findsReorderedAndRepeatedEvents() {
        List<JsonObject> swapped = new ArrayList<>(CHAIN);
        Collections.swap(swapped, 0, 1);
        assertThat(faults(verify(swapped)))
                .containsExactly("event_out_of_order: event 1 stands behind event 2");
        List<JsonObject> repeated = new ArrayList<>(CHAIN);
        repeated.add(1, CHAIN.get(0));
        assertThat(faults(verify(repeated)))
                .containsExactly("event_repeated: event 1 is there more than once");
    }

    @Test
    void findsAnEventOfAnotherTree() {
        JsonObject foreign = hashed(LONG.get(4).with("tree_id", text("other")));
        assertThat(faults(verify(replaced(LONG, 4, foreign))))
                .containsExactly("event_of_other_tree: event 5 belongs to tree other, the receipt"
                        + " to r");
    }

    @Test
    void findsEventsThatAreNone() {
        assertThat(faults(verify(replaced(CHAIN, 1, CHAIN.get(1).without("prev_hash")))))
                .containsExactly(
                        "event_malformed: event in place 2, $.prev_hash: expected a string, found"
                                + " nothing",
                        "event_missing: event 2 is missing between 1 and 3");
        JsonObject zero = hashed(CHAIN.get(0).with("seq", JsonNumber.of(0)));
        assertThat(faults(verify(replaced(CHAIN, 0, zero))))
                .contains("event_malformed: event with the number 0: expected 1 or more");
        JsonObject huge = hashed(LONG.get(4).with("seq", JsonNumber.of(Long.MAX_VALUE)));
        assertThat(faults(verify(replaced(LONG, 4, huge))))
                .contains("event_missing: events 5 to 9223372036854775806 are missing between 4 and"
                        + " 9223372036854775807");
        JsonObject odd = dev.quietus.client.json.Json.parseObject(
                CHAIN.get(1).toJson().replace("9007199254740993", "1e999"));
        assertThat(faults(verify(replaced(CHAIN, 1, odd))))
                .anyMatch(
                        fault -> fault.startsWith("event_malformed: event in place 2, canonical"));
    }

    private static List<JsonObject> changed(
            List<JsonObject> events, int index, String member, String value) {
        return replaced(events, index, events.get(index).with(member, text(value)));
    }

    private static List<JsonObject> replaced(List<JsonObject> events, int index, JsonObject event) {
        List<JsonObject> copy = new ArrayList<>(events);
        copy.set(index, event);
        return copy;
    }

    private static List<JsonObject> without(List<JsonObject> events, int index) {
        List<JsonObject> copy = new ArrayList<>(events);
        copy.remove(index);
        return copy;
    }
}
