package dev.quietus.execution.unit;

import static org.awaitility.Awaitility.await;

import dev.quietus.execution.Units;
import dev.quietus.execution.output.OutputPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A unit that runs a shell script in a folder of the test's own. */
public final class TestingUnit {
    static final Budgets SHORT = new Budgets(
            Duration.ofMillis(500),
            Duration.ofSeconds(5),
            Duration.ofMillis(300),
            Duration.ofSeconds(1),
            Optional.empty());

    private final Path folder;
    private Supplier<UnitSystem> system = () -> Units.open(Units.Wish.STRONGEST);
    private Budgets budgets = SHORT;
    private UnitWatch watch = UnitWatch.NONE;
    private OutputPlan output = OutputPlan.COUNTED;
    private final Map<String, String> environment = new HashMap<>(System.getenv());

    public TestingUnit(Path folder) {
        this.folder = folder;
    }

    TestingUnit held(Units.Wish by) {
        system = () -> Units.open(by);
        return this;
    }

    /** Held by a system that is open already. */
    public TestingUnit on(UnitSystem open) {
        system = () -> open;
        return this;
    }

    public TestingUnit within(Budgets limits) {
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

    public TestingUnit with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** With nothing of this process's environment but its path. */
    public TestingUnit bare() {
        environment.keySet().retainAll(Set.of("PATH"));
        environment.putIfAbsent("PATH", "/usr/bin:/bin");
        return this;
    }

    /** Prepares the script, behind its gate. */
    public ExecutionUnit prepare(String script) throws IOException {
        return prepare(List.of("sh", "-c", script));
    }

    ExecutionUnit prepare(List<String> command) throws IOException {
        return ExecutionUnit.prepare(
                system.get(),
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
    public UnitReport run(String script) throws Exception {
        try (ExecutionUnit unit = start(script)) {
            return unit.await(Duration.ofSeconds(30)).orElseThrow();
        }
    }

    /** Runs it until it has made the file {@code ready}, and stops it. */
    public UnitReport cancelWhenReady(String script) throws Exception {
        try (ExecutionUnit unit = start(script)) {
            await().until(() -> Files.exists(folder.resolve("ready")));
            unit.cancel(new EndCause.StopRequested("test"));
            return unit.await(Duration.ofSeconds(30)).orElseThrow();
        }
    }

    public static String text(UnitReport report) {
        return text(report.output().tail());
    }

    public static String text(ByteBuffer tail) {
        return StandardCharsets.UTF_8.decode(tail.duplicate()).toString();
    }
}
