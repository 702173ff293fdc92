package dev.quietus.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigFileTest {

    @TempDir
    private Path folder;

    private static Optional<String> value(ConfigFile file, Setting setting) {
        return file.entry(setting).map(ConfigFile.Entry::value);
    }

    @Test
    void readsPlainAndQuotedValuesAndComments() {
        ConfigFile file = ConfigFile.parse("""
                ---
                # where it is
                url: http://10.0.0.5:7171   # the office
                token_file: "~/my token"
                listen: '127.0.0.1:0'
                ledger: sqlite:/var/lib/quietus/ledger.db

                quiet_period: 5s
                """, "quietus.yaml");

        assertThat(file.problems()).isEmpty();
        assertThat(value(file, Setting.URL)).contains("http://10.0.0.5:7171");
        assertThat(value(file, Setting.TOKEN_FILE)).contains("~/my token");
        assertThat(value(file, Setting.LISTEN)).contains("127.0.0.1:0");
        assertThat(value(file, Setting.LEDGER)).contains("sqlite:/var/lib/quietus/ledger.db");
        assertThat(file.entry(Setting.QUIET_PERIOD)).contains(new ConfigFile.Entry("5s", 8));
        assertThat(value(file, Setting.PROVIDERS)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "urll: x | unknown key 'urll'; did you mean 'url'?",
                "colour: x | unknown key 'colour'; known here: url, token_file, listen",
                "token: secret | unknown key 'token'; did you mean 'tokens'?",
                "url: | url: expected one plain or quoted value, found ''",
                "url: [a] | url: expected one plain or quoted value, found '[a]'",
                "url: a: b | url: expected one plain or quoted value",
                "url: 'a' b | url: expected one plain or quoted value",
                "- url: x | expected 'key: value', found '- url: x'",
                "just words | expected 'key: value', found 'just words'",
                "url:x | expected 'key: value', found 'url:x'"
            })
    void refusesEverythingElseWithItsLine(String line, String problem) {
        ConfigFile file = ConfigFile.parse("listen: 127.0.0.1:1\n" + line + "\n", "quietus.yaml");

        assertThat(file.problems())
                .singleElement()
                .asString()
                .startsWith("quietus.yaml:2: " + problem);
        assertThat(value(file, Setting.LISTEN)).contains("127.0.0.1:1");
    }

    @Test
    void nestedKeysAndSecondOnesAreRefused() {
        ConfigFile file = ConfigFile.parse("url: a\n  listen: b\nurl: c\n", "q");

        assertThat(file.problems())
                .containsExactly(
                        "q:2: expected 'key: value', found '  listen: b'",
                        "q:3: url is there twice (first on line 1)");
        assertThat(value(file, Setting.URL)).contains("a");
    }

    @Test
    void theFileHereComesBeforeTheUsersOwn() throws IOException {
        Path home = folder.resolve("home");
        Places places = new Places(Map.of("HOME", home.toString()), folder);
        assertThat(ConfigFile.find(places, Optional.empty())).isSameAs(ConfigFile.NONE);

        Files.createDirectories(home.resolve(".config/quietus"));
        Files.writeString(home.resolve(".config/quietus/quietus.yaml"), "url: own\n");
        assertThat(value(ConfigFile.find(places, Optional.empty()), Setting.URL))
                .contains("own");

        Files.writeString(folder.resolve("quietus.yaml"), "url: here\n");
        assertThat(value(ConfigFile.find(places, Optional.empty()), Setting.URL))
                .contains("here");

        Files.writeString(folder.resolve("other.yaml"), "url: named\n");
        assertThat(value(ConfigFile.find(places, Optional.of("other.yaml")), Setting.URL))
                .contains("named");
    }

    @Test
    void aNamedFileMustBeThereAndReadable() throws IOException {
        Places places = new Places(Map.of(), folder);
        assertThat(ConfigFile.find(places, Optional.of("gone.yaml")).problems())
                .singleElement()
                .asString()
                .startsWith("gone.yaml can't be read");

        Files.write(folder.resolve("latin.yaml"), new byte[] {'u', (byte) 0xe9});
        assertThat(ConfigFile.find(places, Optional.of("latin.yaml")).problems())
                .containsExactly("latin.yaml is not UTF-8");

        Files.write(folder.resolve("large.yaml"), new byte[70_000]);
        assertThat(ConfigFile.find(places, Optional.of("large.yaml")).problems())
                .containsExactly("large.yaml is larger than 65536 bytes");
    }
}
