package dev.quietus.verify.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.quietus.core.Wire;
import dev.quietus.core.authority.Decision;
import dev.quietus.core.barrier.BarrierState;
import dev.quietus.core.ledger.LedgerUnavailableException;
import dev.quietus.core.operation.Attempt;
import dev.quietus.core.operation.EffectState;
import dev.quietus.core.operation.ExecutionState;
import dev.quietus.core.operation.OperationKind;
import dev.quietus.core.run.RunState;
import dev.quietus.server.QuietusServer;
import dev.quietus.server.ServerSettings;
import dev.quietus.server.http.Problem;
import dev.quietus.server.http.Route;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenApiTest {

    private static final Pattern PART = Pattern.compile("\\{(\\w+)}");

    private final OpenApi api = new OpenApi();

    @Test
    void everyRouteIsDocumentedWithItsCallersAndNothingElseIs(@TempDir Path directory)
            throws IOException {
        Map<String, Set<String>> served = new TreeMap<>();
        try (QuietusServer server = QuietusServer.start(ServerSettings.in(directory, 0))) {
            for (Route route : server.routes().all()) {
                served.put(
                        route.method() + " " + route.template(),
                        route.callers().stream().map(Wire::of).collect(Collectors.toSet()));
            }
        }
        Map<String, Set<String>> documented = new TreeMap<>();
        for (OpenApi.Call call : api.calls()) {
            documented.put(
                    call.toString(),
                    Set.copyOf(OpenApi.texts(call.node().get("x-quietus-callers"))));
        }

        assertThat(documented).isEqualTo(served);
    }

    @Test
    void onlyCallsForEverybodyNeedNoToken() {
        assertThat(api.document().at("/security/0/bearer").isArray()).isTrue();
        assertThat(api.calls())
                .allMatch(call -> call.node().has("security")
                        == call.node().get("x-quietus-callers").isEmpty());
    }

    @Test
    void problemCodesAreThoseOfTheCode() {
        assertThat(api.values("ProblemCode")).isEqualTo(Wire.spellings(Problem.Code.class));
    }

    @Test
    void decisionsAndStatesAreThoseOfTheCode() {
        assertThat(api.values("Decision")).isEqualTo(Wire.spellings(Decision.class));
        assertThat(api.values("RunState")).isEqualTo(Wire.spellings(RunState.class));
        assertThat(api.values("ExecutionState")).isEqualTo(Wire.spellings(ExecutionState.class));
        assertThat(api.values("EffectState")).isEqualTo(Wire.spellings(EffectState.class));
        assertThat(api.values("BarrierState")).isEqualTo(Wire.spellings(BarrierState.class));
        assertThat(api.values("OperationKind")).isEqualTo(Wire.spellings(OperationKind.class));
        assertThat(property("Operation", "sent")).isEqualTo(Wire.spellings(Attempt.Sent.class));
        assertThat(property("Operation", "outcome"))
                .isEqualTo(Wire.spellings(Attempt.Outcome.class));
        assertThat(property("Operation", "reported_effect"))
                .isEqualTo(Wire.spellings(Attempt.ReportedEffect.class));
        assertThat(property("Problem", "reason"))
                .isEqualTo(Wire.spellings(LedgerUnavailableException.Reason.class));
    }

    private List<String> property(String schema, String name) {
        return OpenApi.texts(api.document()
                .at("/components/schemas/" + schema + "/properties/" + name + "/enum"));
    }

    @Test
    void everyProblemCodeStandsWhereItsStatusIs() {
        Set<String> documented = new TreeSet<>();
        List<String> misplaced = new ArrayList<>();
        for (OpenApi.Call call : api.calls()) {
            call.node().get("responses").properties().forEach(response -> {
                for (String code : codes(api.resolved(response.getValue()))) {
                    documented.add(code);
                    if (status(code) != Integer.parseInt(response.getKey())) {
                        misplaced.add(call + " " + response.getKey() + " " + code);
                    }
                }
            });
        }
        documented.addAll(codes(api.document().at("/components/responses/MethodNotAllowed")));

        assertThat(misplaced).isEmpty();
        assertThat(documented).isEqualTo(new TreeSet<>(Wire.spellings(Problem.Code.class)));
    }

    static List<String> codes(JsonNode response) {
        return OpenApi.texts(response.path("x-quietus-codes"));
    }

    private static int status(String code) {
        return Wire.find(Problem.Code.class, code).orElseThrow().status();
    }

    @Test
    void everyReferenceLeadsSomewhereAndEverySchemaIsUsed() {
        Set<String> used = new TreeSet<>();
        api.eachObject(object -> {
            if (object.has("$ref")) {
                used.add(object.get("$ref").textValue());
            }
        });
        Set<String> schemas = new TreeSet<>();
        api.document()
                .at("/components/schemas")
                .fieldNames()
                .forEachRemaining(name -> schemas.add("#/components/schemas/" + name));

        assertThat(used).noneMatch(ref -> api.document().at(ref.substring(1)).isMissingNode());
        assertThat(used).containsAll(schemas);
    }

    @Test
    void everyCallHasANameOfItsOwnAndItsPathParts() {
        assertThat(api.calls().stream()
                        .map(call -> call.node().get("operationId").textValue()))
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("[a-z][A-Za-z]+"));
        for (OpenApi.Call call : api.calls()) {
            Set<String> declared = new TreeSet<>();
            call.node().path("parameters").forEach(parameter -> {
                JsonNode resolved = api.resolved(parameter);
                if (resolved.get("in").textValue().equals("path")) {
                    declared.add(resolved.get("name").textValue());
                }
            });
            Set<String> parts = PART.matcher(call.path())
                    .results()
                    .map(part -> part.group(1))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(declared).as("%s", call).isEqualTo(parts);
        }
    }

    @Test
    void everySchemaIsASchema() {
        List<String> faults = new ArrayList<>();
        api.document()
                .at("/components/schemas")
                .properties()
                .forEach(schema -> api.schemaFaults(schema.getValue())
                        .forEach(fault -> faults.add(schema.getKey() + ": " + fault)));
        api.eachObject(object -> {
            if (object.has("schema")) {
                faults.addAll(api.schemaFaults(object.get("schema")));
            }
        });

        assertThat(faults).isEmpty();
    }

    @Test
    void everyExampleFitsItsSchema() {
        List<String> faults = new ArrayList<>();
        int[] examples = {0};
        api.eachObject(media -> {
            if (media.has("examples") && media.has("schema")) {
                media.get("examples").properties().forEach(example -> {
                    examples[0]++;
                    JsonNode value = example.getValue().get("value");
                    api.faults(media.get("schema"), value.toString())
                            .forEach(fault -> faults.add(example.getKey() + ": " + fault));
                });
            }
        });

        assertThat(faults).isEmpty();
        assertThat(examples[0]).isGreaterThan(20);
    }

    @Test
    void aFieldThatIsNotDocumentedIsAFault() {
        JsonNode schema = api.call("GET", "/health/live")
                .node()
                .at("/responses/200/content/application~1json/schema");
        String answer = """
                {"status": "live", "version": "1", "server_time": "2026-08-16T10:51:04.018Z"}""";

        assertThat(api.faults(schema, answer)).isEmpty();
        assertThat(api.faults(schema, answer.replace("\"1\"", "\"1\", \"colour\": \"red\"")))
                .isNotEmpty();
    }

    /** What the OpenAPI Specification 3.1 demands of a document, as far as it is used here. */
    @Test
    void documentHasTheShapeOfOpenApi() {
        JsonNode document = api.document();
        assertThat(document.get("openapi").textValue()).matches("3\\.1\\.\\d+");
        assertThat(document.at("/info/title").isTextual()).isTrue();
        assertThat(document.at("/info/version").isTextual()).isTrue();
        assertThat(document.at("/components/securitySchemes/bearer/scheme").textValue())
                .isEqualTo("bearer");
        List<String> tags = new ArrayList<>();
        document.get("tags").forEach(tag -> tags.add(tag.get("name").textValue()));
        for (OpenApi.Call call : api.calls()) {
            assertThat(call.path()).startsWith("/");
            assertThat(tags)
                    .as("%s", call)
                    .containsAll(OpenApi.texts(call.node().get("tags")));
            assertThat(call.node().get("summary").isTextual()).as("%s", call).isTrue();
            call.node().get("responses").properties().forEach(response -> {
                assertThat(response.getKey()).as("%s", call).matches("[2-5]\\d\\d");
                assertThat(api.resolved(response.getValue()).get("description").isTextual())
                        .as("%s %s", call, response.getKey())
                        .isTrue();
            });
            assertThat(call.node().has("requestBody"))
                    .as("%s has a body", call)
                    .isEqualTo(call.method().equals("POST"));
        }
    }
}
