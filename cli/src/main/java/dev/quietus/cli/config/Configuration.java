package dev.quietus.cli.config;

import dev.quietus.cli.view.CommandException;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of one start: flag before environment before file before default. An environment
 * variable that is set to nothing counts as not set.
 */
public final class Configuration {

    private final Places places;
    private final ConfigFile file;

    private Configuration(Places places, ConfigFile file) {
        this.places = places;
        this.file = file;
    }

    /**
     * A value and where it is from.
     *
     * @param value what it is set to
     * @param source in words: {@code --url}, {@code QUIETUS_URL}, {@code quietus.yaml:3}
     */
    public record Found(String value, String source) {}

    /**
     * Reads the configuration.
     *
     * @param named the file that {@code --config} names
     * @throws CommandException if the file is wrong, with every problem and its line
     */
    public static Configuration read(Places places, Optional<String> named) {
        Configuration configuration = lenient(places, named);
        if (!configuration.problems().isEmpty()) {
            throw CommandException.usage(String.join("\n  ", configuration.problems()));
        }
        return configuration;
    }

    /** The same for the stop button: what is wrong in the file is left out, not refused. */
    public static Configuration lenient(Places places, Optional<String> named) {
        return new Configuration(places, ConfigFile.find(places, named));
    }

    /** What is wrong with the file; empty: nothing. */
    public List<String> problems() {
        return file.problems();
    }

    /** Where things are kept on this machine. */
    public Places places() {
        return places;
    }

    /** The setting's value, if it is set anywhere. */
    public Optional<Found> find(Setting setting, String flagName, Optional<String> flag) {
        if (flag.isPresent()) {
            return Optional.of(new Found(flag.get(), flagName));
        }
        Map<String, String> env = places.env();
        String variable = env.getOrDefault(setting.variable(), "").strip();
        if (!variable.isEmpty()) {
            return Optional.of(new Found(variable, setting.variable()));
        }
        Optional<ConfigFile.Entry> entry = file.entry(setting);
        if (entry.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Found(entry.get().value(), file.name() + ":" + entry.get().line()));
    }
}
