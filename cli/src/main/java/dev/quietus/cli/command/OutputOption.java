package dev.quietus.cli.command;

import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Yaml;
import dev.quietus.client.json.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The form of what a look-up prints. */
final class OutputOption {

    @Option(
            names = "--output",
            paramLabel = "FORM",
            description = "table, json or yaml (default: table).")
    Form form = Form.TABLE;

    /** The forms, spelled as on the command line. */
    enum Form {
        /** For people. */
        TABLE,
        /** For programs; the members are those of the HTTP interface. */
        JSON,
        /** The same as YAML. */
        YAML;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Prints the document, or the lines where a table is wanted. */
    void print(JsonValue document, Supplier<List<String>> table, Console console) {
        switch (form) {
            case TABLE -> table.get().forEach(console::line);
            case JSON -> console.data(document.toPrettyJson() + "\n");
            case YAML -> console.data(Yaml.of(document));
        }
    }
}
