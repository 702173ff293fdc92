package dev.quietus.cli.command;

import dev.quietus.cli.config.DurationText;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.Line;
import dev.quietus.cli.view.Sign;
import dev.quietus.ledger.DurableLedger;
import dev.quietus.ledger.LedgerAddress;
import dev.quietus.ledger.LedgerArchive;
import dev.quietus.ledger.LedgerCopy;
import dev.quietus.ledger.LedgerVerification;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quietus ledger}: what is done to the record itself, without a server. */
final class LedgerCommands {
    private static final int SHOWN = 20;

    private LedgerCommands() {}

    static CommandLine build(Invocation invocation) {
        return Catalogue.parent("ledger")
                .addSubcommand("verify", new Verify(invocation))
                .addSubcommand("copy", new Copy(invocation))
                .addSubcommand("archive", new Archive(invocation));
    }

    private static LedgerAddress address(Invocation invocation, String text) {
        try {
            return LedgerAddress.parse(text, invocation::path);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("ledger: " + e.getMessage());
        }
    }

    /** An address that was not given is that of 'quietus serve'. */
    private static LedgerAddress address(Invocation invocation, Optional<String> text) {
        return text.map(each -> address(invocation, each))
                .orElseGet(() -> ServeSettings.ledger(invocation, Optional.empty()));
    }

    private static String read(long trees, long events) {
        return Line.grouped(trees, "tree") + ", " + Line.grouped(events, "event");
    }

    private static void requireThere(LedgerAddress address) {
        if (address instanceof LedgerAddress.File(var path) && !Files.exists(path)) {
            throw new CommandException(
                    Exit.NOT_FOUND, "no ledger at " + path + "; name another, such as sqlite:PATH");
        }
    }

    @Command(
            description = "Recompute every chain of events and compare it with what is recorded.",
            footer = {
                "",
                "Examples:",
                "  $ quietus ledger verify",
                "  $ quietus ledger verify postgresql://quietus@db/quietus"
            })
    private static final class Verify implements Callable<Integer> {
        private final Invocation invocation;

        @Parameters(
                arity = "0..1",
                paramLabel = "LEDGER",
                description = "sqlite:PATH or postgresql://HOST/DATABASE (default: that of"
                        + " 'quietus serve').")
        Optional<String> named = Optional.empty();

        @Option(
                names = "--ledger",
                paramLabel = "LEDGER",
                description = "The same, as the other commands take it.")
        Optional<String> ledger = Optional.empty();

        Verify(Invocation invocation) {
            this.invocation = invocation;
        }

        @Override
        public Integer call() {
            if (named.isPresent() && ledger.isPresent()) {
                throw CommandException.usage("name one ledger, with --ledger or without");
            }
            LedgerAddress address = address(invocation, named.or(() -> ledger));
            requireThere(address);
            LedgerVerification found = LedgerVerification.verify(address);
            Console console = invocation.console();
            String read = read(found.trees(), found.events());
            if (found.clean()) {
                console.line("Ledger sound   " + read + "   " + address);
                return Exit.DONE;
            }
            console.line("Ledger NOT sound   " + read + "   " + address);
            found.findings().stream()
                    .limit(SHOWN)
                    .forEach(each -> console.line("  "
                            + console.sign(
                                    Sign.NEEDS_PERSON,
                                    "tree " + each.tree() + ", event " + each.seq() + ": "
                                            + each.detail())));
            if (found.findings().size() > SHOWN) {
                console.line("  and " + (found.findings().size() - SHOWN) + " more");
            }
            return Exit.ERROR;
        }
    }

    @Command(
            description = "Copy a whole ledger into an empty one, of the same kind or the other.",
            footer = {
                "",
                "End the servers first: a file must not be in use, and what is written to a",
                "database meanwhile makes the copy fail. It is verified before it can be used.",
                "",
                "Example:",
                "  $ quietus ledger copy sqlite:ledger.db postgresql://quietus@db/quietus"
            })
    private static final class Copy implements Callable<Integer> {
        private final Invocation invocation;

        @Parameters(index = "0", paramLabel = "FROM", description = "An existing ledger.")
        String from = "";

        @Parameters(
                index = "1",
                paramLabel = "TO",
                description = "A new file, or a database without tables.")
        String to = "";

        Copy(Invocation invocation) {
            this.invocation = invocation;
        }

        @Override
        public Integer call() {
            LedgerAddress source = address(invocation, from);
            requireThere(source);
            LedgerAddress target = address(invocation, to);
            Console console = invocation.console();
            PrintStream told = console.errorPrinter();
            LedgerCopy.Copied copied = LedgerCopy.copy(
                    source,
                    target,
                    (table, rows) -> told.println(
                            "  " + Line.padded(table, 10) + " " + Line.grouped(rows, "row")));
            LedgerVerification verified = copied.verification();
            console.line("Copied   " + Line.grouped(copied.rows(), "row") + "; "
                    + read(verified.trees(), verified.events()) + " verified   " + target);
            return Exit.DONE;
        }
    }

    @Command(
            description = "Take trees in which nothing can move any more out into files.",
            footer = {
                "",
                "Taken are trees whose runs have ended, whose work is settled and whose stops are",
                "certified. Runs, barriers and receipts stay; a receipt's events are in the files:",
                "  $ quietus verify receipt.json --events DIR/TREE/events.jsonl",
                "",
                "Example:",
                "  $ quietus ledger archive --before 2026-10-01 --to /srv/quietus/archive"
            })
    private static final class Archive implements Callable<Integer> {
        private final Invocation invocation;

        @Option(
                names = "--before",
                required = true,
                paramLabel = "TIME",
                description = "Only trees without an event since: 2026-10-01,"
                        + " 2026-10-01T12:00:00Z, or how long ago: 30d.")
        String before = "";

        @Option(
                names = "--to",
                paramLabel = "DIR",
                description = "Where the files go (default: quietus-archive here).")
        String to = "quietus-archive";

        @Option(
                names = "--ledger",
                paramLabel = "LEDGER",
                description = "The ledger (default: that of 'quietus serve').")
        Optional<String> ledger = Optional.empty();

        Archive(Invocation invocation) {
            this.invocation = invocation;
        }

        @Override
        public Integer call() {
            Instant time = time(before, invocation.console().clock().instant());
            LedgerAddress address = address(invocation, ledger);
            requireThere(address);
            Path directory = invocation.path(to);
            Console console = invocation.console();
            PrintStream told = console.errorPrinter();
            try (DurableLedger open = DurableLedger.openForMaintenance(address)) {
                LedgerArchive.Archived archived = LedgerArchive.archive(
                        open, time, directory, tree -> told.println("  " + tree));
                console.line("Archived   " + read(archived.trees(), archived.events()) + "   "
                        + directory);
            }
            return Exit.DONE;
        }

        private static Instant time(String text, Instant now) {
            try {
                if (text.contains("T")) {
                    return Instant.parse(text);
                }
                return text.contains("-")
                        ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                        : now.minus(DurationText.parse(text));
            } catch (DateTimeException | IllegalArgumentException e) {
                throw new CommandException(
                        Exit.USAGE,
                        "--before: expected a time such as 2026-10-01 or 30d, found '" + text + "'",
                        e);
            }
        }
    }
}
