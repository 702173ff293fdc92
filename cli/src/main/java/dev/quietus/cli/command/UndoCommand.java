package dev.quietus.cli.command;

import dev.quietus.cli.undo.UndoRecord;
import dev.quietus.cli.undo.UndoText;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.Line;
import dev.quietus.cli.view.SafeText;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.json.JsonObject;
import dev.quietus.execution.files.FileTrackingException;
import dev.quietus.execution.files.ScanProgress;
import dev.quietus.execution.files.Tracking;
import dev.quietus.execution.files.TrackingLimits;
import dev.quietus.execution.files.UnitFolder;
import dev.quietus.execution.undo.FileUndo;
import dev.quietus.execution.undo.UndoPlan;
import dev.quietus.execution.undo.UndoResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code quietus undo OP}: takes back what an operation did. Files that {@code quietus exec
 * --track} watched are taken back on this machine; any other effect by its provider's declared
 * call.
 */
@Command
final class UndoCommand implements Callable<Integer> {
    private static final int MOST_SLASHES = 8;

    private final Invocation invocation;

    @Parameters(
            paramLabel = "OP",
            description = "RUN/OPERATION, or the operation where it is unique.")
    String address = "";

    @Option(names = "--dry-run", description = "Say what would be done, and do nothing.")
    boolean dryRun;

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "Why; stands in the record with your name.")
    Optional<String> reason = Optional.empty();

    @Option(
            names = "--yes",
            description = "Approve the provider's call at once, instead of with 'quietus approve'.")
    boolean yes;

    @Option(
            names = "--compare-now",
            description = "Where the command's own comparison is missing, because its supervisor"
                    + " died: take what is in the folder now for what the command left.")
    boolean compareNow;

    @Option(names = "--offline", description = "Files only: record it on this machine alone.")
    boolean offline;

    @Option(
            names = "--time-limit",
            paramLabel = "D",
            description = "Files only: how long it may take (default: 10m); the rest can follow.")
    Duration timeLimit = Duration.ofMinutes(10);

    @Mixin
    OutputOption output = new OutputOption();

    UndoCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    /**
     * Files of one command on this machine.
     *
     * @param run its run
     * @param operation the command
     * @param unit where their record lies
     */
    private record Local(String run, String operation, UnitFolder unit) {}

    @Override
    public Integer call() {
        Optional<Local> local = local(address);
        if (local.isPresent()) {
            return files(local.get());
        }
        if (offline) {
            throw new CommandException(
                    Exit.NOT_FOUND,
                    "undo: this machine has no record of files that " + SafeText.of(address)
                            + " changed");
        }
        JsonObject found = new Addresses(invocation).operation(address);
        Optional<Local> named = local(found.string("run_id") + "/" + found.string("operation_id"));
        return named.isPresent() ? files(named.get()) : effect(found);
    }

    private Optional<Local> local(String written) {
        int slash = written.indexOf('/');
        for (int i = 0; slash > 0 && i < MOST_SLASHES; i++) {
            String run = written.substring(0, slash);
            String operation = written.substring(slash + 1);
            UnitFolder unit = UnitFolder.of(invocation.places().state(), run, operation);
            if (unit.begun() || unit.reported()) {
                return Optional.of(new Local(run, operation, unit));
            }
            slash = written.indexOf('/', slash + 1);
        }
        return Optional.empty();
    }

    private int files(Local local) {
        try {
            compareIfAsked(local);
            FileUndo undo = new FileUndo(local.unit(), timeLimit);
            UndoPlan plan = undo.plan();
            String named = local.run() + "/" + local.operation();
            if (dryRun) {
                output.print(
                        UndoText.json(plan),
                        () -> UndoText.lines(plan, named, invocation.console()),
                        invocation.console());
                return Exit.DONE;
            }
            UndoResult result = plan.acts() ? recorded(undo, local) : undo.perform("nobody");
            output.print(
                    UndoText.json(result),
                    () -> UndoText.lines(result, invocation.console()),
                    invocation.console());
            return result.whole() ? Exit.DONE : Exit.ERROR;
        } catch (FileTrackingException e) {
            throw new CommandException(
                    Exit.ERROR, "undo: " + SafeText.of(String.valueOf(e.getMessage())), e);
        }
    }

    private void compareIfAsked(Local local) {
        if (local.unit().reported()) {
            return;
        }
        if (!compareNow) {
            throw new CommandException(
                    Exit.ERROR,
                    "undo: it is not recorded what " + SafeText.of(address)
                            + " left: it still runs, or its supervisor died. If it has ended,"
                            + " --compare-now takes what is there now for what it left");
        }
        Tracking.resume(local.unit(), TrackingLimits.DEFAULT).report(ScanProgress.SILENT);
    }

    private UndoResult recorded(FileUndo undo, Local local) {
        if (offline) {
            return undo.perform("offline");
        }
        UndoRecord record = new UndoRecord(invocation.server(), local.unit());
        UndoRecord.Begun begun = record.begin(local.run(), local.operation(), reason);
        UndoResult result = undo.perform(begun.address());
        record.end(begun, result.whole(), UndoText.summary(result));
        return result;
    }

    /** An effect outside: an operation of its own, which the server carries out. */
    private int effect(JsonObject found) {
        JsonObject.Builder body = JsonObject.builder()
                .put("run_id", found.string("run_id"))
                .put("plan_only", dryRun)
                .put("approve", yes && !dryRun);
        reason.ifPresent(text -> body.put("reason", text));
        JsonObject answer = invocation.call(HttpCall.post(
                body.build(), "v1", "operations", found.string("operation_id"), "undo"));
        output.print(answer, () -> lines(answer), invocation.console());
        return Exit.DONE;
    }

    private List<String> lines(JsonObject answer) {
        List<String> lines = new ArrayList<>();
        answer.optionalString("would")
                .ifPresent(would -> lines.add("would send   " + SafeText.of(would)
                        + answer.optionalString("owner")
                                .map(owner -> "   decided by " + SafeText.of(owner))
                                .orElse("")));
        answer.optionalObject("effect_now")
                .ifPresent(now -> lines.add("shown now    "
                        + Line.words(now.string("observed")) + "   "
                        + SafeText.of(now.string("detail"))));
        answer.optionalString("why")
                .ifPresent(why -> lines.add("not possible " + SafeText.of(why)));
        answer.optionalObject("undo").ifPresent(undo -> {
            String named = SafeText.of(undo.string("run_id") + "/" + undo.string("operation_id"));
            String state = undo.string("state");
            lines.add("undo         " + named + "   " + Line.words(state)
                    + (state.equals("awaiting_approval")
                            ? "   quietus approve " + named
                            : "   quietus show " + named));
        });
        if (dryRun) {
            lines.add("Nothing was changed.");
        }
        return lines;
    }
}
