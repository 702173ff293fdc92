package dev.quietus.server.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class ProviderFileErrorsTest {
    static final List<String> KEYS_AND_ERRORS = List.of(
            "quite_period: 30s | quite_period: unknown key; did you mean 'quiet_period'?",
            "xyzzy: 1 | xyzzy: unknown key; known here: base_url, cancel, fences,"
                    + " headers, idempotency_retention,"
                    + " idempotent_cancel, observe, quiet_period, reconcile_owner,"
                    + " reobserve_interval,"
                    + " settle_timeout, tools, type, undo",
            "<<: {} | <<: unknown key; known here: base_url, cancel, fences,"
                    + " headers, idempotency_retention,"
                    + " idempotent_cancel, observe, quiet_period, reconcile_owner,"
                    + " reobserve_interval,"
                    + " settle_timeout, tools, type, undo",
            "type: http | type: is there twice (first on line 3)",
            "quiet_period: 30 | quiet_period: not a duration; write 500ms, 5s, 2m or 1h",
            "quiet_period: 25h | quiet_period: must be from 1ms to 24h",
            "quiet_period: 0s | quiet_period: must be from 1ms to 24h",
            "quiet_period: | quiet_period: is empty",
            "quiet_period: [5s] | quiet_period: must be a text",
            "quiet_period: !secret 5s | quiet_period: must be a text",
            "settle_timeout: 1d | settle_timeout: not a duration; write 500ms, 5s, 2m or 1h",
            "reobserve_interval: 500ms | reobserve_interval: must be from 1s to 24h",
            "idempotency_retention: 9999h | idempotency_retention: must be from 1ms to 8760h",
            "idempotent_cancel: yes | idempotent_cancel: must be true or false",
            "fences: epoch | fences: unknown fence; known: revocation_epoch",
            "reconcile_owner: ' ' | reconcile_owner: is empty",
            "tools: deployment.* | tools: must be a list",
            "tools: [a, a] | tools[1]: 'a' is there twice",
            "tools: ['a*'] | tools[0]: capability pattern 'a*' has a star that is"
                    + " not the whole last segment"
                    + " (write 'name', 'prefix.*' or '*')",
            "headers: [x] | headers: must be a mapping of keys to values",
            "headers: { 'a b': x } | headers.a b: not a header name",
            "headers: { Host: x } | headers.Host: this header is set by Quietus itself",
            "headers: { Quietus-Run-Id: x } | headers.Quietus-Run-Id: this header is"
                    + " set by Quietus itself",
            "headers: { x: 'é' } | headers.x: the value has a character that cannot"
                    + " stand in a header"
                    + " (a line break?)",
            "headers: { x: '${MISSING}' } | headers.x: environment variable MISSING is not set",
            "headers: { x: '${EMPTY}' } | headers.x: environment variable EMPTY is not set",
            "headers: { x: '${BROKEN}' } | headers.x: the value has a character that"
                    + " cannot stand in a header"
                    + " (a line break?)",
            "headers: { x: '${a b}' } | headers.x: ${…} has no name of an"
                    + " environment variable in it",
            "headers: { x: a, X: b } | headers.X: is there twice; the case of a"
                    + " header's name makes no difference",
            "cancel: /x | cancel: must be a mapping of keys to values",
            "cancel: {} | cancel.path: is missing",
            "cancel: { path: x } | cancel.path: must begin with /",
            "cancel: { path: '/x#y' } | cancel.path: a fragment (#) is not sent to a service",
            "cancel: { path: '/../x' } | cancel.path: must have no segment '.' or '..'",
            "cancel: { path: '/a b' } | cancel.path: not a path: Illegal character in path;"
                    + " percent-encode what is not a placeholder",
            "cancel: { path: '/{job}' } | cancel.path: unknown placeholder {job};"
                    + " known: {run_id} {operation_id}"
                    + " {idempotency_key} {provider_job} {effect_id}"
                    + " {revocation_epoch} {tree_id} {tool}",
            "cancel: { path: /x, method: GET } | cancel.method: must be one of POST,"
                    + " PUT, PATCH, DELETE",
            "cancel: { path: /x, timeout: 6m } | cancel.timeout: must be from 1ms to 5m",
            "cancel: { path: /x, body: '{' } | cancel.body: not JSON: Unexpected"
                    + " end-of-input: expected close"
                    + " marker for Object (start marker at [Source: REDACTED"
                    + " (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled);"
                    + " line: 1, column: 1])",
            "cancel: { path: /x, body: '{\"a\": {run_id}}' } | cancel.body:"
                    + " placeholder {run_id} must stand inside"
                    + " quotes",
            "cancel: { path: /x, body: '{}', headers: { content-type: text/plain } }"
                    + " | cancel.body: must go with"
                    + " a JSON content-type, or with none declared",
            "cancel: { path: /x, accepted_on: [302] } | cancel.accepted_on[0]: HTTP"
                    + " 302 cannot stand here: only"
                    + " 2xx and 4xx are an answer to the request (408 is a time-out)",
            "cancel: { path: /x, ended_on: [teapot] } | cancel.ended_on[0]: must be"
                    + " an HTTP status such as 404",
            "cancel: { path: /x, ended_on: [409, 409] } | cancel.ended_on[1]: HTTP"
                    + " 409 is there twice",
            "cancel: { path: /x, accepted_on: [409], ended_on: [409] } |"
                    + " cancel.ended_on: HTTP 409 is in"
                    + " accepted_on as well",
            "cancel: { path: /x, present: $.x } | cancel.present: unknown key; known"
                    + " here: accepted_on, body,"
                    + " ended_on, headers, method, path, timeout",
            "observe: { path: /x } | observe.present: is missing",
            "observe: { path: /x, present: '$.a[?(@.b = 1)]' } | observe.present:"
                    + " not a JSONPath:"
                    + " Expected character: )",
            "observe: { path: /x, present: '@.a' } | observe.present: must begin"
                    + " with $; only effect_id may begin"
                    + " with @",
            "observe: { path: /x, present: $.x, absent_on: [403] } |"
                    + " observe.absent_on[0]: HTTP 403 cannot stand"
                    + " here: only 204, 404 and other 4xx that speak of the effect say"
                    + " there is none",
            "observe: { path: /x, present: $.x, absent_on: [500] } |"
                    + " observe.absent_on[0]: HTTP 500 cannot stand"
                    + " here: only 204, 404 and other 4xx that speak of the effect say"
                    + " there is none",
            "observe: { path: /x, present: $.x, ended_path: /y } |"
                    + " observe.ended_path: needs ended or seen,"
                    + " which are looked for in its answer",
            "observe: { path: /x, present: $.x, body: '{}' } | observe.body: a GET has no body",
            "undo: { path: /x } | undo.method: is missing",
            "undo: { method: DELETE, path: /x, done_on: [500] } | undo.done_on[0]:"
                    + " HTTP 500 cannot stand here:"
                    + " only 2xx and 4xx are an answer to the request (408 is a time-out)");

    private static final Map<String, String> ENVIRONMENT =
            Map.of("BROKEN", "s3cret\r\nx: y", "EMPTY", "");

    private static List<String> errors(String text) {
        ProviderFileException thrown = catchThrowableOfType(
                ProviderFileException.class, () -> ProviderFile.parse(text, "f.yaml", ENVIRONMENT));
        assertThat(thrown).as("an error for:%n%s", text).isNotNull();
        return thrown.errors();
    }

    // The keys stand on line 5 of the file.
    private static List<String> errorsOfKeys(String keys) {
        return errors(
                "providers:\n  p:\n    type: http\n    base_url: http://h\n" + keys.indent(4));
    }

    @ParameterizedTest
    @FieldSource("KEYS_AND_ERRORS")
    void namesFileLineAndKey(String line) {
        String keys = line.substring(0, line.indexOf(" | "));
        String error = line.substring(keys.length() + " | ".length());
        assertThat(errorsOfKeys(keys)).containsExactly("f.yaml:5: providers.p." + error);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ftp://h | must begin with http:// or https://",
                "127.0.0.1:80 | not a URL",
                "http://user:s3cret@h | must have no user info; put credentials into"
                        + " headers as ${NAME}",
                "http://h#x | must have no query and no fragment",
                "http://h?x | must have no query and no fragment",
                "http://under_score | must have a host name of letters, digits, dots and hyphens",
                "http://h:70000 | must have a port from 1 to 65535",
                "http://h:0 | must have a port from 1 to 65535",
                "http://h/../x | must have no segment '.' or '..'",
            })
    void checksTheBaseAddress(String url, String error) {
        assertThat(errors("providers:\n  p:\n    type: http\n    base_url: '" + url + "'\n"))
                .containsExactly("f.yaml:4: providers.p.base_url: " + error);
    }

    @Test
    void namesTheTypeThatItDoesNotKnow() {
        assertThat(errors("providers:\n  p:\n    type: grpc\n    base_url: http://h\n"))
                .containsExactly("f.yaml:3: providers.p.type: unknown type; known: http");
    }

    @Test
    void namesWhatIsMissingByTheLineOfItsOwner() {
        assertThat(errors("providers:\n\n  p: {}\n"))
                .containsExactly(
                        "f.yaml:3: providers.p.type: is missing",
                        "f.yaml:3: providers.p.base_url: is missing");
        assertThat(errors("")).containsExactly("f.yaml:1: providers: is missing");
        assertThat(errors("# nothing")).containsExactly("f.yaml:1: providers: is missing");
        assertThat(errors("other: 1"))
                .containsExactly(
                        "f.yaml:1: providers: is missing",
                        "f.yaml:1: other: unknown key; known here: providers");
        assertThat(errors("[1]")).containsExactly("f.yaml:1: must be a mapping of keys to values");
    }

    @Test
    void refusesAToolPatternThatTwoProvidersDeclare() {
        String text = """
                providers:
                  a: { type: http, base_url: 'http://h', tools: ["x.*"] }
                  b:
                    type: http
                    base_url: http://h
                    tools:
                      - y
                      - x.*
                """;

        assertThat(errors(text))
                .containsExactly(
                        "f.yaml:8: providers.b.tools[1]: 'x.*' is declared by provider a as well");
    }

    @Test
    void refusesAProviderWhoseNameIsNoId() {
        assertThat(errors("providers:\n  'a b': { type: http, base_url: 'http://h' }\n"))
                .containsExactly("f.yaml:2: providers.a b: provider has a character that is not"
                        + " printable ASCII at"
                        + " position 1 (code 32)");
    }

    @Test
    void reportsSeveralErrorsInTheOrderOfTheFile() {
        assertThat(errorsOfKeys("quiet_period: x\nundo: { path: y }\nfences: z"))
                .containsExactly(
                        "f.yaml:5: providers.p.quiet_period: not a duration; write"
                                + " 500ms, 5s, 2m or 1h",
                        "f.yaml:6: providers.p.undo.path: must begin with /",
                        "f.yaml:6: providers.p.undo.method: is missing",
                        "f.yaml:7: providers.p.fences: unknown fence; known: revocation_epoch");
    }

    @Test
    void stopsReportingAtTwenty() {
        String keys = IntStream.range(0, 30)
                .mapToObj(i -> "key_" + i + ": 1")
                .collect(Collectors.joining("\n"));

        assertThat(errorsOfKeys(keys)).hasSize(21).last().isEqualTo("f.yaml: and 10 more");
    }

    @Test
    void neverShowsAHeadersValue() {
        assertThat(errorsOfKeys(
                        "headers: { authorization: '${BROKEN}', host: s3cret, x: ['s3cret'] }"))
                .hasSize(3)
                .noneMatch(error -> error.contains("s3cret"));
        assertThat(errors(
                        "providers:\n  p:\n    type: http\n    base_url: 'http://user:s3cret@h'\n"))
                .noneMatch(error -> error.contains("s3cret"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a: [1 | f.yaml:1: is not YAML: expected ',' or ']', but got <stream end>",
                "a: b: c | f.yaml:1: is not YAML: mapping values are not allowed here",
                "a: *nobody | f.yaml:1: is not YAML: found undefined alias nobody",
                "? [1] : 2 | f.yaml: is not YAML: Non scalar key is detected but it is"
                        + " not configured to be allowed.",
            })
    void namesTheLineOfWhatIsNoYaml(String text, String error) {
        assertThat(errors(text)).containsExactly(error);
    }

    @Test
    void namesTheLineOfACharacterThatYamlHasNot() {
        assertThat(errors("# one\nproviders:\n  p: a\u0000b\n"))
                .containsExactly("f.yaml:3: is not YAML: the character U+0000 is not allowed");
    }

    @Test
    void boundsDepthAliasesSizeAndDocuments() {
        assertThat(errors("a: " + "[".repeat(100_000)))
                .containsExactly("f.yaml:1: is nested deeper than 20 levels");
        assertThat(errors("a: &x 1\nb: [" + "*x, ".repeat(200) + "1]"))
                .containsExactly("f.yaml:2: has more than 100 aliases");
        assertThat(errors("#".repeat(ProviderFile.MAX_BYTES + 1)))
                .containsExactly("f.yaml: is larger than 1048576 bytes");
        assertThat(errors("providers: {}\n---\nproviders: {}"))
                .containsExactly("f.yaml:2: is not YAML: but found another document");
        assertThat(errors("providers: &x { p: *x }"))
                .contains("f.yaml:1: providers.p.type: is missing");
        String many = IntStream.range(0, 201)
                .mapToObj(i -> "  p" + i + ": {}")
                .collect(Collectors.joining("\n"));
        assertThat(errors("providers:\n" + many))
                .containsExactly("f.yaml:1: providers: has more than 200 providers");
    }
}
