package dev.quietus.cli.command;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.Sign;
import dev.quietus.cli.view.Table;
import dev.quietus.cli.view.Table.Cell;
import dev.quietus.cli.view.Tone;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code quietus keys}: the keys that a server signs receipts with; never their private part. */
final class KeysCommands {

    private KeysCommands() {}

    static CommandLine build(Invocation invocation) {
        return Catalogue.parent("keys")
                .addSubcommand("list", new KeyList(invocation))
                .addSubcommand("rotate", new KeyRotation(invocation))
                .addSubcommand("export", new KeyExport(invocation));
    }

    private static List<JsonObject> keys(JsonObject answer) {
        return answer.array("keys").objects();
    }

    private static JsonObject fetch(Invocation invocation) {
        return invocation.call(HttpCall.get("v1", "keys"));
    }

    @Command(description = "List the keys, the retired ones too.")
    private static final class KeyList implements Callable<Integer> {

        private final Invocation invocation;

        @Mixin
        OutputOption output = new OutputOption();

        KeyList(Invocation invocation) {
            this.invocation = invocation;
        }

        @Override
        public Integer call() {
            Console console = invocation.console();
            JsonObject answer = fetch(invocation);
            output.print(answer, () -> table(answer, console), console);
            return 0;
        }

        private static List<String> table(JsonObject answer, Console console) {
            Table table = new Table().left("KEY").left("STATE").left("SINCE");
            for (JsonObject key : keys(answer)) {
                String state = key.optionalString("state").orElse("");
                table.row(
                        Cell.of(key.string("key_id")),
                        state.equals("current")
                                ? Cell.of(Sign.REACHED, state)
                                : Cell.of(Sign.NOT_YET, state),
                        new Cell(
                                key.optionalInstant("created_at")
                                        .map(console.times()::day)
                                        .orElse(""),
                                Tone.DIM));
            }
            return table.lines(console);
        }
    }

    @Command(description = "Sign with a new key from now on; the old one stays for its receipts.")
    private static final class KeyRotation implements Callable<Integer> {

        private final Invocation invocation;

        KeyRotation(Invocation invocation) {
            this.invocation = invocation;
        }

        @Override
        public Integer call() {
            JsonObject answer =
                    invocation.call(HttpCall.post(JsonObject.empty(), "v1", "keys", "rotate"));
            invocation
                    .console()
                    .line("Receipts are signed with " + answer.string("key_id")
                            + " from now on   quietus keys export -o keys.pem");
            return 0;
        }
    }

    @Command(description = "Write all public keys as one PEM text, for whoever verifies.")
    private static final class KeyExport implements Callable<Integer> {

        private final Invocation invocation;

        @Option(names = "-o", paramLabel = "FILE", description = "Write to this file.")
        Optional<String> file = Optional.empty();

        KeyExport(Invocation invocation) {
            this.invocation = invocation;
        }

        @Override
        public Integer call() {
            StringBuilder pem = new StringBuilder();
            List<JsonObject> keys = keys(fetch(invocation));
            for (JsonObject key : keys) {
                pem.append(key.string("public_key_pem").strip()).append('\n');
            }
            if (file.isEmpty()) {
                invocation.console().data(pem.toString());
                return 0;
            }
            Path path = invocation.path(file.get());
            try {
                Files.writeString(path, pem, StandardCharsets.US_ASCII);
            } catch (IOException e) {
                throw new CommandException(
                        Exit.ERROR, "file " + path + " can't be written: " + e, e);
            }
            invocation.console().line(keys.size() + " public keys written to " + path);
            return 0;
        }
    }
}
