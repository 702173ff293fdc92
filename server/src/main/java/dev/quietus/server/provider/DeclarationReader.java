package dev.quietus.server.provider;

import dev.quietus.core.Text;
import dev.quietus.core.run.CapabilityPattern;
import dev.quietus.core.settlement.ProviderName;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads the providers of one providers file, one after the other. */
final class DeclarationReader {
    /** The quiet period if none is declared. */
    static final Duration DEFAULT_QUIET_PERIOD = Duration.ofSeconds(30);

    /** The settle time-out if none is declared. */
    static final Duration DEFAULT_SETTLE_TIMEOUT = Duration.ofSeconds(60);

    /** The interval of looking again if none is declared. */
    static final Duration DEFAULT_REOBSERVE_INTERVAL = Duration.ofSeconds(60);

    /** The longest of these periods. */
    static final Duration MAX_PERIOD = Duration.ofHours(24);

    /** The longest declared memory of idempotency keys: a year. */
    static final Duration MAX_RETENTION = Duration.ofDays(365);

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final int MAX_OWNER_LENGTH = 200;

    /** What says who asks or how often, or that time ran out; never what is there. */
    private static final Set<Integer> NOT_ABOUT_THE_EFFECT = Set.of(401, 403, 407, 408, 425, 429);

    private static final List<String> OBSERVING = List.of("GET", "POST");
    private static final List<String> CHANGING = List.of("POST", "PUT", "PATCH", "DELETE");

    private final RequestReader requests;
    private final Map<CapabilityPattern, ProviderName> takenTools = new HashMap<>();

    DeclarationReader(Function<String, Optional<String>> environment) {
        this.requests = new RequestReader(environment);
    }

    /** Reads a provider; what is wrong is noted, and the result is then not to be used. */
    Optional<HttpDeclaration> read(ProviderName name, Section section) {
        section.need("type").ifPresent(field -> field.parsed(20, DeclarationReader::type));
        Optional<String> baseUrl = section.need("base_url")
                .flatMap(field ->
                        field.parsed(RequestReader.MAX_PATH_LENGTH, RequestReader::baseUrl));
        List<CapabilityPattern> tools =
                section.take("tools").map(field -> tools(name, field)).orElse(List.of());
        FixedHeaders headers = requests.headers(section.take("headers"));
        Optional<CancelDeclaration> cancel =
                section.take("cancel").flatMap(Field::section).flatMap(this::cancel);
        Optional<ObserveDeclaration> observe =
                section.take("observe").flatMap(Field::section).flatMap(this::observe);
        Optional<UndoDeclaration> undo =
                section.take("undo").flatMap(Field::section).flatMap(this::undo);
        Duration quietPeriod =
                period(section, "quiet_period", SHORTEST).orElse(DEFAULT_QUIET_PERIOD);
        Duration settleTimeout =
                period(section, "settle_timeout", SHORTEST).orElse(DEFAULT_SETTLE_TIMEOUT);
        Duration reobserveInterval = period(section, "reobserve_interval", Duration.ofSeconds(1))
                .orElse(DEFAULT_REOBSERVE_INTERVAL);
        Optional<String> owner = owner(section.take("reconcile_owner"));
        boolean fences = section.take("fences")
                .flatMap(field -> field.parsed(40, DeclarationReader::fences))
                .isPresent();
        Optional<Duration> retention = section.take("idempotency_retention")
                .flatMap(field -> field.duration(SHORTEST, MAX_RETENTION));
        boolean idempotentCancel =
                section.take("idempotent_cancel").flatMap(Field::flag).orElse(false);
        section.refuseOthers();
        return baseUrl.map(url -> new HttpDeclaration(
                name,
                tools,
                url,
                headers,
                cancel,
                observe,
                undo,
                quietPeriod,
                settleTimeout,
                reobserveInterval,
                owner,
                fences,
                retention,
                idempotentCancel));
    }

    private Optional<CancelDeclaration> cancel(Section section) {
        Optional<RequestDeclaration> request = requests.request(section, CHANGING);
        Optional<Field> acceptedOn = section.take("accepted_on");
        Statuses accepted = acceptedOn.map(DeclarationReader::outcomes).orElse(Statuses.SUCCESS);
        Optional<Field> endedOn = section.take("ended_on");
        Statuses ended = endedOn.map(DeclarationReader::outcomes).orElse(Statuses.NONE);
        endedOn.ifPresent(field -> ended.listed().stream()
                .filter(accepted.listed()::contains)
                .sorted()
                .forEach(status -> field.wrong("HTTP " + status + " is in accepted_on as well")));
        section.refuseOthers();
        return request.map(declared -> new CancelDeclaration(declared, accepted, ended));
    }

