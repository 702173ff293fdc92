package dev.quietus.verify.documents;

import dev.quietus.core.StateTable;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.run.RunState;
import java.util.List;
import org.junit.jupiter.api.Test;

class StateMachinesDocumentTest {

    private static final String HEAD = """
            # State machines

            Each machine is one table in the code, and a pair that is not in it is impossible.
            This page is generated from the tables; a test fails when it is stale and leaves the
            fresh text in `verify/target/fresh/docs/state-machines.md`.

            An operation has two machines, kept apart on purpose: what became of carrying it out,
            and what is known of its effect. No time-out leads out of an unknown; only evidence
            does.
            """;

    private record Machine(String title, String about, StateTable<?, ?> table) {}

    private static final List<Machine> MACHINES = List.of(
            new Machine(
                    "Run",
                    "A stopped run is never revived. A completed or expired run keeps its state"
                            + " when it is stopped.",
                    RunState.TABLE),
            new Machine(
                    "Operation, execution",
                    "A late result replaces a cancellation or an unknown, never another result.",
                    ExecutionState.TABLE),
            new Machine(
                    "Operation, effect",
                    "`verified_present` has no way out: a proven effect stays proven.",
                    EffectState.TABLE),
            new Machine(
                    "Barrier",
                    "A late fact moves a barrier back to `settling`, also after a receipt; the"
                            + " next receipt supersedes the one before.",
                    BarrierState.TABLE));

    @Test
    void stateMachinesAreThoseOfTheCode() {
        StringBuilder text = new StringBuilder(HEAD);
        for (Machine machine : MACHINES) {
            text.append("\n## ").append(machine.title()).append("\n\n");
            text.append(machine.about()).append("\n\n```mermaid\n");
            text.append(machine.table().diagram()).append("```\n");
        }
        Document.requireFresh("docs/state-machines.md", text.toString());
    }
}
