package dev.quietus.cli.command;

import dev.quietus.cli.view.CommandException;
import dev.quietus.client.RunRegistration;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of every command that registers a run. */
final class RegistrationOptions {
    @Option(names = "--task", paramLabel = "T", description = "What it is for.")
    Optional<String> task = Optional.empty();

    @Option(
            names = "--owner",
            paramLabel = "NAME",
            description = "Who is asked when an outcome stays unknown (default: you).")
    Optional<String> owner = Optional.empty();

    @Option(
            names = "--valid-for",
            paramLabel = "D",
            description = "How long its lease lives, such as 2h (default: what the server gives).")
    Optional<Duration> validFor = Optional.empty();

    /** Writes them into a registration. */
    void into(RunRegistration.Builder registration, InstantSource clock) {
        requireLife();
        task.ifPresent(registration::taskId);
        owner.ifPresent(registration::owner);
        validFor.ifPresent(life -> registration.validUntil(clock.instant().plus(life)));
    }

    /** Refuses a lease that never lives. */
    void requireLife() {
        if (validFor.filter(Duration::isZero).isPresent()) {
            throw CommandException.usage("--valid-for: expected more than nothing");
        }
    }
}
