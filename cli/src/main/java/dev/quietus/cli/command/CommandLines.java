package dev.quietus.cli.command;

import dev.quietus.cli.config.DurationText;
import dev.quietus.cli.config.Nearest;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.Failure;
import dev.quietus.server.QuietusServer;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line of everything but the stop button. Builds the one command that was asked for, so
 * that nobody waits for the others.
 */
public final class CommandLines {

    private static final int WIDEST_HELP = 100;
    private static final int NARROWEST_HELP = 55;

    private CommandLines() {}

    /** Runs a command and says its exit code. */
    public static int run(String[] args, Console console) {
        try (Invocation invocation = new Invocation(console)) {
            List<String> words = new ArrayList<>(List.of(args));
            int at = commandWord(words);
            if (at >= 0 && words.get(at).equals("help")) {
                words.remove(at);
                words.add("--help");
                at = commandWord(words);
            }
            if (at < 0) {
                return alone(words, console);
            }
            moveHelpBehind(words, at);
            at = commandWord(words);
            Optional<ListedCommand> command = Catalogue.named(words.get(at));
            if (command.isEmpty()) {
                return unknown(words.get(at), console);
            }
            CommandLine root = root(invocation);
            add(root, command.get(), invocation);
            settle(root, invocation);
            return root.execute(words.toArray(String[]::new));
        }
    }

    /** Where the command's word stands: behind options that every command has; -1: nowhere. */
    private static int commandWord(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (List.of("--url", "--token", "--config").contains(word)) {
                i++;
            } else if (word.isEmpty() || word.charAt(0) != '-') {
                return i;
            }
        }
        return -1;
    }

    /** {@code quietus --help runs} is the help of {@code runs}. */
    private static void moveHelpBehind(List<String> words, int command) {
        for (int i = 0; i < command; i++) {
            if (words.get(i).equals("--help") || words.get(i).equals("-h")) {
                words.remove(i);
                words.add("--help");
                return;
            }
        }
    }

    private static int alone(List<String> words, Console console) {
        if (words.contains("--version") || words.contains("-V")) {
            console.line("quietus " + QuietusServer.version() + " (Java "
                    + System.getProperty("java.version") + ")");
            return Exit.DONE;
        }
        for (String word : words) {
            List<String> known = List.of("--help", "--version", "--url", "--token", "--config");
            if (word.startsWith("-") && !known.contains(word) && !word.equals("-h")) {
                return new Failure(
                                Exit.USAGE,
                                "unknown option '" + word + "'" + Nearest.hint(word, known)
                                        + " (see 'quietus --help')")
                        .tell(console, Optional.empty());
            }
        }
        Overview.lines(console).forEach(console::line);
        return Exit.DONE;
    }

    private static int unknown(String word, Console console) {
        return new Failure(
                        Exit.USAGE,
                        "unknown command '" + word + "'" + Nearest.hint(word, Catalogue.names())
                                + " (see 'quietus --help')")
                .tell(console, Optional.empty());
    }

    /** The program with the options of every command and no command. */
    static CommandLine root(Invocation invocation) {
        CommandSpec spec = CommandSpec.create().name("quietus");
        spec.addMixin("common", CommandSpec.forAnnotatedObject(invocation.options()));
        return new CommandLine(spec);
    }

    /** Adds a command with its help. */
    static void add(CommandLine root, ListedCommand command, Invocation invocation) {
        CommandLine built = command.build().apply(invocation);
        built.getCommandSpec()
                .usageMessage()
                .description(command.summary())
                .footer("", "Example:", "  $ " + command.example());
        root.addSubcommand(command.name(), built);
    }

    /** What holds for the whole tree; set last, for it reaches only what is there. */
    static void settle(CommandLine root, Invocation invocation) {
        Console console = invocation.console();
        Ansi ansi = console.colour() ? Ansi.ON : Ansi.OFF;
        int width = Math.max(NARROWEST_HELP, Math.min(WIDEST_HELP, console.width()));
        root.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        root.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        root.setColorScheme(CommandLine.Help.defaultColorScheme(ansi));
        root.setUsageHelpWidth(width);
        look(root);
        root.setExpandAtFiles(false);
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.registerConverter(Duration.class, CommandLines::duration);
        root.setParameterExceptionHandler((e, args) -> wrong(e, invocation));
        root.setExecutionExceptionHandler((e, command, result) -> Failure.of(e)
                .tell(console, invocation.options().debug ? Optional.of(e) : Optional.empty()));
    }

    private static void look(CommandLine command) {
        command.getCommandSpec().usageMessage().abbreviateSynopsis(true).sortOptions(false);
        command.getSubcommands().values().forEach(CommandLines::look);
    }

    private static Duration duration(String text) {
        try {
            return DurationText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    private static int wrong(ParameterException e, Invocation invocation) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        String words = words(e, command);
        return new Failure(
                        Exit.USAGE,
                        name.replaceFirst("^quietus ", "") + ": " + words + " (see '" + name
                                + " --help')")
                .tell(
                        invocation.console(),
                        invocation.options().debug ? Optional.of(e) : Optional.empty());
    }

    private static String words(ParameterException e, CommandLine command) {
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String word = unmatched.getUnmatched().get(0);
            boolean option = word.startsWith("-");
            List<String> known = option
                    ? new ArrayList<>(command.getCommandSpec().optionsMap().keySet())
                    : new ArrayList<>(command.getSubcommands().keySet());
            return (option ? "unknown option '" : "unexpected '") + word + "'"
                    + Nearest.hint(word, known);
        }
        String message = String.valueOf(e.getMessage()).replace('\n', ' ');
        if (message.contains("(case-insensitive) ")) {
            // The constants of an enum, which are written in lower case here.
            int list = message.indexOf('[');
            int end = message.indexOf(']');
            message = message.substring(0, list)
                    + message.substring(list, end).toLowerCase(Locale.ROOT)
                    + message.substring(end).replace("(case-insensitive) ", "");
        }
        return message.isEmpty()
                ? message
                : Character.toLowerCase(message.charAt(0)) + message.substring(1);
    }
}
