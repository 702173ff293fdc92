package dev.quietus.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.cli.config.Setting;
import dev.quietus.cli.testing.TestingConsole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The reference {@code docs/cli.md} is made of the commands themselves: everything from its line
 * {@code ## Commands} on. {@code -Dquietus.update=true} writes it anew.
 */
class CliReferenceTest {

    private static final String BEGIN = "## Commands\n";
    private static final Path DOCUMENT =
            Path.of(System.getProperty("quietus.root", "..")).resolve("docs/cli.md");

    @TempDir
    private Path folder;

    @Test
    void theReferenceSaysWhatTheCommandsSay() throws IOException {
        String document = Files.readString(DOCUMENT);
        String head = document.substring(0, document.indexOf(BEGIN));
        String expected = head + BEGIN + commands();
        if (Boolean.getBoolean("quietus.update")) {
            Files.writeString(DOCUMENT, expected);
            return;
        }

        assertThat(document).isEqualTo(expected);
    }

    @Test
    void everySettingIsInTheReference() throws IOException {
        String document = Files.readString(DOCUMENT);

        for (Setting setting : Setting.values()) {
            assertThat(document).contains("`" + setting.variable() + "`");
            if (!setting.key().isEmpty()) {
                assertThat(document).contains("`" + setting.key() + "`");
            }
        }
    }

    private String commands() {
        StringBuilder text = new StringBuilder();
        try (Invocation invocation = new Invocation(TestingConsole.in(folder).console())) {
            CommandLine whole = Catalogue.whole(invocation);
            CommandLines.settle(whole, invocation);
            for (Group group : Group.values()) {
                text.append("\n### ").append(group.title()).append('\n');
                for (ListedCommand command : Catalogue.ALL) {
                    if (command.group() == group) {
                        CommandLine line =
                                Objects.requireNonNull(whole.getSubcommands().get(command.name()));
                        text.append("\n#### `quietus ").append(command.name()).append("`\n\n");
                        text.append(command.summary()).append("\n\n```\n$ ");
                        text.append(command.example()).append("\n```\n");
                        describe(line, "quietus " + command.name(), text);
                    }
                }
            }
        }
        return text.toString();
    }

    private static void describe(CommandLine line, String name, StringBuilder text) {
        List<String> rows = new ArrayList<>();
        for (PositionalParamSpec each : line.getCommandSpec().positionalParameters()) {
            rows.add(row(each.paramLabel(), each.description()));
        }
        for (OptionSpec each : line.getCommandSpec().options()) {
            if (!each.inherited()) {
                String label = each.arity().max() == 0 ? "" : " " + each.paramLabel();
                rows.add(row(each.longestName() + label, each.description()));
            }
        }
        if (!rows.isEmpty()) {
            text.append("\n| | |\n|---|---|\n");
            rows.forEach(text::append);
        }
        line.getSubcommands().forEach((word, inner) -> {
            text.append("\n**`").append(name).append(' ').append(word).append("`** ");
            text.append(String.join(" ", inner.getCommandSpec().usageMessage().description()));
            text.append('\n');
            describe(inner, name + " " + word, text);
        });
    }

    private static String row(String name, String[] description) {
        return "| `" + name.replace("|", "\\|") + "` | "
                + String.join(" ", description).replace("|", "\\|") + " |\n";
    }
}
