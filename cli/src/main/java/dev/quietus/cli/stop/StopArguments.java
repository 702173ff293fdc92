package dev.quietus.cli.stop;

import dev.quietus.cli.config.DurationText;
import dev.quietus.cli.config.Nearest;
import dev.quietus.cli.view.CommandException;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Reads the arguments of {@code quietus stop}. */
final class StopArguments {

    private static final Duration RETRY_FOR = Duration.ofSeconds(60);
    private static final Duration LONGEST = Duration.ofDays(1);

    private final Map<StopFlag, String> values = new EnumMap<>(StopFlag.class);
    private Optional<String> run = Optional.empty();

    private StopArguments() {}

    /**
     * Reads them.
     *
     * @param args all arguments of the program; the word {@code stop} is at {@code command}
     * @return the wish, or empty if the help was asked for
     * @throws CommandException if they can't be understood
     */
    static Optional<StopWish> read(String[] args, int command) {
        StopArguments arguments = new StopArguments();
        boolean flagsOver = false;
        for (int i = 0; i < args.length; i++) {
            if (i == command) {
                continue;
            }
            if (flagsOver || args[i].isEmpty() || args[i].charAt(0) != '-') {
                arguments.takeRun(args[i]);
            } else if (args[i].equals("--")) {
                flagsOver = true;
            } else {
                i += arguments.takeFlag(args, i);
            }
        }
        if (arguments.has(StopFlag.HELP)) {
            return Optional.empty();
        }
        return Optional.of(arguments.wish());
    }

    private void takeRun(String word) {
        if (run.isPresent()) {
            throw wrong("one run at a time, found '" + run.get() + "' and '" + word
                    + "'; quote a reason of several words, or use --label or --all");
        }
        run = Optional.of(word);
    }

    /** Takes the flag at {@code at} and says how many arguments its value took. */
    private int takeFlag(String[] args, int at) {
        String word = args[at];
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        Optional<StopFlag> found = StopFlag.named(name);
        if (found.isEmpty()) {
            throw wrong("unknown option '" + name + "'" + Nearest.hint(name, StopFlag.names()));
        }
        StopFlag flag = found.get();
        if (!flag.takesValue()) {
            if (equals >= 0) {
                throw wrong(name + " takes no value, found '" + word.substring(equals + 1) + "'");
            }
            values.put(flag, "");
            return 0;
        }
        if (equals >= 0) {
            values.put(flag, word.substring(equals + 1));
            return 0;
        }
        if (at + 1 == args.length || StopFlag.named(args[at + 1]).isPresent()) {
            throw wrong(name + " needs a value: " + name + " " + flag.label());
        }
        values.put(flag, args[at + 1]);
        return 1;
    }

    private StopWish wish() {
        duration(StopFlag.SETTLE_TIMEOUT);
        duration(StopFlag.QUIET_PERIOD);
        Duration retryFor = duration(StopFlag.RETRY_FOR).orElse(RETRY_FOR);
        String reason = value(StopFlag.REASON).orElse("");
        return new StopWish(
                target(),
                reason.isBlank() ? StopWish.NO_REASON : reason,
                value(StopFlag.SETTLE_TIMEOUT),
                value(StopFlag.QUIET_PERIOD),
                has(StopFlag.WAIT),
                retryFor,
                value(StopFlag.URL),
                value(StopFlag.TOKEN),
                value(StopFlag.CONFIG),
                has(StopFlag.DEBUG));
    }

    private StopTarget target() {
        boolean label = has(StopFlag.LABEL);
        boolean all = has(StopFlag.ALL);
        if (run.isPresent() ? label || all : label == all) {
            throw wrong(
                    run.isEmpty() && !label
                            ? "name a run, or --label K=V, or --all"
                            : "name one of a run, --label and --all, not several");
        }
        if (has(StopFlag.FREEZE) && !all) {
            throw wrong("--freeze goes with --all");
        }
        if (run.isEmpty()) {
            if (has(StopFlag.OPERATION) || has(StopFlag.TOOL)) {
                throw wrong("--operation and --tool narrow the stop of one run; name the run");
            }
            return all ? new StopTarget.Everything(has(StopFlag.FREEZE)) : labelled();
        }
        if (has(StopFlag.OPERATION) && has(StopFlag.TOOL)) {
            throw wrong("name --operation or --tool, not both");
        }
        return new StopTarget.OneRun(
                checkedRun(run.get()), value(StopFlag.OPERATION), value(StopFlag.TOOL));
    }

    private StopTarget labelled() {
        String label = value(StopFlag.LABEL).orElse("");
        if (label.indexOf('=') < 1) {
            throw wrong("--label: expected K=V, found '" + label + "'");
        }
        return new StopTarget.Labelled(label);
    }

    private static String checkedRun(String run) {
        boolean sound = !run.isEmpty() && !run.equals(".") && !run.equals("..");
        for (int i = 0; i < run.length(); i++) {
            sound &= run.charAt(i) > ' ' && run.charAt(i) <= '~';
        }
        if (!sound) {
            throw wrong("'" + run + "' can't be a run id: printable ASCII without spaces");
        }
        return run;
    }

    private Optional<Duration> duration(StopFlag flag) {
        Optional<String> written = value(flag);
        if (written.isEmpty()) {
            return Optional.empty();
        }
        try {
            Duration duration = DurationText.parse(written.get());
            if (duration.compareTo(LONGEST) <= 0) {
                return Optional.of(duration);
            }
        } catch (IllegalArgumentException e) {
            throw wrong(flag.flag() + ": " + e.getMessage());
        }
        throw wrong(flag.flag() + ": at most 1d, found '" + written.get() + "'");
    }

    private boolean has(StopFlag flag) {
        return values.containsKey(flag);
    }

    private Optional<String> value(StopFlag flag) {
        return Optional.ofNullable(values.get(flag));
    }

    private static CommandException wrong(String what) {
        return CommandException.usage("stop: " + what + " (see 'quietus stop --help')");
    }
}
