package dev.quietus.drill.cases;

import dev.quietus.client.http.QuietusException;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.JsonException;
import dev.quietus.drill.process.ChildProcessException;
import dev.quietus.drill.process.Scratch;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The evaluation cases of a stop, against a throw-away server or a running one, with real processes
 * and a real HTTP service that misbehaves on purpose.
 */
public final class Drill {
    private Drill() {}

    /**
     * Runs the drill. Returns when its processes have ended.
     *
     * @param settings what, where, and how it is reported
     * @param out where the report goes, in UTF-8
     * @param err where it is told why it could not be run
     * @return the exit code: 0 if a case passed and none failed, else 1
     */
    public static int run(DrillSettings settings, PrintStream out, PrintStream err) {
        if (settings.list()) {
            list(settings, out);
            return 0;
        }
        try (Scratch scratch = Scratch.temporary("quietus-drill-")) {
            boolean table = settings.report() == ReportForm.TABLE;
            PrintStream progress = table || settings.reportFile().isPresent() ? out : err;
            DrillReport report = DrillRun.of(settings, scratch, progress);
            publish(settings, report, out);
            if (!report.good()) {
                scratch.keep();
                err.println("quietus drill: logs and ledgers are kept in " + scratch.path());
            }
            return report.good() && report.count("passed") > 0 ? 0 : 1;
        } catch (QuietusProblemException refused) {
            boolean token = refused.status() == 401 || refused.status() == 403;
            err.println("quietus drill: " + refused.getMessage()
                    + (token ? "; --token names an operator's token" : ""));
            return 1;
        } catch (NotReadyException
                | ChildProcessException
                | QuietusException
                | JsonException
                | UncheckedIOException broken) {
            err.println("quietus drill: " + broken.getMessage());
            return 1;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            err.println("quietus drill: interrupted");
            return 1;
        }
    }

    private static void list(DrillSettings settings, PrintStream out) {
        for (DrillCase each : settings.cases()) {
            out.println("%-43s %s".formatted(each.word(), each.expect()));
        }
        out.flush();
    }

    private static void publish(DrillSettings settings, DrillReport report, PrintStream out) {
        String text = switch (settings.report()) {
            case TABLE -> "";
            case JUNIT -> JunitText.of(report);
            case JSON -> JsonText.of(report);
        };
        if (settings.reportFile().isPresent()) {
            write(settings.reportFile().get(), text.isEmpty() ? table(report) : text);
        } else {
            out.print(text);
            out.flush();
        }
    }

    private static String table(DrillReport report) {
        StringBuilder table = new StringBuilder(TableText.head()).append('\n');
        report.results()
                .forEach(result -> TableText.lines(result)
                        .forEach(line -> table.append(line).append('\n')));
        return table.append(TableText.foot(report)).append('\n').toString();
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write the report: " + failure, failure);
        }
    }
}
