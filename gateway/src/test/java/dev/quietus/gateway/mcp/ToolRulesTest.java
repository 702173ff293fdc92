package dev.quietus.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.quietus.client.ExpectedEffects;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolRulesTest {
    private static ToolRules rules(String json) {
        return ToolRules.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static JsonNode json(String text) throws IOException {
        return new JsonMapper().readTree(text.replace('\'', '"'));
    }

    private static final String STAT = "{'tools':{'write':{'effects':'expected','observe':"
            + "{'tool':'stat','arguments':{'path':'{arguments/path}',"
            + "'deep':[{'n':'{arguments/n}'}],'plain':'x'},"
            + "'present':%s,'requires':'/structuredContent'}}}}";

    @Test
    void argumentsOfTheLookedAtCallAreFilledIn() throws IOException {
        ObserverRule rule = rules(STAT.formatted("'/structuredContent/exists'"))
                .of("write")
                .observe()
                .orElseThrow();
        JsonNode filled = rule.argumentsFor(json("{'path':'a.txt','n':5}"));
        assertThat(filled).isEqualTo(json("{'path':'a.txt','deep':[{'n':5}],'plain':'x'}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'structuredContent':{'exists':true}} | PRESENT",
                "{'structuredContent':{'exists':{}}} | PRESENT",
                "{'structuredContent':{'exists':false}} | ABSENT",
                "{'structuredContent':{'exists':null}} | ABSENT",
                "{'structuredContent':{'exists':[]}} | ABSENT",
                "{'structuredContent':{}} | ABSENT",
                "{'content':[]} | NOT_KNOWN",
                "{'structuredContent':{'exists':true},'isError':true} | NOT_KNOWN",
            })
    void whatStandsThereIsAnEffect(String result, ObserverRule.Seen seen) throws IOException {
        ObserverRule rule = rules(STAT.formatted("'/structuredContent/exists'"))
                .of("write")
                .observe()
                .orElseThrow();
        assertThat(rule.look(json(result.replace('\'', '"')))).isEqualTo(seen);
    }

    @Test
    void aValueCanBeAskedFor() throws IOException {
        ObserverRule rule = rules(
                        STAT.formatted("{'at':'/structuredContent/state','equals':'booked'}"))
                .of("write")
                .observe()
                .orElseThrow();
        assertThat(rule.look(json("{'structuredContent':{'state':'booked'}}")))
                .isEqualTo(ObserverRule.Seen.PRESENT);
        assertThat(rule.look(json("{'structuredContent':{'state':'free'}}")))
                .isEqualTo(ObserverRule.Seen.ABSENT);
    }

    @Test
    void effectsCanBeDeclared() {
        assertThat(rules("{'tools':{'a':{'effects':'none'}}}").of("a").effects())
                .contains(ExpectedEffects.NONE);
        assertThat(ToolRules.NONE.of("a").effects()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[",
                "[]",
                "{'tols':{}}",
                "{'tools':{'a':5}}",
                "{'tools':{'a':{'effects':'some'}}}",
                "{'tools':{'a':{'observe':{}}}}",
                "{'tools':{'a':{'observe':{'tool':'b'}}}}",
                "{'tools':{'a':{'observe':{'tool':'b','present':'no pointer'}}}}",
            })
    void whatIsWrongIsSaid(String json) {
        assertThatThrownBy(() -> rules(json))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .isNotBlank();
    }
}
