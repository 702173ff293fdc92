package dev.quietus.execution.unit;

import dev.quietus.execution.Units;

import java.nio.file.Path;

/**
 * A supervisor to be killed: {@code WISH open|wait FOLDER SCRIPT}; says the unit's name and holder.
 */
final class SupervisorMain {
    private SupervisorMain() {}

    /** Runs the script, or leaves it behind its gate. */
    public static void main(String[] arguments) throws Exception {
        ExecutionUnit unit = new TestingUnit(Path.of(arguments[2]))
                .held(Units.Wish.valueOf(arguments[0]))
                .prepare(arguments[3]);
        if (arguments[1].equals("open")) {
            unit.open();
        }
        System.out.println(unit.name());
        System.out.println(unit.holder().map(ProcessKey::toString).orElse(""));
        // Until it is killed; the process that started it ends this one's input when it ends.
        System.in.readAllBytes();
    }
}
