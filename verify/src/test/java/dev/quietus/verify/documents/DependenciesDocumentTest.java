package dev.quietus.verify.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DependenciesDocumentTest {

    private static final Pattern COORDINATES = Pattern.compile(
            "<(dependency|path|plugin)>\\s*(?:<!--.*?-->\\s*)?<groupId>([^<]+)</groupId>\\s*"
                    + "<artifactId>([^<]+)</artifactId>",
            Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("`([\\w.-]+:[\\w.-]+)`");

    @Test
    void everythingThatThePomsNameIsExplainedAndNothingElseIs() throws IOException {
        Set<String> used = new TreeSet<>();
        for (Path pom : poms()) {
            COORDINATES
                    .matcher(Files.readString(pom))
                    .results()
                    .forEach(found -> used.add(name(found)));
        }
        used.removeIf(name -> name.startsWith("dev.quietus:"));
        Set<String> explained = new TreeSet<>();
        Document document = Document.read("docs/dependencies.md");
        for (String heading : List.of("## What ships", "## What checks it", "## What builds it")) {
            document.table(heading).forEach(row -> {
                assertThat(row).as("%s", row).hasSize(5).noneMatch(String::isEmpty);
                WORD.matcher(row.getFirst())
                        .results()
                        .forEach(word -> explained.add(word.group(1)));
            });
        }

        assertThat(explained).isEqualTo(used);
    }

    private static String name(MatchResult found) {
        return found.group(2) + ":" + found.group(3);
    }

    private static List<Path> poms() throws IOException {
        try (Stream<Path> modules = Files.list(Document.root())) {
            return Stream.concat(Stream.of(Document.root()), modules)
                    .map(module -> module.resolve("pom.xml"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
    }
}
