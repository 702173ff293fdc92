package dev.quietus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.testing.TestingConsole;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import picocli.CommandLine;

class CommandLinesTest {

    @SuppressWarnings("unused") // named by @FieldSource
    static final java.util.List<ListedCommand> ALL = Catalogue.ALL;

    @TempDir
    private Path folder;

    private int run(TestingConsole console, String... args) {
        return console.run(args);
    }

    @Test
    void theHelpShowsFiveCommandsFirstAndTheRestByGroup() {
        TestingConsole console = TestingConsole.in(folder);

        assertThat(run(console, "--help")).isZero();

        assertThat(console.lines())
                .containsSubsequence("First", "Look", "Decide", "Prove", "Operate");
        assertThat(console.lines().subList(5, 10))
                .extracting(line -> line.strip().split(" ", -1)[0])
                .containsExactly("run", "stop", "watch", "receipt", "drill");
        for (ListedCommand command : Catalogue.ALL) {
            assertThat(console.out()).contains("  " + command.name() + " ");
        }
    }

    @Test
    void withoutACommandItShowsTheHelp() {
        TestingConsole console = TestingConsole.in(folder);

        assertThat(run(console)).isZero();
        assertThat(console.out()).contains("Usage: quietus COMMAND");
    }

    @ParameterizedTest
    @FieldSource("ALL")
    void everyCommandHasAnExampleThatItsOwnCommandLineTakes(ListedCommand command) {
        try (Invocation invocation = new Invocation(TestingConsole.in(folder).console())) {
            CommandLine whole = Catalogue.whole(invocation);
            CommandLines.settle(whole, invocation);
            String[] words = command.example()
                    .replace("source <(", "")
                    .replace(")", "")
                    .replaceAll("\"[^\"]*\"|'[^']*'", "quoted")
                    .split(" ", -1);

            assertThat(words[0]).isEqualTo("quietus");
            assertThat(words[1]).isEqualTo(command.name());
            whole.parseArgs(java.util.Arrays.copyOfRange(words, 1, words.length));
        }
    }

    @ParameterizedTest
    @FieldSource("ALL")
    void everyHelpHasItsSentenceAndItsExample(ListedCommand command) {
        TestingConsole console = TestingConsole.in(folder);

        assertThat(run(console, command.name(), "--help")).isZero();

        assertThat(console.out())
                .startsWith("Usage: quietus " + command.name())
                .contains(command.summary().substring(0, 20))
                .contains("Example:\n  $ " + command.example());
        assertThat(console.err()).isEmpty();
    }

    @Test
    void helpIsFoundInEveryPlace() {
        for (String[] args : new String[][] {
            {"help", "runs"},
            {"--help", "runs"},
            {"runs", "-h"},
            {"--url", "http://x", "help", "runs"}
        }) {
            TestingConsole console = TestingConsole.in(folder);

            assertThat(run(console, args)).isZero();
            assertThat(console.out()).startsWith("Usage: quietus runs");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "stpo r | unknown command 'stpo'; did you mean 'stop'? (see 'quietus --help')",
                "frobnicate | unknown command 'frobnicate' (see 'quietus --help')",
                "--verison | unknown option '--verison'; did you mean '--version'?",
                "runs --stat x | runs: unknown option '--stat'; did you mean '--state'?",
                "runs x | runs: unexpected 'x'",
                "show | show: missing required parameter: 'ID' (see 'quietus show --help')",
                "reject r/o | reject: missing required option: '--reason=TEXT'",
                "runs --output xml | runs: invalid value for option '--output': expected one of"
                        + " [table, json, yaml] but was 'xml'",
                "runs --limit x | runs: invalid value for option '--limit': 'x' is not an int",
                "runs --limit 0 | --limit: expected 1 to 100000, found 0",
                "register r --valid-for 2 | register: invalid value for option '--valid-for': '2'"
                        + " is not a duration like 500ms, 30s, 5m or 2h",
                "settle r/o --as done --evidence x | settle: invalid value for option '--as':"
                        + " expected one of [completed_and_verified, cancelled_without_effect]",
                "keys | keys: missing required subcommand (see 'quietus keys --help')",
                "keys lits | keys: unexpected 'lits'; did you mean 'list'?",
                "events r --follow --output json | --follow: a document has an end",
                "events r --after -1 | --after: expected 0 or more, found -1"
            })
    void whatIsWrongIsSaidInOneLineWithWhatToDo(String line, String problem) {
        TestingConsole console = TestingConsole.in(folder);

        assertThat(run(console, line.split(" ", -1))).isEqualTo(2);

        assertThat(console.out()).isEmpty();
        assertThat(console.err()).startsWith("quietus: " + problem).hasLineCount(1);
    }

    @Test
    void aValueThatBeginsWithAnAtSignIsNoFile() {
        TestingConsole console =
                TestingConsole.in(folder).with("QUIETUS_URL", "http://127.0.0.1:1");

        assertThat(run(console, "reject", "r/o", "--reason", "@mara said no")).isEqualTo(7);
    }

    @Test
    void saysItsVersion() {
        TestingConsole console = TestingConsole.in(folder);

        assertThat(run(console, "--version")).isZero();
        assertThat(console.out()).startsWith("quietus ").contains("(Java ");
    }

    @Test
    void completionKnowsEveryCommand() {
        TestingConsole console = TestingConsole.in(folder);

        assertThat(run(console, "completion")).isZero();
        for (ListedCommand command : Catalogue.ALL) {
            assertThat(console.out()).contains("_picocli_quietus_" + command.name());
        }
    }
}
