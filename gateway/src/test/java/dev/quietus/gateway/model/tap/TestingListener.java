package dev.quietus.gateway.model.tap;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Remembers what it hears. */
final class TestingListener implements TrafficListener {
    final List<ToolCall> calls = new ArrayList<>();
    final List<ToolResult> results = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    @Override
    public boolean isNewCall(String id) {
        return seen.add("call " + id);
    }

    @Override
    public boolean isNewResult(String callId) {
        return seen.add("result " + callId);
    }

    @Override
    public void toolCall(ToolCall call) {
        calls.add(call);
    }

    @Override
    public void toolResult(ToolResult result) {
        results.add(result);
    }
}
