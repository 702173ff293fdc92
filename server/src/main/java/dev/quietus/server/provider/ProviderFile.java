package dev.quietus.server.provider;

import dev.quietus.core.settlement.ProviderName;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * The file in which providers are declared (YAML 1.2; every key is in {@code docs/providers.md}).
 * It is checked as a whole when it is loaded: unknown keys, values out of bounds and expressions
 * that do not compile are errors with their line, reported together, and nothing is loaded then.
 */
public final class ProviderFile {
    /** The largest file, in bytes. */
    public static final int MAX_BYTES = 1 << 20;

    /** The most providers of one file. */
    public static final int MAX_PROVIDERS = 200;

    private static final int MAX_DEPTH = 20;
    private static final int MAX_ALIASES = 100;

    private final Problems problems;
    private final DeclarationReader reader;

    private ProviderFile(String fileName, Function<String, Optional<String>> environment) {
        this.problems = new Problems(fileName);
        this.reader = new DeclarationReader(environment);
    }

    /**
     * Reads a providers file.
     *
     * @throws ProviderFileException when it cannot be read, or with every error in it
     */
    public static Providers load(Path file) {
        String name = file.getFileName() == null
                ? file.toString()
                : file.getFileName().toString();
        Problems problems = new Problems(name);
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                problems.add(0, "", "is larger than " + MAX_BYTES + " bytes");
                throw problems.exception();
            }
            return parse(
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString(),
                    name);
        } catch (CharacterCodingException e) {
            problems.add(0, "", "is not UTF-8");
            throw problems.exception();
        } catch (IOException e) {
            problems.add(0, "", "cannot be read: " + e);
            throw problems.exception();
        }
    }

    /**
     * Reads the text of a providers file; {@code ${NAME}} in a header is taken from the process's
     * environment.
     *
     * @param fileName what errors are to call it
     * @throws ProviderFileException with every error in it
     */
    public static Providers parse(String text, String fileName) {
        return parse(text, fileName, System.getenv());
    }

    /**
     * The same with a given environment.
     *
     * @throws ProviderFileException with every error in it
     */
    public static Providers parse(String text, String fileName, Map<String, String> environment) {
        return new ProviderFile(fileName, name -> Optional.ofNullable(environment.get(name)))
                .read(text);
    }

    private Providers read(String text) {
        List<HttpDeclaration> declarations = new ArrayList<>();
        Optional<Section> root = compose(text.startsWith("\uFEFF") ? text.substring(1) : text);
        root.flatMap(section -> section.need("providers"))
                .flatMap(Field::section)
                .ifPresent(section -> {
                    if (section.names().size() > MAX_PROVIDERS) {
                        section.wrong("has more than " + MAX_PROVIDERS + " providers");
                        return;
                    }
                    Map<String, Field> fields = section.takeAll();
                    for (String name : section.names()) {
                        Optional.ofNullable(fields.get(name))
                                .flatMap(field -> provider(name, field))
                                .ifPresent(declarations::add);
                    }
                });
        root.ifPresent(Section::refuseOthers);
        problems.throwIfAny();
        if (declarations.isEmpty()) {
            return Providers.none();
        }
        HttpClient client = HttpCaller.newClient();
        return Providers.of(
                declarations.stream()
                        .map(declaration ->
                                new HttpProvider(declaration, client, Clock.systemUTC()))
                        .toList(),
                client::shutdownNow);
    }

    private Optional<HttpDeclaration> provider(String name, Field field) {
        ProviderName providerName;
        try {
            providerName = new ProviderName(name);
        } catch (IllegalArgumentException e) {
            field.wrong(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
        return field.section().flatMap(section -> reader.read(providerName, section));
    }

    private Optional<Section> compose(String text) {
        if (text.length() > MAX_BYTES) {
            problems.add(0, "", "is larger than " + MAX_BYTES + " bytes");
            return Optional.empty();
        }
        LoadSettings settings = LoadSettings.builder()
                .setLabel("providers")
                .setCodePointLimit(MAX_BYTES)
                .setMaxAliasesForCollections(MAX_ALIASES)
                .build();
        try {
            if (!checkEvents(new Parse(settings).parseString(text))) {
                return Optional.empty();
            }
            Optional<Node> root = new Compose(settings).composeString(text);
            if (root.isEmpty()) {
                problems.add(1, "providers", "is missing");
            }
            return root.flatMap(
                    node -> new Field(problems, Section.lineOf(node, 1), "", node).section());
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark()
                    .or(e::getContextMark)
                    .map(mark -> mark.getLine() + 1)
                    .orElse(0);
            problems.add(line, "", "is not YAML: " + e.getProblem());
        } catch (ReaderException e) {
            problems.add(
                    lineOfFirst(e.getCodePoint(), text),
                    "",
                    "is not YAML: the character U+%04X is not allowed".formatted(e.getCodePoint()));
        } catch (YamlEngineException e) {
            problems.add(0, "", "is not YAML: " + e.getMessage());
        }
        return Optional.empty();
    }

    /** The exception counts from the begin of a buffer, which is no place in the text. */
    private static int lineOfFirst(int codePoint, String text) {
        int at = Math.max(0, text.indexOf(codePoint));
        return 1 + (int) text.chars().limit(at).filter(unit -> unit == '\n').count();
    }

    // The composer recurses, so depth is bounded on the events, which come without recursion.
    private boolean checkEvents(Iterable<Event> events) {
        int depth = 0;
        int aliases = 0;
        for (Event event : events) {
            int line = event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
            switch (event.getEventId()) {
                case MappingStart, SequenceStart -> depth++;
                case MappingEnd, SequenceEnd -> depth--;
                case Alias -> aliases++;
                case Scalar, Comment, DocumentStart, DocumentEnd, StreamStart, StreamEnd -> {}
            }
            if (depth > MAX_DEPTH) {
                problems.add(line, "", "is nested deeper than " + MAX_DEPTH + " levels");
                return false;
            }
            if (aliases > MAX_ALIASES) {
                problems.add(line, "", "has more than " + MAX_ALIASES + " aliases");
                return false;
            }
        }
        return true;
    }
}
