package dev.quietus.verify.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.verify.server.TestingQuietus;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsDocumentTest {

    private static final Pattern TYPE =
            Pattern.compile("^# TYPE (\\w+) (\\w+)$", Pattern.MULTILINE);
    private static final Pattern SAMPLE = Pattern.compile(
            "^(quietus_\\w+?)(?:_bucket|_sum|_count)?(?:\\{(.*)})? ", Pattern.MULTILINE);
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

    @TempDir
    private Path directory = Path.of("");

    @Test
    void everyMetricIsExplainedWithItsTypeAndLabels() throws Exception {
        Map<String, String> types = new TreeMap<>();
        Map<String, Set<String>> labels = new TreeMap<>();
        try (TestingQuietus quietus = TestingQuietus.start(directory, Optional.empty())) {
            quietus.run("run-1");
            String text = scraped(quietus);
            Matcher type = TYPE.matcher(text);
            while (type.find()) {
                types.put(type.group(1), type.group(2));
                labels.put(type.group(1), new TreeSet<>());
            }
            Matcher sample = SAMPLE.matcher(text);
            while (sample.find()) {
                Matcher label =
                        LABEL.matcher(Optional.ofNullable(sample.group(2)).orElse(""));
                while (label.find()) {
                    labels.computeIfAbsent(sample.group(1), _ -> new TreeSet<>())
                            .add(label.group(1));
                }
            }
        }
        labels.values().forEach(names -> names.remove("le"));

        Map<String, String> explained = new TreeMap<>();
        Map<String, Set<String>> explainedLabels = new TreeMap<>();
        Document.read("docs/metrics.md").table("# Metrics").forEach(row -> {
            String name = Document.code(row.getFirst());
            explained.put(name, row.get(1));
            Set<String> names = new TreeSet<>();
            Pattern.compile("`(\\w+)`")
                    .matcher(row.get(2))
                    .results()
                    .forEach(word -> names.add(word.group(1)));
            explainedLabels.put(name, names);
        });
        assertThat(explained).isEqualTo(types);
        assertThat(explainedLabels).isEqualTo(labels);
    }

    private static String scraped(TestingQuietus quietus) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(quietus.url() + "/metrics"))
                    .header("Authorization", "Bearer " + quietus.operatorToken())
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }
}
