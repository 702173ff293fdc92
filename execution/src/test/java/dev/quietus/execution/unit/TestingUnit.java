package dev.quietus.execution.unit;

import dev.quietus.execution.Units;
import dev.quietus.execution.output.OutputPlan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A unit that runs a shell script in a folder of the test's own. */
final class TestingUnit {
    static final Budgets SHORT = new Budgets(
            Duration.ofMillis(500),
            Duration.ofSeconds(5),
            Duration.ofMillis(300),
            Duration.ofSeconds(1),
            Optional.empty());

    private final Path folder;
    private Units.Wish wish = Units.Wish.STRONGEST;
    private Budgets budgets = SHORT;
    private UnitWatch watch = UnitWatch.NONE;
    private OutputPlan output = OutputPlan.COUNTED;
    private final Map<String, String> environment = new HashMap<>(System.getenv());

    TestingUnit(Path folder) {
        this.folder = folder;
    }

    TestingUnit held(Units.Wish by) {
        wish = by;
        return this;
    }

    TestingUnit within(Budgets limits) {
        budgets = limits;
        return this;
    }

    TestingUnit watched(UnitWatch by) {
        watch = by;
        return this;
    }

    TestingUnit kept(OutputPlan plan) {
        output = plan;
        return this;
    }

    TestingUnit with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Prepares the script, behind its gate. */
    ExecutionUnit prepare(String script) throws IOException {
        return prepare(List.of("/bin/sh", "-c", script));
    }

    ExecutionUnit prepare(List<String> command) throws IOException {
        return ExecutionUnit.prepare(
                Units.open(wish),
                "testing",
                UnitName.newMark(new SecureRandom()),
                new UnitCommand(command, folder, environment),
                budgets,
                output,
                OutputPlan.COUNTED,
                watch);
    }

    /** Prepares and opens it. */
    ExecutionUnit start(String script) throws IOException {
        ExecutionUnit unit = prepare(script);
        if (!unit.open()) {
            throw new IllegalStateException("nobody has cancelled it");
        }
        return unit;
    }

    /** Runs it to its own end. */
    UnitReport run(String script) throws Exception {
        try (ExecutionUnit unit = start(script)) {
            return unit.await(Duration.ofSeconds(30)).orElseThrow();
        }
    }

    static String text(UnitReport report) {
        return StandardCharsets.UTF_8.decode(report.output().tail().duplicate()).toString();
    }
}
