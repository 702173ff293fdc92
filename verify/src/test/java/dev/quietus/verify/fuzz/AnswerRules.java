package dev.quietus.verify.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What every answer of the interface must be: a documented success or a documented problem. */
final class AnswerRules {
    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(com.fasterxml.jackson.core.StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final List<String> MEMBERS =
            List.of("type", "title", "status", "code", "detail", "retryable");
    private static final Set<String> TYPES =
            Set.of("application/json", "text/plain", "text/event-stream");

    private final Set<String> codes = new HashSet<>();

    /** @param reference the OpenAPI document */
    AnswerRules(JsonNode reference) {
        reference
                .at("/components/schemas/ProblemCode/enum")
                .forEach(code -> codes.add(code.textValue()));
        assertThat(codes).contains("invalid_json", "internal").hasSizeGreaterThan(20);
    }

    /** Judges an answer; returns the problem's code, or nothing for a success. */
    String judge(RawExchange.Answer answer) {
        assertThat(answer.status()).as(answer.body()).isBetween(200, 599);
        if (answer.status() < 300) {
            assertThat(answer.type()).isIn(TYPES);
            if (answer.type().equals("application/json") && !answer.body().isEmpty()) {
                parsed(answer);
            }
            return "";
        }
        assertThat(answer.type()).as(answer.body()).isEqualTo("application/problem+json");
        if (answer.body().isEmpty()) {
            return "head";
        }
        JsonNode problem = parsed(answer);
        assertThat(MEMBERS).allMatch(problem::has);
        String code = problem.get("code").textValue();
        assertThat(codes).as(answer.body()).contains(code);
        assertThat(code).as(answer.body()).isNotEqualTo("internal");
        assertThat(problem.get("status").intValue()).isEqualTo(answer.status());
        assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
        assertThat(problem.get("detail").textValue()).isNotBlank();
        assertThat(problem.get("retryable").booleanValue())
                .isEqualTo(!answer.header("retry-after").isEmpty());
        return code;
    }

    private static JsonNode parsed(RawExchange.Answer answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new AssertionError("the answer is no JSON: " + answer.body(), e);
        }
    }
}
