package dev.quietus.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class YamlTest {
    static final List<String> TEXTS = List.of(
            "",
            "true",
            "No",
            "on",
            "null",
            "~",
            "12",
            "-3",
            "1e5",
            "0x1f",
            "0o7",
            ".5",
            "1_000",
            "12:30:45",
            "+1",
            "-",
            "- a",
            "a: b",
            "a #b",
            "#a",
            "a:",
            " a",
            "a ",
            "[a]",
            "{a",
            "*a",
            "&a",
            "!a",
            "|",
            ">",
            "'a'",
            "\"a\"",
            "%a",
            "@a",
            "`a`",
            "a\nb",
            "käse",
            "?",
            "2fc98f54",
            "123e45",
            "2026-08-16",
            "2026-08-16T10:51:39.921Z",
            "stop at 10:51",
            "wrong commit",
            "a,b",
            "a/b",
            "key=value",
            "(x)",
            "-x",
            "=",
            "<<",
            "y",
            "HTTP 200, 1");

    @Test
    void writesBlocksInTheOrderOfTheMembers() {
        assertThat(Yaml.of(Json.parseObject("""
                        {"stop_receipt":{"barrier_id":"stop-cc-run-4421-01",
                         "authority":{"root_lease":"revoked","current_epoch":18},
                         "verified_at":"2026-08-16T10:51:39.921Z",
                         "in_flight":[{"operation_id":"op-1","tries":[1,2]},"x",[3]],
                         "none":[],"nothing":{},"gone":null,"yes":true}}
                        """))).isEqualTo("""
                        stop_receipt:
                          barrier_id: stop-cc-run-4421-01
                          authority:
                            root_lease: revoked
                            current_epoch: 18
                          verified_at: 2026-08-16T10:51:39.921Z
                          in_flight:
                            - operation_id: op-1
                              tries:
                                - 1
                                - 2
                            - x
                            -
                              - 3
                          none: []
                          nothing: {}
                          gone: null
                          "yes": true
                        """);
    }

    @ParameterizedTest
    @FieldSource("TEXTS")
    void everyTextIsReadBackAsTheSameText(String text) {
        String yaml =
                Yaml.of(JsonObject.builder().put("k", text).put("k " + text, 1).build());

        Object read = new Load(LoadSettings.builder().build()).loadFromString(yaml);

        assertThat(read).isEqualTo(Map.of("k", text, "k " + text, 1));
    }

    @Test
    void nestedListsAreReadBackAsTheyWere() {
        String yaml = Yaml.of(Json.parse("[[1,[2,{\"a\":[]}]],[],{},{\"b\":{\"c\":[\"d\"]}}]"));

        assertThat(new Load(LoadSettings.builder().build()).loadFromString(yaml))
                .isEqualTo(List.of(
                        List.of(1, List.of(2, Map.of("a", List.of()))),
                        List.of(),
                        Map.of(),
                        Map.of("b", Map.of("c", List.of("d")))));
    }
}
