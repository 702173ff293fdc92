package dev.quietus.verify.scenario;

import dev.quietus.core.operation.OperationKey;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.settlement.ProviderName;
import dev.quietus.core.settlement.ProviderProfile;
import dev.quietus.core.settlement.RecoveryPath;
import dev.quietus.verify.simulation.Stage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The language of the steps; {@code docs/simulation.md} lists it. */
final class Script {
    private final Stage stage = new Stage();
    private final PeopleSteps people = new PeopleSteps(stage);
    private final WorkerSteps workers = new WorkerSteps(stage);

    /**
     * Lets one step happen.
     *
     * @return what was answered, and what was recorded since the step before
     * @throws IllegalArgumentException when the step means nothing
     */
    List<String> perform(String text) {
        Words words = new Words(text);
        Optional<String> answer = switch (words.at(0)) {
            case "provider" -> provider(words);
            case "node" -> node(words);
            case "after" -> {
                stage.passes(Words.duration(words.at(1)));
                yield Optional.empty();
            }
            case "all" -> {
                stage.worksFor(Words.duration(words.at(3)));
                yield Optional.empty();
            }
            case "worker" -> Optional.of(workers.perform(words));
            default -> Optional.of(people.perform(words));
        };
        words.nothingElse();
        List<String> told = new ArrayList<>();
        answer.ifPresent(line -> told.add("= " + line));
        told.addAll(stage.news());
        return told;
    }

    List<String> ends() {
        return stage.ends();
    }

    private Optional<String> provider(Words words) {
        switch (words.at(2)) {
            case "" -> declare(words);
            case "is" -> stage.provider(words.at(1), condition(words.at(3)));
            case "commits" -> stage.commits(words.at(1), key(words.at(3)));
            case "ends" -> stage.ends(words.at(1), key(words.at(3)));
            default -> throw new IllegalArgumentException("a provider can't '" + words.at(2) + "'");
        }
        return Optional.empty();
    }

    private static Stage.Condition condition(String word) {
        return dev.quietus.core.Wire.parse(
                "condition", Stage.Condition.class, word.replace('-', '_'));
    }

    private void declare(Words words) {
        String name = words.at(1);
        stage.provider(new ProviderProfile(
                new ProviderName(name),
                List.of(new CapabilityPattern(words.named("tools").orElse(name + ".*"))),
                words.time("quiet").orElse(Duration.ofSeconds(30)),
                words.time("settle").orElse(Duration.ofSeconds(60)),
                Duration.ofSeconds(60),
                words.named("owner"),
                words.yes("cancel", true),
                words.yes("observe", true),
                words.yes("shows-end", false),
                words.yes("cancel-again", false),
                words.yes("fences", false),
                words.named("recovery").map(path -> new RecoveryPath(path, Optional.empty()))));
    }

    private Optional<String> node(Words words) {
        String name = words.at(1);
        switch (words.at(2)) {
            case "starts" -> stage.starts(name);
            case "works" -> stage.works(name);
            case "crashes" -> stage.crashes(name);
            case "pauses" -> stage.pauses(name);
            case "wakes" -> stage.wakes(name);
            case "stands" ->
                stage.stands(
                        name,
                        Stage.Where.valueOf(words.at(3).toUpperCase(Locale.ROOT)),
                        words.from(4));
            default -> throw new IllegalArgumentException("a node can't '" + words.at(2) + "'");
        }
        return Optional.empty();
    }

    /** An operation as {@code RUN/ID}. */
    static OperationKey key(String written) {
        int slash = written.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("'" + written + "' is no operation (write RUN/ID)");
        }
        return OperationKey.of(written.substring(0, slash), written.substring(slash + 1));
    }
}
