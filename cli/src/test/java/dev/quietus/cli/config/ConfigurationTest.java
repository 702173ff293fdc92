package dev.quietus.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quietus.cli.config.Configuration.Found;
import dev.quietus.cli.view.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationTest {

    @TempDir
    private Path folder;

    private final Map<String, String> env = new HashMap<>();

    @BeforeEach
    void homeInTheFolder() {
        env.put("HOME", folder.resolve("home").toString());
    }

    private Configuration configuration() {
        return Configuration.read(new Places(Map.copyOf(env), folder), Optional.empty());
    }

    private Connection connection(Optional<String> url, Optional<String> token) {
        return Connection.find(configuration(), url, token);
    }

    private Connection connection() {
        return connection(Optional.empty(), Optional.empty());
    }

    private void file(String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    @Test
    void flagComesBeforeEnvironmentBeforeFileBeforeDefault() throws IOException {
        assertThat(connection().url()).hasToString("http://127.0.0.1:7171");
        assertThat(connection().urlSource()).isEqualTo("default");

        file("quietus.yaml", "# mine\nurl: http://file:1\n");
        assertThat(connection().url()).hasToString("http://file:1");
        assertThat(connection().urlSource()).isEqualTo("quietus.yaml:2");

        env.put("QUIETUS_URL", "http://env:2");
        assertThat(connection().url()).hasToString("http://env:2");
        assertThat(connection().urlSource()).isEqualTo("QUIETUS_URL");

        Connection flag = connection(Optional.of("http://flag:3"), Optional.empty());
        assertThat(flag.url()).hasToString("http://flag:3");
        assertThat(flag.urlSource()).isEqualTo("--url");
    }

    @Test
    void anEmptyVariableCountsAsNotSet() {
        env.put("QUIETUS_URL", " ");

        assertThat(connection().url()).hasToString(Connection.DEFAULT_URL);
    }

    @Test
    void theTokenIsFoundInTheSameOrder() throws IOException {
        assertThat(connection().token()).isEmpty();

        file("home/.local/state/quietus/operator.token", "own\n");
        assertThat(connection().token()).contains("own");

        file("office.token", "office\n");
        file("quietus.yaml", "token_file: office.token\n");
        assertThat(connection().token()).contains("office");

        env.put("QUIETUS_TOKEN", "env");
        assertThat(connection().token()).contains("env");
        assertThat(connection(Optional.empty(), Optional.of("flag")).token()).contains("flag");
        assertThat(connection()).hasToString("Connection[http://127.0.0.1:7171]");
    }

    @Test
    void aFolderOfOthersDoesNotGetThisMachinesOwnToken() throws IOException {
        file("home/.local/state/quietus/operator.token", "own\n");
        file("quietus.yaml", "url: http://elsewhere.example\n");
        assertThat(connection().token()).isEmpty();

        file("quietus.yaml", "url: http://localhost:9\n");
        assertThat(connection().token()).contains("own");

        env.put("QUIETUS_URL", "http://elsewhere.example");
        assertThat(connection().token()).contains("own");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:7171", "ftp://x", "http:///x", "ht tp://x", "http://"})
    void anAddressThatIsNoneIsRefusedWithItsSource(String url) {
        env.put("QUIETUS_URL", url);

        assertThatThrownBy(this::connection)
                .isInstanceOf(CommandException.class)
                .hasMessage("server address: expected http://HOST:PORT, found '" + url
                        + "' (from QUIETUS_URL)");
    }

    @Test
    void aTokenFileThatIsNamedMustBeReadable() throws IOException {
        file("quietus.yaml", "token_file: gone\n");

        assertThatThrownBy(this::connection)
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("(from quietus.yaml:1) can't be read");
    }

    @Test
    void everyProblemOfTheFileIsNamedAtOnce() throws IOException {
        file("quietus.yaml", "urll: a\nlisten\n");

        assertThatThrownBy(this::configuration)
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("quietus.yaml:1: ")
                .hasMessageContaining("quietus.yaml:2: ");
    }

    @Test
    void everySettingCanBeSetByItsVariable() {
        for (Setting setting : Setting.values()) {
            env.put(setting.variable(), "value of " + setting);

            assertThat(configuration().find(setting, "--flag", Optional.empty()))
                    .contains(new Found("value of " + setting, setting.variable()));
        }
    }

    @Test
    void placesFollowTheBaseDirectorySpecification() {
        Path home = folder.resolve("home");
        Places places = new Places(Map.copyOf(env), folder);
        assertThat(places.state()).isEqualTo(home.resolve(".local/state/quietus"));
        assertThat(places.config()).isEqualTo(home.resolve(".config/quietus"));
        assertThat(places.path("~/x")).isEqualTo(home.resolve("x"));
        assertThat(places.path("x/y")).isEqualTo(folder.resolve("x/y"));

        env.put("XDG_STATE_HOME", "relative/is/ignored");
        assertThat(new Places(Map.copyOf(env), folder).state()).isEqualTo(places.state());
        env.put("XDG_STATE_HOME", folder.resolve("s").toString());
        assertThat(new Places(Map.copyOf(env), folder).state())
                .isEqualTo(folder.resolve("s/quietus"));
    }

    @ParameterizedTest
    @CsvSource({"500ms, 500", "30s, 30000", "5m, 300000", "2h, 7200000", "1d, 86400000", "0s, 0"})
    void durationsAreReadAsPeopleWriteThem(String text, long millis) {
        assertThat(DurationText.parse(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "-5s", "5 s", "1.5s", "5S", "1234567890s", "5sec"})
    void otherTextsAreNoDurations(String text) {
        assertThatThrownBy(() -> DurationText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' is not a duration like 500ms, 30s, 5m or 2h");
    }

    @ParameterizedTest
    @CsvSource({
        "stpo, stop",
        "recipt, receipt",
        "verfy, verify",
        "wacth, watch",
        "op, ''",
        "reg, register",
        "xyzzy, ''",
        "STOP, ''"
    })
    void findsTheNearestWord(String word, String near) {
        List<String> known = List.of("stop", "receipt", "verify", "watch", "register", "reopen");

        assertThat(Nearest.of(word, known).orElse("")).isEqualTo(near);
    }
}
