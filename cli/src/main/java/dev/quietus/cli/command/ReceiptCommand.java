package dev.quietus.cli.command;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.ReceiptPage;
import dev.quietus.cli.view.ReceiptText;
import dev.quietus.cli.view.Yaml;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonLimits;
import dev.quietus.client.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quietus receipt RUN}: the receipt of a stop, to read or to keep. */
@Command
final class ReceiptCommand implements Callable<Integer> {

    private static final int NOT_FOUND = 404;

    private final Invocation invocation;

    @Parameters(paramLabel = "RUN", description = "The stopped run, or a barrier.")
    String id = "";

    @Option(
            names = "--output",
            paramLabel = "FORM",
            description =
                    "yaml, json or html to read, envelope to keep and verify (default:" + " yaml).")
    Form form = Form.YAML;

    @Option(
            names = "--revision",
            paramLabel = "N",
            description = "A certain revision (default: the newest).")
    Optional<Integer> revision = Optional.empty();

    @Option(names = "-o", paramLabel = "FILE", description = "Write to this file.")
    Optional<String> file = Optional.empty();

    /** The forms, spelled as on the command line. */
    enum Form {
        /** The receipt as it is read. */
        YAML,
        /** The same as JSON. */
        JSON,
        /** A page that stands alone, to print or attach. */
        HTML,
        /** The signed envelope, which is what can be verified. */
        ENVELOPE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    ReceiptCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        JsonObject answer = fetch();
        JsonObject envelope = answer.object("envelope");
        String text = switch (form) {
            case YAML -> Yaml.of(ReceiptText.ordered(receipt(envelope)));
            case JSON -> ReceiptText.ordered(receipt(envelope)).toPrettyJson() + "\n";
            case HTML -> ReceiptPage.of(ReceiptText.ordered(receipt(envelope)), envelope);
            case ENVELOPE -> envelope.toPrettyJson() + "\n";
        };
        Console console = invocation.console();
        if (file.isPresent()) {
            Path path = invocation.path(file.get());
            write(path, text);
            console.line("Receipt " + answer.string("barrier_id") + ", revision "
                    + answer.integer("revision") + ", "
                    + answer.string("decision") + "   written to " + path);
        } else {
            console.data(text);
        }
        if (!answer.optionalBool("newest").orElse(true)) {
            console.note("quietus: this revision is superseded; leave --revision out for the"
                    + " newest");
        }
        return 0;
    }

    /** By run, and where no run has that id, by barrier. */
    private JsonObject fetch() {
        try {
            return invocation.call(call("runs"));
        } catch (QuietusProblemException problem) {
            if (problem.status() != NOT_FOUND) {
                throw problem;
            }
            if (problem.code().equals(Optional.of("no_receipt_yet"))) {
                throw new CommandException(
                        Exit.NOT_FOUND,
                        problem.detail().orElse("there is no receipt yet") + "; 'quietus watch "
                                + id + "' shows what it waits for",
                        problem);
            }
            return new Addresses(invocation).find(call("barriers")).orElseThrow(() -> problem);
        }
    }

    private HttpCall call(String kind) {
        return HttpCall.get("v1", kind, id, "receipt")
                .query("revision", revision.map(number -> Integer.toString(number)));
    }

    /** What was signed; {@code verify} is what tells whether it holds. */
    private static JsonObject receipt(JsonObject envelope) {
        try {
            byte[] payload = Base64.getDecoder().decode(envelope.string("payload"));
            return Json.parseObject(payload, JsonLimits.DEFAULT)
                    .object("predicate")
                    .object("stop_receipt");
        } catch (IllegalArgumentException | JsonException e) {
            throw new CommandException(
                    Exit.RECEIPT_INVALID,
                    "the envelope holds no receipt: " + e.getMessage()
                            + "; --output envelope shows it",
                    e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new CommandException(Exit.ERROR, "file " + file + " can't be written: " + e, e);
        }
    }
}
