package dev.quietus.cli.command;

import dev.quietus.cli.config.LocalKeys;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Line;
import dev.quietus.execution.Units;
import dev.quietus.execution.unit.UnitSystem;
import dev.quietus.ledger.LedgerAddress;
import dev.quietus.ledger.PostgresAddress;
import dev.quietus.ledger.PostgresLedger;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What this machine offers: Java, the place of the record, containment of local commands. */
final class MachineChecks {

    private static final int NEEDED_JAVA = 25;
    private static final long LITTLE_SPACE = 1L << 30;

    private static final String NO_KEYS =
            "; receipts are checked with --key, 'quietus keys export' gives it";
    private final Invocation invocation;

    MachineChecks(Invocation invocation) {
        this.invocation = invocation;
    }

    List<Check> all() {
        List<Check> checks = new ArrayList<>();
        checks.add(java());
        checks.add(system());
        switch (ServeSettings.ledger(invocation, Optional.empty())) {
            case LedgerAddress.File(var path) -> {
                checks.add(writable(path));
                space(path).ifPresent(checks::add);
            }
            case PostgresAddress database -> checks.add(readable(database));
        }
        checks.add(keys());
        checks.addAll(containment());
        return checks;
    }

    private static Check java() {
        int feature = Runtime.version().feature();
        String found = System.getProperty("java.version") + " (" + System.getProperty("java.vendor")
                + ") in " + System.getProperty("java.home");
        return feature >= NEEDED_JAVA
                ? Check.found("Java", found)
                : Check.lacking("Java", found + "; needs " + NEEDED_JAVA + " or later");
    }

    private static Check system() {
        return Check.found(
                "system",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch") + ", "
                        + Line.count(Runtime.getRuntime().availableProcessors(), "processor"));
    }

    private static Check readable(PostgresAddress database) {
        return PostgresLedger.problem(database)
                .map(problem -> Check.lacking("ledger", problem))
                .orElseGet(() -> Check.found("ledger", database + " can be read"));
    }

    private static Check writable(Path ledger) {
        if (Files.exists(ledger)) {
            return Files.isWritable(ledger)
                    ? Check.found("ledger", ledger + " can be written")
                    : Check.lacking(
                            "ledger",
                            ledger + " can't be written; 'quietus serve --ledger'"
                                    + " names another");
        }
        Path folder = existing(ledger);
        return Files.isWritable(folder)
                ? Check.found("ledger", ledger + " is made by the first 'quietus serve'")
                : Check.lacking(
                        "ledger",
                        folder + " can't be written; 'quietus serve --ledger'"
                                + " names another place");
    }

    /** The nearest folder above that is there. */
    private static Path existing(Path file) {
        Path folder = file.toAbsolutePath();
        while (!Files.isDirectory(folder) && folder.getParent() != null) {
            folder = folder.getParent();
        }
        return folder;
    }

    private static Optional<Check> space(Path ledger) {
        try {
            long free = Files.getFileStore(existing(ledger)).getUsableSpace();
            String words = free / (1L << 20) + " MiB free where the ledger is";
            return Optional.of(
                    free >= LITTLE_SPACE
                            ? Check.found("disk", words)
                            : Check.weak("disk", words + "; a full disk refuses all new work"));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Check keys() {
        Path folder = invocation.places().keys();
        try {
            int count = LocalKeys.in(folder).size();
            return count > 0
                    ? Check.found("keys", Line.count(count, "public key") + " in " + folder)
                    : Check.weak("keys", "none in " + folder + NO_KEYS);
        } catch (CommandException e) {
            return Check.weak("keys", String.valueOf(e.getMessage()));
        }
    }

    /** How far a local command can be held together with all that it starts. */
    private static List<Check> containment() {
        UnitSystem system = Units.open(Units.Wish.STRONGEST);
        String held = "local commands are held by " + system.rung().words();
        String limits = system.limits().map(why -> "; " + why).orElse("");
        List<Check> checks = new ArrayList<>();
        checks.add(
                system.rung().canProve() && limits.isEmpty()
                        ? Check.found("containment", held)
                        : Check.weak("containment", held + limits));
        if (System.getProperty("os.name").equals("Linux")) {
            checks.add(namespaces());
        }
        return checks;
    }

    private static Check namespaces() {
        Optional<String> most = firstLine(Path.of("/proc/sys/user/max_user_namespaces"));
        boolean some = most.isPresent() && !most.get().equals("0");
        Optional<String> guarded =
                firstLine(Path.of("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"));
        if (some && guarded.filter(value -> value.equals("1")).isEmpty()) {
            return Check.found("namespaces", "user namespaces are allowed");
        }
        return Check.weak("namespaces", "unprivileged user namespaces are not allowed here");
    }

    private static Optional<String> firstLine(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8).lines().findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
