package dev.quietus.cli.command;

import dev.quietus.cli.config.Configuration;
import dev.quietus.cli.config.Connection;
import dev.quietus.cli.config.Pages;
import dev.quietus.cli.config.Places;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.client.Quietus;
import dev.quietus.client.http.HttpCall;
import dev.quietus.client.json.JsonObject;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One call of the program: its console, what every command can be told, and the way to the server,
 * which is opened when it is first needed. For one thread.
 */
final class Invocation implements AutoCloseable {

    private static final int TRIES = 4;

    private final Console console;
    private final GlobalOptions options = new GlobalOptions();
    private Optional<Configuration> configuration = Optional.empty();
    private Optional<Quietus> server = Optional.empty();

    Invocation(Console console) {
        this.console = console;
    }

    Console console() {
        return console;
    }

    GlobalOptions options() {
        return options;
    }

    Places places() {
        return new Places(console.env(), console.directory());
    }

    /** A path as the user wrote it. */
    Path path(String written) {
        return places().path(written);
    }

    Configuration configuration() {
        if (configuration.isEmpty()) {
            configuration = Optional.of(Configuration.read(places(), options.config));
        }
        return configuration.get();
    }

    Connection connection() {
        return Connection.find(configuration(), options.url, options.token);
    }

    Quietus server() {
        if (server.isEmpty()) {
            server = Optional.of(connection().open(TRIES));
        }
        return server.get();
    }

    /**
     * The run that is named, else the one inside of which this is.
     *
     * @param command who asks
     * @param named the option {@code --run}
     * @throws CommandException if there is neither
     */
    String run(String command, Optional<String> named) {
        return named.or(() -> Optional.ofNullable(console.env().get("QUIETUS_RUN"))
                        .filter(inside -> !inside.isEmpty()))
                .orElseThrow(() -> CommandException.usage(
                        command + ": which run? name it with --run or QUIETUS_RUN"));
    }

    /** The answer's object; an empty one if the server answers nothing. */
    JsonObject call(HttpCall call) {
        return Pages.object(server().client(), call);
    }

    /**
     * The members of a list that comes in pages, up to {@code most}.
     *
     * @param call the list without its page
     * @param member the list's name in the answer
     */
    List<JsonObject> pages(HttpCall call, String member, int most) {
        return Pages.all(server().client(), call, member, most);
    }

    @Override
    public void close() {
        server.ifPresent(Quietus::close);
    }
}
