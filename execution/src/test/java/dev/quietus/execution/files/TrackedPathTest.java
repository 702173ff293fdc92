package dev.quietus.execution.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrackedPathTest {
    @ParameterizedTest
    @CsvSource({
        "plain.txt, plain.txt",
        "with%20space, with space",
        "new%0Aline, new%0Aline",
        "per%25cent, per%25cent",
        "%C3%BC, ü",
        "%FF%FE, %FF%FE",
        "a%C3, a%C3",
        "%E2%80%AE, %E2%80%AE",
        "%1B%5B2J, %1B[2J",
        "%F0%9F%99%82, 🙂",
        "%C0%AF, %C0%AF",
        "%ED%A0%80, %ED%A0%80"
    })
    void spellsEveryNameInOneWayAndFindsItAgain(String bytes, String spelling) {
        Path name = Path.of(URI.create("file:///" + bytes)).getFileName();

        assertThat(NameText.encode(name)).isEqualTo(spelling);
        assertThat(new TrackedPath(spelling).name().toUri().getRawPath())
                .isEqualTo(name.toUri().getRawPath());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "..", "a/..", "../a", "/a", "a/", "a//b", "a/./b", "%2e%2e", "a%2Fb", "%00",
                "a%0ab", "%41", "%", "%4", "%zz", "ü%C3%BC", "a\nb"
            })
    void refusesEveryOtherSpelling(String text) {
        assertThatThrownBy(() -> new TrackedPath(text))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void putsFoldersBeforeWhatIsInThem() {
        List<String> sorted = List.of(".", "a", "a/b", "a/b/c", "a/b!", "a b", "a!", "a!/x", "b");

        assertThat(Stream.of("b", "a!/x", "a b", "a/b!", "a/b/c", "a!", "a/b", ".", "a")
                        .map(TrackedPath::new)
                        .sorted()
                        .map(TrackedPath::text))
                .containsExactlyElementsOf(sorted);
        assertThat(new TrackedPath("a/b/c").depth()).isEqualTo(3);
        assertThat(new TrackedPath("a").parent()).isEqualTo(TrackedPath.ROOT);
        assertThat(TrackedPath.ROOT.depth()).isZero();
    }

    @Test
    void keepsTheTargetOfALinkWhateverItIs() {
        for (String raw : List.of("/a/b", "../x", "per%25cent/%FF", "a%0Ab", "%C3%BC")) {
            Path target = raw.startsWith("/")
                    ? Path.of(URI.create("file://" + raw))
                    : Path.of("/").relativize(Path.of(URI.create("file:///" + raw)));
            String spelled = NameText.encodeTarget(target);
            assertThat(NameText.decodeTarget(spelled)).isEqualTo(target);
            assertThat(spelled).doesNotContain("\n");
        }
    }
}