    private Optional<ObserveDeclaration> observe(Section section) {
        Optional<RequestDeclaration> request = requests.request(section, OBSERVING);
        Optional<PathExpression> present =
                section.need("present").flatMap(DeclarationReader::expression);
        Statuses absent =
                section.take("absent_on").map(DeclarationReader::absences).orElse(Statuses.NONE);
        Optional<Field> endedPath = section.take("ended_path");
        Optional<Template> jobPath = endedPath.flatMap(RequestReader::path);
        Optional<PathExpression> ended =
                section.take("ended").flatMap(DeclarationReader::expression);
        Optional<PathExpression> seen = section.take("seen").flatMap(DeclarationReader::expression);
        Optional<PathExpression> requires =
                section.take("requires").flatMap(DeclarationReader::expression);
        Optional<PathExpression> effectId = section.take("effect_id")
                .flatMap(field -> field.parsed(PathExpression.MAX_LENGTH, PathExpression::compile));
        if (ended.isEmpty() && seen.isEmpty()) {
            endedPath.ifPresent(field ->
                    field.wrong("needs ended or seen, which are looked for in its answer"));
        }
        section.refuseOthers();
        if (request.isEmpty() || present.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ObserveDeclaration(
                request.get(), present.get(), requires, absent, jobPath, ended, seen, effectId));
    }

    private Optional<UndoDeclaration> undo(Section section) {
        Optional<RequestDeclaration> request = requests.request(section, CHANGING);
        section.need("method");
        Optional<String> owner = owner(section.take("owner"));
        Statuses done =
                section.take("done_on").map(DeclarationReader::outcomes).orElse(Statuses.SUCCESS);
        section.refuseOthers();
        return request.map(declared -> new UndoDeclaration(declared, owner, done));
    }

    private static Statuses absences(Field list) {
        return RequestReader.statuses(
                list,
                status -> status == 204
                        || (status / 100 == 4 && !NOT_ABOUT_THE_EFFECT.contains(status)),
                "only 204, 404 and other 4xx that speak of the effect say there is none");
    }

    private static Statuses outcomes(Field list) {
        return RequestReader.statuses(
                list,
                status -> status / 100 == 2 || (status / 100 == 4 && status != 408),
                "only 2xx and 4xx are an answer to the request (408 is a time-out)");
    }

    private static Optional<PathExpression> expression(Field field) {
        return field.parsed(PathExpression.MAX_LENGTH, PathExpression::compile)
                .filter(expression -> {
                    if (expression.isRelative()) {
                        field.wrong("must begin with $; only effect_id may begin with @");
                    }
                    return !expression.isRelative();
                });
    }

    // Two patterns that are equally specific and match one tool are the same pattern.
    private List<CapabilityPattern> tools(ProviderName name, Field field) {
        List<CapabilityPattern> tools = new ArrayList<>();
        for (Field item : field.items()) {
            item.parsed(Text.MAX_ID_LENGTH, CapabilityPattern::new).ifPresent(pattern -> {
                ProviderName other = takenTools.putIfAbsent(pattern, name);
                if (other == null) {
                    tools.add(pattern);
                } else if (other.equals(name)) {
                    item.wrong("'" + pattern + "' is there twice");
                } else {
                    item.wrong("'" + pattern + "' is declared by provider " + other + " as well");
                }
            });
        }
        return tools;
    }

    private static Optional<Duration> period(Section section, String key, Duration shortest) {
        return section.take(key).flatMap(field -> field.duration(shortest, MAX_PERIOD));
    }

    private static Optional<String> owner(Optional<Field> field) {
        return field.flatMap(value ->
                value.parsed(MAX_OWNER_LENGTH, text -> Text.requiredSentence("the owner", text)));
    }

    private static String type(String text) {
        if (!text.equals("http")) {
            throw new IllegalArgumentException("unknown type; known: http");
        }
        return text;
    }

    private static String fences(String text) {
        if (!text.equals("revocation_epoch")) {
            throw new IllegalArgumentException("unknown fence; known: revocation_epoch");
        }
        return text;
    }
}
