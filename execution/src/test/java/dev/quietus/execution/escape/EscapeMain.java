package dev.quietus.execution.escape;

import dev.quietus.execution.Units;
import dev.quietus.execution.output.OutputPlan;
import dev.quietus.execution.unit.Budgets;
import dev.quietus.execution.unit.EndCause;
import dev.quietus.execution.unit.ExecutionUnit;
import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.UnitCommand;
import dev.quietus.execution.unit.UnitName;
import dev.quietus.execution.unit.UnitReport;
import dev.quietus.execution.unit.UnitSystem;
import dev.quietus.execution.unit.UnitWatch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One command under an execution unit, as {@code check-escape} wants it: the line {@code cancel} on
 * standard input ends it, and the report goes to the file that {@code ESCAPE_REPORT} names.
 */
final class EscapeMain {
    /** The usual budgets, but for the time to kill: this runs on machines that do much besides. */
    private static final Budgets PATIENT = new Budgets(
            Budgets.USUAL.grace(),
            Duration.ofSeconds(15),
            Budgets.USUAL.drain(),
            Budgets.USUAL.journal(),
            Budgets.USUAL.timeout());

    private EscapeMain() {}

    /** {@code WISH CMD...}. */
    public static void main(String[] arguments) throws Exception {
        UnitSystem system = Units.open(Units.Wish.valueOf(arguments[0]));
        double grace = Double.parseDouble(System.getenv("ESCAPE_GRACE"));
        ExecutionUnit unit = ExecutionUnit.prepare(
                system,
                "escape",
                UnitName.newMark(new SecureRandom()),
                new UnitCommand(
                        List.of(arguments).subList(1, arguments.length),
                        Path.of("").toAbsolutePath(),
                        System.getenv()),
                PATIENT.grace(Duration.ofMillis(Math.round(grace * 1_000))),
                new OutputPlan(
                        Optional.of(Path.of(System.getenv("ESCAPE_OUT"))),
                        1 << 20,
                        1_024,
                        Optional.empty()),
                OutputPlan.COUNTED,
                UnitWatch.NONE);
        unit.open();
        Thread.ofPlatform().daemon().start(() -> cancelWhenTold(unit));
        report(unit.await());
        unit.close();
        Runtime.getRuntime().halt(0);
    }

    private static void cancelWhenTold(ExecutionUnit unit) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals("cancel")) {
                    unit.cancel(new EndCause.StopRequested("told so"));
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void report(UnitReport report) throws IOException {
        String leader = switch (report.leader()) {
            case LeaderEnd.Exited(int code) -> "exit:" + code;
            case LeaderEnd.Killed(int signal, boolean _) -> "signal:" + signal;
            case LeaderEnd.NotSeen _ -> "not seen";
        };
        String json = String.format(
                "{\"rung\":\"%s\",\"confirmed\":%b,\"left\":%d,\"forced\":%b,\"leader\":\"%s\","
                        + "\"out_bytes\":%d,\"out_complete\":%b,\"sha256\":\"%s\"}",
                report.rung(),
                report.members().confirmed(),
                report.members().left().size(),
                report.members().forced(),
                leader,
                report.output().bytes(),
                report.output().complete(),
                report.output().sha256());
        Path file = Path.of(System.getenv("ESCAPE_REPORT"));
        Path fresh = Path.of(file + ".tmp");
        Files.writeString(fresh, json);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
