package dev.quietus.cli.command;

import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.SafeText;
import dev.quietus.cli.view.Table;
import dev.quietus.cli.view.Table.Cell;
import dev.quietus.cli.view.Tone;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quietus token}: who may do what; a secret is shown once, when it is made. */
final class TokenCommands {

    private TokenCommands() {}

    static CommandLine build(Invocation invocation) {
        return Catalogue.parent("token")
                .addSubcommand("create", new TokenCreation(invocation))
                .addSubcommand("list", new TokenList(invocation))
                .addSubcommand("revoke", new TokenRevocation(invocation));
    }

    /** What a token allows, spelled as on the wire. */
    enum Role {
        /** Everything. */
        OPERATOR,
        /** Claim, begin and finish work. */
        WORKER,
        /** Read everything, change nothing. */
        AUDITOR;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Command(description = "Make a token; its secret is printed once and kept nowhere.")
    private static final class TokenCreation implements Callable<Integer> {

        private final Invocation invocation;

        @Option(
                names = "--role",
                paramLabel = "ROLE",
                required = true,
                description = "operator, worker or auditor.")
        Role role = Role.AUDITOR;

        @Option(
                names = "--name",
                paramLabel = "NAME",
                required = true,
                description = "Whose it is; what is done with it stands under this name.")
        String name = "";

        TokenCreation(Invocation invocation) {
            this.invocation = invocation;
        }

        @Override
        public Integer call() {
            Console console = invocation.console();
            JsonObject wish = JsonObject.builder()
                    .put("role", role.toString())
                    .put("name", name)
                    .build();
            JsonObject made = invocation.call(HttpCall.post(wish, "v1", "tokens"));
            console.note(role + ":" + SafeText.of(name) + "   shown once; keep it in a file that"
                    + " only its owner reads");
            console.data(made.string("token") + "\n");
            return 0;
        }
    }

    @Command(description = "List the tokens, without their secrets.")
    private static final class TokenList implements Callable<Integer> {

        private final Invocation invocation;

        @Mixin
        OutputOption output = new OutputOption();

        TokenList(Invocation invocation) {
            this.invocation = invocation;
        }

        @Override
        public Integer call() {
            Console console = invocation.console();
            JsonObject answer = invocation.call(HttpCall.get("v1", "tokens"));
            output.print(answer, () -> table(answer, console), console);
            return 0;
        }

        private static List<String> table(JsonObject answer, Console console) {
            Table table = new Table().left("NAME").left("ROLE").left("SINCE");
            for (JsonObject token : answer.array("tokens").objects()) {
                table.row(
                        Cell.of(token.string("name")),
                        Cell.of(token.string("role")),
                        new Cell(
                                token.optionalInstant("created_at")
                                        .map(console.times()::day)
                                        .orElse(""),
                                Tone.DIM));
            }
            return table.lines(console);
        }
    }

    @Command(description = "Take all tokens of a name away.")
    private static final class TokenRevocation implements Callable<Integer> {

        private final Invocation invocation;

        @Parameters(paramLabel = "NAME", description = "Whose tokens.")
        String name = "";

        TokenRevocation(Invocation invocation) {
            this.invocation = invocation;
        }

        @Override
        public Integer call() {
            JsonObject answer = new DeleteCall(invocation.connection()).of("v1", "tokens", name);
            long revoked = answer.optionalInteger("revoked").orElse(1);
            invocation
                    .console()
                    .line(SafeText.of(name) + "   " + revoked
                            + (revoked == 1 ? " token" : " tokens") + " revoked");
            return 0;
        }
    }
}
