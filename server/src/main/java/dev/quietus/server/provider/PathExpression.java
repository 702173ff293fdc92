package dev.quietus.server.provider;

import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.PathNotFoundException;
import com.jayway.jsonpath.spi.json.JacksonJsonProvider;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import dev.quietus.core.settlement.ProviderCall;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A declared JSONPath with placeholders; immutable, safe for several threads.
 *
 * <p>The evaluator gives no bound of its own on a hostile answer, so what could need more than one
 * walk over it is refused when the file is loaded: a second deep scan, a regular expression, a
 * second reference to the root, a comparison of a list with a list of the answer. So is what finds
 * something where nothing is: a function at the end, a list of names in brackets.
 */
final class PathExpression {
    /** The longest expression, in characters. */
    static final int MAX_LENGTH = 1_000;

    private static final Configuration CONFIGURATION = Configuration.builder()
            .jsonProvider(new JacksonJsonProvider(JsonAnswer.MAPPER))
            .mappingProvider(new JacksonMappingProvider(JsonAnswer.MAPPER))
            .build();

    private static final Pattern LIST_WITH_LIST =
            Pattern.compile("\\b(subsetof|anyof|noneof|all)\\s*[@$]");
    private static final Pattern LIST_OF_NAMES =
            Pattern.compile("[\\w$@\\].]\\[\\s*(['\"]) *\\1\\s*,");

    private final Template template;
    private final boolean relative;

    private PathExpression(Template template, boolean relative) {
        this.template = template;
        this.relative = relative;
    }

    /**
     * Reads an expression and tries it with sample values.
     *
     * @throws IllegalArgumentException when it is not a JSONPath, or one that is refused here
     */
    static PathExpression compile(String source) {
        Template template = Template.parse(source);
        if (!source.startsWith("$") && !source.startsWith("@")) {
            throw new IllegalArgumentException("a JSONPath begins with $");
        }
        Quoting quoting = Quoting.of(source, "'\"");
        template.checkQuoted(quoting);
        refuse(quoting.outside());
        try {
            var _ = JsonPath.compile(template.sample());
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("not a JSONPath: " + e.getMessage(), e);
        }
        return new PathExpression(template, source.startsWith("@"));
    }

    private static void refuse(String plain) {
        checkForm(plain);
        if (plain.contains("=~")) {
            throw new IllegalArgumentException(
                    "regular expressions are refused, they have no bound on time; use ==");
        }
        if (plain.indexOf("..") != plain.lastIndexOf("..")) {
            throw new IllegalArgumentException("at most one '..' is allowed");
        }
        if (plain.indexOf('$', 1) >= 0) {
            throw new IllegalArgumentException(
                    "$ is allowed only at the beginning; use @ in a filter");
        }
        if (LIST_WITH_LIST.matcher(plain).find()) {
            throw new IllegalArgumentException(
                    "the right side of subsetof, anyof, noneof and all must be a literal list");
        }
        if (plain.stripTrailing().endsWith(")")) {
            throw new IllegalArgumentException(
                    "a function at the end gives a value even when nothing is there;"
                            + " write a filter such as $.items[?(@.id == '{operation_id}')]");
        }
        if (LIST_OF_NAMES.matcher(plain).find()) {
            throw new IllegalArgumentException(
                    "a list of names in brackets gives an object even when none is there");
        }
    }

    // The library reads a path with a slip of the pen as one with an odd name, which would never
    // match anything: every effect would then look absent.
    private static void checkForm(String plain) {
        Deque<Character> open = new ArrayDeque<>();
        for (int i = 1; i < plain.length(); i++) {
            char c = plain.charAt(i);
            switch (c) {
                case '[' -> open.push(']');
                case '(' -> open.push(')');
                case ']', ')' -> {
                    if (open.isEmpty() || open.pop() != c) {
                        throw new IllegalArgumentException("the brackets do not match");
                    }
                }
                default -> {
                    if (open.isEmpty()
                            && !Character.isLetterOrDigit(c)
                            && "_-:/.*".indexOf(c) < 0) {
                        throw new IllegalArgumentException("'" + c + "' at position " + i
                                + " can stand in a name only as ['…']");
                    }
                }
            }
        }
        if (!open.isEmpty()) {
            throw new IllegalArgumentException("the brackets do not match");
        }
    }

    /** Tells whether it begins with {@code @} and is meant for one match, not for the answer. */
    boolean isRelative() {
        return relative;
    }

    /** The expression as declared. */
    String source() {
        return template.source();
    }

    /**
     * Applies the expression for one operation. A path that several parts may match finds something
     * when it matches any; one that names a single part, when that is there and neither null nor an
     * empty list. Never throws for anything that {@code document} contains.
     */
    Finding find(ProviderCall call, @Nullable Object document) {
        return switch (template.expand(call, Escape.LITERAL)) {
            case Expansion.Lacking lacking -> new Finding.Failed(lacking.why());
            case Expansion.Complete complete ->
                document == null ? new Finding.Nothing(false) : evaluate(complete.text(), document);
        };
    }

    private Finding evaluate(String expression, Object document) {
        try {
            JsonPath path = JsonPath.compile(relative ? "$" + expression.substring(1) : expression);
            @Nullable Object part = path.read(document, CONFIGURATION);
            if (part == null) {
                return new Finding.Nothing(false);
            }
            if (!(part instanceof List<?> list)) {
                return new Finding.Found(part, List.of(part));
            }
            if (list.isEmpty()) {
                return new Finding.Nothing(path.isDefinite());
            }
            @SuppressWarnings("unchecked") // only read, and any list is a list of objects
            List<Object> items = (List<Object>) list;
            return new Finding.Found(part, items);
        } catch (PathNotFoundException e) {
            return new Finding.Nothing(false);
        } catch (InvalidPathException e) {
            return isFilterOverNull(e) ? new Finding.Nothing(false) : failed();
        } catch (RuntimeException | StackOverflowError e) {
            // The library throws whatever it trips over; an answer it cannot handle is not known.
            return failed();
        }
    }

    // A service that writes an empty list as null is common; the library calls that an error.
    private static boolean isFilterOverNull(InvalidPathException e) {
        String message = e.getMessage();
        return message != null
                && message.startsWith("Filter:")
                && message.endsWith("can not be applied to primitives. Current context is: null");
    }

    private Finding failed() {
        return new Finding.Failed("the expression cannot be applied to this answer");
    }
}
