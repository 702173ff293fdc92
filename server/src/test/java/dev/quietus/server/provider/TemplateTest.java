package dev.quietus.server.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class TemplateTest {
    @Test
    void fillsInEveryPlaceholder() {
        Template template = Template.parse(
                "{run_id}|{operation_id}|{idempotency_key}|{provider_job}|{effect_id}"
                        + "|{revocation_epoch}|{tree_id}|{tool}");

        assertThat(template.expand(TestingCalls.call(), Escape.URI))
                .isEqualTo(new Expansion.Complete("run-1|reserve-1|key-1|preview-7712|r-1|3|tree-1|"
                        + "deployment.reserve_preview"));
    }

    @Test
    void leavesBracesOfJsonAlone() {
        Template template = Template.parse("{\"id\": \"{operation_id}\", \"x\": {}}");

        assertThat(template.expand(TestingCalls.call(), Escape.LITERAL))
                .isEqualTo(new Expansion.Complete("{\"id\": \"reserve-1\", \"x\": {}}"));
    }

    @Test
    void refusesAnUnknownPlaceholderAndNamesTheKnownOnes() {
        assertThatThrownBy(() -> Template.parse("/jobs/{job_id}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "unknown placeholder {job_id}; known: {run_id} {operation_id}");
    }

    @Test
    void saysWhichValueNobodyReported() {
        assertThat(Template.parse("/{provider_job}")
                        .expand(TestingCalls.callWithoutJob(), Escape.URI))
                .isEqualTo(new Expansion.Lacking("no provider_job was reported"));
        assertThat(Template.parse("/{effect_id}").expand(TestingCalls.callWithoutJob(), Escape.URI))
                .isEqualTo(new Expansion.Lacking("no effect_id was observed"));
    }

    @Test
    void takesAnEmptyValueForNone() {
        var call = TestingCalls.call("op", Optional.of(""), Optional.empty());

        assertThat(Template.parse("/{provider_job}").expand(call, Escape.URI))
                .isEqualTo(new Expansion.Lacking("no provider_job was reported"));
    }

    @Test
    void refusesAReportedValueThatIsNoId() {
        var call = TestingCalls.call("op", Optional.of("two words\r\nx: y"), Optional.empty());

        assertThat(Template.parse("/{provider_job}").expand(call, Escape.URI))
                .isEqualTo(new Expansion.Lacking("the reported provider_job is not an id"));
    }

    @Test
    void percentEncodesAllButUnreservedCharacters() {
        String reserved = "a/b?c=d&e#f%g+h:i@j;k,l'm\"n{o}p[q]";

        assertThat(Escape.URI.write(reserved))
                .isEqualTo("a%2Fb%3Fc%3Dd%26e%23f%25g%2Bh%3Ai%40j%3Bk%2Cl%27m%22n%7Bo%7Dp%5Bq%5D");
        assertThat(Escape.URI.write("AZaz09-._~")).isEqualTo("AZaz09-._~");
        assertThat(Escape.URI.write("ü")).isEqualTo("%C3%BC");
    }

    @Test
    void leavesNothingInALiteralThatAParserCouldTakeForItsEnd() {
        assertThat(Escape.LITERAL.write("a'b\"c\\d]e"))
                .isEqualTo("a\\u0027b\\u0022c\\u005Cd\\u005De");
    }

    @Test
    void writesAndReadsDurations() {
        assertThat(DurationText.write(DurationText.parse("1500ms"))).isEqualTo("1500ms");
        assertThat(DurationText.write(DurationText.parse("90s"))).isEqualTo("90s");
        assertThat(DurationText.write(DurationText.parse("120s"))).isEqualTo("2m");
        assertThat(DurationText.write(DurationText.parse("60m"))).isEqualTo("1h");
        assertThat(DurationText.write(DurationText.parse("0s"))).isEqualTo("0ms");
        assertThatThrownBy(() -> DurationText.parse("5 s")).hasMessageContaining("not a duration");
        assertThatThrownBy(() -> DurationText.parse("PT5S")).hasMessageContaining("not a duration");
        assertThatThrownBy(() -> DurationText.parse("-5s")).hasMessageContaining("not a duration");
        assertThatThrownBy(() -> DurationText.parse("9999999999s"))
                .hasMessageContaining("not a duration");
    }
}
