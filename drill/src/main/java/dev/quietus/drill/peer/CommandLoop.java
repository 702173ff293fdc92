package dev.quietus.drill.peer;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonObject;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Takes commands from the standard input until it ends, each in a thread of its own, and answers
 * each with its number.
 */
final class CommandLoop {
    /** Names the command. */
    static final String DO = "do";

    /** Numbers the command. */
    static final String ID = "id";

    private static final int LONGEST_LINE = 64 * 1024;

    private final Map<String, Command> commands;
    private final Voice voice;

    CommandLoop(Map<String, Command> commands, Voice voice) {
        this.commands = Map.copyOf(commands);
        this.voice = voice;
    }

    /** One thing that a peer can be told to do. */
    @FunctionalInterface
    interface Command {
        /**
         * Does it.
         *
         * @return the answer
         * @throws Exception when it can't be done; the answer then says why
         */
        JsonObject.Builder perform(JsonObject told) throws Exception;
    }

    /** Listens until the input ends. */
    void listen(InputStream input) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
        Optional<String> line = Optional.ofNullable(lines.readLine());
        while (line.isPresent()) {
            take(line.get());
            line = Optional.ofNullable(lines.readLine());
        }
    }

    private void take(String line) {
        try {
            if (line.length() > LONGEST_LINE) {
                throw new IllegalArgumentException("a command of " + line.length() + " characters");
            }
            JsonObject told = Json.parseObject(line);
            long id = told.integer(ID);
            Command command = Optional.ofNullable(commands.get(told.string(DO)))
                    .orElseThrow(() ->
                            new IllegalArgumentException("no such command: " + told.string(DO)));
            Thread.ofVirtual()
                    .name("command-" + id)
                    .start(() -> voice.say(answer(id, command, told)));
        } catch (IllegalArgumentException | JsonException wrong) {
            System.err.println("a command was not understood: " + wrong.getMessage());
        }
    }

    private static JsonObject answer(long id, Command command, JsonObject told) {
        try {
            return command.perform(told).put(Voice.RE, id).build();
        } catch (Exception failed) {
            failed.printStackTrace();
            return JsonObject.builder()
                    .put(Voice.RE, id)
                    .put(Voice.ERROR, String.valueOf(failed.getMessage()))
                    .build();
        }
    }
}
