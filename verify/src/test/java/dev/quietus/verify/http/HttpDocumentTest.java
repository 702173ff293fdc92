package dev.quietus.verify.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.core.Wire;
import dev.quietus.core.authority.Decision;
import dev.quietus.server.http.Problem;
import dev.quietus.server.http.Route;
import dev.quietus.verify.documents.Document;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class HttpDocumentTest {

    private final Document document = Document.read("docs/http.md");

    @Test
    void everyProblemCodeIsExplained() {
        List<List<String>> expected = Arrays.stream(Problem.Code.values())
                .map(code -> List.of(
                        Wire.of(code),
                        Integer.toString(code.status()),
                        code.retryable() ? "yes" : "no"))
                .toList();
        List<List<String>> rows = document.table("## Problems");

        assertThat(rows.stream()
                        .map(row -> List.of(Document.code(row.get(0)), row.get(1), row.get(2))))
                .containsExactlyElementsOf(expected);
        assertThat(rows)
                .allMatch(row -> row.size() == 5 && row.stream().noneMatch(String::isEmpty));
    }

    @Test
    void everyDecisionIsExplainedInItsOrder() {
        List<List<String>> rows = document.table("## Decisions");

        assertThat(rows.stream().map(row -> Document.code(row.getFirst())))
                .containsExactlyElementsOf(Wire.spellings(Decision.class));
        assertThat(rows)
                .allMatch(row -> row.size() == 3 && row.stream().noneMatch(String::isEmpty));
    }

    /** The reference is compared with the server; this page with the reference. */
    @Test
    void everyCallerIsListed() {
        List<String> kinds = Wire.spellings(Route.Caller.class);
        Map<String, List<String>> listed = new TreeMap<>();
        for (List<String> row : document.table("## Who may call what")) {
            listed.put(
                    Document.code(row.getFirst()),
                    kinds.stream()
                            .filter(kind -> row.get(kinds.indexOf(kind) + 1).startsWith("yes"))
                            .toList());
        }
        Map<String, List<String>> documented = new OpenApi()
                .calls().stream()
                        .filter(call -> !call.node().get("x-quietus-callers").isEmpty())
                        .collect(Collectors.toMap(
                                OpenApi.Call::toString,
                                call -> OpenApi.texts(call.node().get("x-quietus-callers")).stream()
                                        .sorted(java.util.Comparator.comparingInt(kinds::indexOf))
                                        .toList(),
                                (one, _) -> one,
                                TreeMap::new));

        assertThat(listed).isEqualTo(documented);
    }

    @Test
    void openCallsAreNamed() {
        assertThat(new OpenApi()
                        .calls().stream()
                                .filter(call ->
                                        call.node().get("x-quietus-callers").isEmpty()))
                .allMatch(call ->
                        document.section("## Who may call what").contains("`" + call + "`"));
    }
}
