package dev.quietus.client.receipt;

import dev.quietus.client.json.CanonicalJson;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonObject;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The events of a run tree as a hash chain: each event's hash covers its content and the hash
 * before it, and the receipt's signature covers the hash of the last one.
 *
 * <p>Three questions are asked apart, so that each fault is named once and with its number: are all
 * events there and in order, does each content fit its hash, does each follow on the one before.
 */
final class EventChain {

    static final String FIRST_PREVIOUS = "0".repeat(64);

    private final String treeId;
    private final Findings findings;
    private final Map<Long, Link> links = new TreeMap<>();

    private EventChain(String treeId, Findings findings) {
        this.treeId = treeId;
        this.findings = findings;
    }

    /** What of an event the chain is made of. */
    private record Link(String previousHash, String hash) {}

    static void check(JsonObject evidence, List<JsonObject> events, Findings findings) {
        int before = findings.faultCount();
        EventChain chain = new EventChain(evidence.string("tree_id"), findings);
        long covered = evidence.integer("event_count");
        String head = evidence.string("head_hash");
        chain.read(events);
        chain.checkWhole(covered);
        chain.checkLinks();
        chain.checkHead(covered, head);
        if (findings.faultCount() == before) {
            findings.passed(
                    "the " + covered + " events that the receipt covers chain to its head hash");
            if (events.size() > covered) {
                findings.passed("the " + (events.size() - covered) + " later events chain on");
            }
        }
    }

    /** The hash that an event must have. */
    static String hash(JsonObject event) {
        return Digests.sha256Hex(CanonicalJson.bytes(event.without("hash")));
    }

    private void read(List<JsonObject> events) {
        long previous = 0;
        Map<Long, Integer> positions = new HashMap<>();
        for (int position = 0; position < events.size(); position++) {
            JsonObject event = events.get(position);
            long seq;
            try {
                seq = take(event, positions);
            } catch (JsonException e) {
                findings.fault(
                        FaultCode.EVENT_MALFORMED,
                        "event in place " + (position + 1) + ", " + e.getMessage());
                continue;
            }
            boolean repeated = positions.putIfAbsent(seq, position) != null;
            if (repeated) {
                findings.fault(
                        FaultCode.EVENT_REPEATED, "event " + seq + " is there more than once");
            } else if (seq < previous) {
                findings.fault(
                        FaultCode.EVENT_OUT_OF_ORDER,
                        "event " + seq + " stands behind event " + previous);
            }
            previous = seq;
        }
    }

    private long take(JsonObject event, Map<Long, Integer> positions) {
        long seq = event.integer("seq");
        Link link = new Link(event.string("prev_hash"), event.string("hash"));
        String tree = event.string("tree_id");
        findings.require(
                tree.equals(treeId),
                FaultCode.EVENT_OF_OTHER_TREE,
                "event " + seq + " belongs to tree " + tree + ", the receipt to " + treeId);
        String expected = hash(event);
        findings.require(
                expected.equals(link.hash()),
                FaultCode.EVENT_CHANGED,
                "event " + seq + " was changed: its content has the hash " + expected + ", it says "
                        + link.hash());
        boolean numbered = findings.require(
                seq >= 1,
                FaultCode.EVENT_MALFORMED,
                "event with the number " + seq + ": expected 1 or more");
        if (numbered && !positions.containsKey(seq)) {
            links.put(seq, link);
        }
        return seq;
    }

    private void checkWhole(long covered) {
        long next = 1;
        for (long seq : links.keySet()) {
            if (seq > next) {
                missing(next, seq - 1);
            }
            next = seq + 1;
        }
        if (next <= covered) {
            findings.fault(
                    FaultCode.EVENTS_TRUNCATED,
                    "the receipt covers " + covered + " events, " + span(next, covered)
                            + " missing at the end");
        }
    }

    private void missing(long from, long to) {
        findings.fault(
                FaultCode.EVENT_MISSING,
                span(from, to) + " missing between " + (from - 1) + " and " + (to + 1));
    }

    private static String span(long from, long to) {
        return from == to ? "event " + from + " is" : "events " + from + " to " + to + " are";
    }

    private void checkLinks() {
        links.forEach((seq, link) -> {
            Link before = seq == 1 ? new Link("", FIRST_PREVIOUS) : links.get(seq - 1);
            if (before != null) {
                findings.require(
                        link.previousHash().equals(before.hash()),
                        FaultCode.EVENT_LINK_BROKEN,
                        "event " + seq + " does not follow on "
                                + (seq == 1 ? "the beginning" : "event " + (seq - 1)));
            }
        });
    }

    private void checkHead(long covered, String head) {
        Link last = links.get(covered);
        if (last != null) {
            findings.require(
                    last.hash().equals(head),
                    FaultCode.HEAD_HASH_DIFFERS,
                    "event " + covered + " has the hash " + last.hash()
                            + ", the receipt was signed over " + head);
        }
    }
}
