package dev.quietus.cli.command;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.EventText;
import dev.quietus.cli.view.Yaml;
import dev.quietus.client.http.EventStream;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.http.StreamEvent;
import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code quietus events RUN}: the chain of events of the run's tree, from the first or from a
 * number on. {@code --output jsonl} is what {@code quietus verify --events} reads.
 */
@Command
final class EventsCommand implements Callable<Integer> {

    private static final int PAGE = 1_000;
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Invocation invocation;

    @Parameters(paramLabel = "RUN", description = "A run of the tree.")
    String run = "";

    @Option(
            names = "--after",
            paramLabel = "N",
            description = "Only events behind this number (default: 0, all).")
    long after;

    @Option(names = "--follow", description = "Stay, and print what happens from now on too.")
    boolean follow;

    @Option(
            names = "--output",
            paramLabel = "FORM",
            description = "table, jsonl, json or yaml (default: table). jsonl is one event a line.")
    Form form = Form.TABLE;

    /** The forms, spelled as on the command line. */
    enum Form {
        /** For people. */
        TABLE,
        /** One event a line, as it is hashed. */
        JSONL,
        /** One document. */
        JSON,
        /** The same as YAML. */
        YAML;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    EventsCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        if (after < 0) {
            throw CommandException.usage("--after: expected 0 or more, found " + after);
        }
        Console console = invocation.console();
        switch (form) {
            case TABLE -> each(event -> console.line(EventText.line(event, console)));
            case JSONL -> each(event -> console.data(event.toJson() + "\n"));
            case JSON, YAML -> {
                if (follow) {
                    throw CommandException.usage(
                            "--follow: a document has an end; take --output jsonl or table");
                }
                document(console);
            }
        }
        return 0;
    }

    private void document(Console console) {
        List<JsonObject> events = new ArrayList<>();
        pages(events::add);
        JsonObject all =
                JsonObject.builder().put("events", JsonArray.of(events)).build();
        console.data(form == Form.JSON ? all.toPrettyJson() + "\n" : Yaml.of(all));
    }

    private void each(Consumer<JsonObject> printer) {
        if (follow) {
            follow(printer);
        } else {
            pages(printer);
        }
    }

    private void pages(Consumer<JsonObject> printer) {
        long position = after;
        while (true) {
            JsonObject page = invocation.server().events(run, position, PAGE);
            page.array("events").objects().forEach(printer);
            OptionalLong next = page.optionalInteger("next_after");
            if (next.isEmpty() || next.getAsLong() <= position || broken()) {
                return;
            }
            position = next.getAsLong();
        }
    }

    /** Until the reader is gone; Ctrl-C ends the process. */
    private void follow(Consumer<JsonObject> printer) {
        // Asked once as a page, so that an unknown run is an error and not a silent stream.
        invocation.server().run(run);
        HttpCall call =
                HttpCall.get("v1", "runs", run, "events").query("after", Long.toString(after));
        try (EventStream stream = invocation.server().client().events(call, Optional.empty())) {
            while (!broken() && !stream.isClosed()) {
                Optional<StreamEvent> event = stream.next(LOOK);
                event.ifPresent(found -> printer.accept(found.json()));
            }
        }
    }

    /** Whether nobody reads any more; sends what was printed on its way. */
    private boolean broken() {
        return invocation.console().out().checkError();
    }
}
