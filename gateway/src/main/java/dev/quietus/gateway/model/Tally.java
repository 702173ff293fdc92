package dev.quietus.gateway.model;

import dev.quietus.gateway.model.tap.ToolCall;
import dev.quietus.gateway.model.tap.ToolResult;
import dev.quietus.gateway.model.tap.TrafficListener;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/** Counts what passes, and remembers which calls and results have been seen. Thread-safe. */
final class Tally {
    /** A history repeats them all in each request; older ones than these are noted again. */
    private static final int REMEMBERED = 20_000;

    final LongAdder begun = new LongAdder();
    final LongAdder succeeded = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder clientHangUps = new LongAdder();
    final LongAdder cancelled = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder notRecorded = new LongAdder();
    final LongAdder passed = new LongAdder();
    final LongAdder otherRefused = new LongAdder();
    final LongAdder underWay = new LongAdder();
    private final LongAdder toolCalls = new LongAdder();
    private final LongAdder toolResults = new LongAdder();
    private final Set<String> calls = remembered();
    private final Set<String> results = remembered();
    private final ModelNotes notes;

    Tally(ModelNotes notes) {
        this.notes = notes;
    }

    private static Set<String> remembered() {
        return Collections.synchronizedSet(
                Collections.newSetFromMap(new LinkedHashMap<String, Boolean>() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                        return size() > REMEMBERED;
                    }
                }));
    }

    /** Hears the notes of one operation. */
    TrafficListener listener(String operationId) {
        return new TrafficListener() {
            @Override
            public boolean isNewCall(String id) {
                return calls.add(id);
            }

            @Override
            public boolean isNewResult(String callId) {
                return results.add(callId);
            }

            @Override
            public void toolCall(ToolCall call) {
                toolCalls.increment();
                notes.toolCall(operationId, call);
            }

            @Override
            public void toolResult(ToolResult result) {
                toolResults.increment();
                notes.toolResult(operationId, result);
            }
        };
    }

    ModelCounts counts() {
        return new ModelCounts(
                begun.sum(),
                succeeded.sum(),
                failed.sum(),
                clientHangUps.sum(),
                cancelled.sum(),
                refused.sum(),
                notRecorded.sum(),
                passed.sum(),
                otherRefused.sum(),
                underWay.sum(),
                toolCalls.sum(),
                toolResults.sum());
    }
}
