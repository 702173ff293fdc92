package dev.quietus.cli.view;

import dev.quietus.client.http.QuietusInterruptedException;
import dev.quietus.client.http.QuietusProblemException;
import dev.quietus.client.http.QuietusProtocolException;
import dev.quietus.client.http.QuietusUnreachableException;
import dev.quietus.core.ledger.LedgerUnavailableException;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;

/**
 * What went wrong, as an exit code and one line: what, why, what to do.
 *
 * @param exit one of {@link Exit}'s codes
 * @param line the line, without the program's name
 */
public record Failure(int exit, String line) {

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int INTERRUPTED = 130;

    /** Words for an exception that came out of a command. */
    public static Failure of(Throwable thrown) {
        if (thrown instanceof CommandException failure) {
            return new Failure(failure.exit(), said(failure));
        }
        if (thrown instanceof QuietusUnreachableException unreachable) {
            return new Failure(
                    Exit.UNREACHABLE,
                    said(unreachable) + "; is it running? 'quietus serve' starts one, --url names"
                            + " another");
        }
        if (thrown instanceof QuietusProblemException problem) {
            return of(problem);
        }
        if (thrown instanceof QuietusProtocolException) {
            return new Failure(Exit.ERROR, said(thrown) + "; does --url name a Quietus server?");
        }
        if (thrown instanceof QuietusInterruptedException) {
            return new Failure(INTERRUPTED, "interrupted");
        }
        if (thrown instanceof LedgerUnavailableException) {
            return new Failure(Exit.ERROR, String.valueOf(thrown.getMessage()));
        }
        if (thrown instanceof IllegalArgumentException) {
            return new Failure(Exit.USAGE, said(thrown));
        }
        return new Failure(
                Exit.ERROR,
                "unexpected " + thrown.getClass().getSimpleName() + ": " + said(thrown)
                        + "; --debug shows where");
    }

    private static Failure of(QuietusProblemException problem) {
        String told = problem.detail().or(problem::title).orElse("status " + problem.status());
        Optional<String> decision = problem.decision();
        return switch (problem.status()) {
            case UNAUTHORIZED ->
                new Failure(
                        Exit.REFUSED,
                        told + "; name a token with --token, QUIETUS_TOKEN or token_file");
            case FORBIDDEN ->
                new Failure(
                        Exit.REFUSED,
                        decision.isPresent() && !told.contains(decision.get())
                                ? told + " (" + decision.get() + ")"
                                : told);
            case NOT_FOUND -> new Failure(Exit.NOT_FOUND, told);
            case 400, 413, 415 -> new Failure(Exit.USAGE, told);
            case 502, 504 -> new Failure(Exit.UNREACHABLE, "no server behind the gateway: " + told);
            case 503 -> new Failure(Exit.ERROR, told + "; nothing was changed, ask again later");
            default -> new Failure(Exit.ERROR, told);
        };
    }

    private static String said(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null ? "no reason given" : message;
    }

    /** Prints the line on err, and behind it the trace if it is wanted. */
    public int tell(Console console, Optional<Throwable> trace) {
        console.flush();
        console.note("quietus: "
                + line.lines().map(SafeText::of).reduce((a, b) -> a + "\n" + b).orElse(""));
        if (trace.isPresent()) {
            StringWriter text = new StringWriter();
            trace.get().printStackTrace(new PrintWriter(text));
            console.err().print(text);
        }
        console.err().flush();
        return exit;
    }
}
