package dev.quietus.cli.command;

import dev.quietus.cli.config.LocalKeys;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.SafeText;
import dev.quietus.cli.view.Sign;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.receipt.ReceiptFault;
import dev.quietus.client.receipt.ReceiptKey;
import dev.quietus.client.receipt.ReceiptVerdict;
import dev.quietus.client.receipt.ReceiptVerifier;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quietus verify FILE}: checks a receipt offline, without asking any server. */
@Command
final class VerifyCommand implements Callable<Integer> {

    private final Invocation invocation;

    @Parameters(
            paramLabel = "FILE",
            description = "The envelope, as 'quietus receipt RUN --output envelope' or the server"
                    + " gives it.")
    String file = "";

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "The public keys you trust, PEM (default: those in"
                    + " $XDG_STATE_HOME/quietus/keys).")
    Optional<String> key = Optional.empty();

    @Option(
            names = "--events",
            paramLabel = "FILE",
            description = "The events that the receipt covers, as 'quietus events RUN --output"
                    + " jsonl' gives them.")
    Optional<String> events = Optional.empty();

    VerifyCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        JsonObject envelope = ReceiptFiles.envelope(invocation.path(file));
        List<ReceiptKey> keys = keys();
        Optional<List<JsonObject>> chain =
                events.map(name -> ReceiptFiles.events(invocation.path(name)));
        Console console = invocation.console();
        return switch (ReceiptVerifier.verify(envelope, keys, chain)) {
            case ReceiptVerdict.Valid valid -> valid(valid, console);
            case ReceiptVerdict.Invalid invalid -> invalid(invalid, console);
        };
    }

    private List<ReceiptKey> keys() {
        if (key.isPresent()) {
            return LocalKeys.of(invocation.path(key.get()));
        }
        Path folder = invocation.places().keys();
        List<ReceiptKey> keys = LocalKeys.in(folder);
        if (keys.isEmpty()) {
            throw CommandException.usage("no public key in " + folder
                    + "; name one with --key, 'quietus keys export' writes those of a server");
        }
        return keys;
    }

    private int valid(ReceiptVerdict.Valid verdict, Console console) {
        JsonObject receipt = verdict.receipt();
        console.line("Receipt valid   " + SafeText.of(receipt.string("barrier_id")) + ", revision "
                + receipt.integer("revision") + "   " + receipt.string("decision"));
        for (String check : verdict.checks()) {
            boolean left = check.startsWith("not checked");
            console.line("  " + console.sign(left ? Sign.NOT_YET : Sign.FOUND, SafeText.of(check)));
        }
        if (events.isEmpty()) {
            console.line("  quietus events " + SafeText.of(receipt.string("run_id"))
                    + " --output jsonl > events.jsonl, then --events events.jsonl");
        }
        return Exit.DONE;
    }

    private static int invalid(ReceiptVerdict.Invalid verdict, Console console) {
        console.line("Receipt NOT valid");
        for (ReceiptFault fault : verdict.faults()) {
            console.line("  " + console.sign(Sign.NEEDS_PERSON, SafeText.of(fault.toString())));
        }
        return Exit.RECEIPT_INVALID;
    }
}
