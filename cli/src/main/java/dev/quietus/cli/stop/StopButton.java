package dev.quietus.cli.stop;

import dev.quietus.cli.config.Configuration;
import dev.quietus.cli.config.Connection;
import dev.quietus.cli.config.Places;
import dev.quietus.cli.view.BarrierFacts;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.stop.EmergencyStop;
import dev.quietus.client.stop.StopAnswer;
import dev.quietus.client.stop.StopPatience;

import java.util.List;
import java.util.Optional;

/**
 * The command {@code quietus stop}: presses until the server has acknowledged the stop, says what
 * is known then, and with {@code --wait} stays until the receipt is there.
 *
 * <p>A configuration file that is wrong does not keep a stop from going out: what can be read of it
 * counts, and the rest is told beside the result.
 */
public final class StopButton {

    private StopButton() {}

    /**
     * Runs the command.
     *
     * @param args all arguments of the program
     * @param command where the word {@code stop} stands among them
     * @return the exit code; empty if the help was asked for
     * @throws CommandException if the stop was refused, or not acknowledged in time
     */
    public static Optional<Integer> run(String[] args, int command, Console console) {
        Optional<StopWish> read = StopArguments.read(args, command);
        if (read.isEmpty()) {
            return Optional.empty();
        }
        StopWish wish = read.get();
        Places places = new Places(console.env(), console.directory());
        Configuration configuration = Configuration.lenient(places, wish.config());
        List<String> problems = configuration.problems();
        for (int i = 0; i < problems.size(); i++) {
            console.note("quietus: left out: ".concat(problems.get(i)));
        }
        Connection connection = connection(configuration, wish, console);
        if (wish.target() instanceof StopTarget.OneRun one) {
            return Optional.of(one(one, wish, connection, console));
        }
        return Optional.of(ManyStops.run(wish, connection, console));
    }

    /** A token that can't be read is left out: a server may ask for none, or says so itself. */
    private static Connection connection(
            Configuration configuration, StopWish wish, Console console) {
        try {
            return Connection.find(configuration, wish.url(), wish.token());
        } catch (CommandException e) {
            Connection bare = Connection.withoutToken(configuration, wish.url());
            console.note("quietus: left out: ".concat(String.valueOf(e.getMessage())));
            return bare;
        }
    }

    private static int one(
            StopTarget.OneRun target, StopWish wish, Connection connection, Console console) {
        PressProgress progress = new PressProgress(console, wish.retryFor().isZero());
        StopAnswer answer =
                button(connection, wish).with(progress).press(target.run(), wish.body());
        progress.done();
        if (answer instanceof StopAnswer.Acknowledged acknowledged) {
            BarrierFacts barrier = new BarrierFacts(acknowledged.barrier());
            if (wish.awaitReceipt()) {
                return new ReceiptWait(connection, console, wish.retryFor()).of(barrier);
            }
            StopText.acknowledged(barrier, console);
            return Exit.DONE;
        }
        if (answer instanceof StopAnswer.Refused refused) {
            throw StopText.refused(target.run(), refused.status(), refused.problem());
        }
        StopAnswer.NotAcknowledged none = (StopAnswer.NotAcknowledged) answer;
        String reason = progress.reason().isEmpty() ? none.lastReason() : progress.reason();
        throw StopText.notAcknowledged(target.run(), none.tries(), reason, wish, connection);
    }

    private static EmergencyStop button(Connection connection, StopWish wish) {
        try {
            return EmergencyStop.at(connection.url(), connection.token()).with(patience(wish));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("stop: " + e.getMessage());
        }
    }

    /** One try has the time that it needs; several share what was asked for. */
    private static StopPatience patience(StopWish wish) {
        StopPatience usual = StopPatience.DEFAULT;
        return wish.retryFor().isZero()
                ? usual.within(usual.connect().plus(usual.answer()))
                : usual.within(wish.retryFor());
    }

    /** The problem's words for a person: the detail, else the title. */
    static String told(JsonObject problem) {
        Optional<String> detail = problem.optionalString("detail");
        return detail.isPresent()
                ? detail.get()
                : problem.optionalString("title").orElse("no reason given");
    }
}
