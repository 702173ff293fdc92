package dev.quietus.gateway.mcp.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageReaderTest {
    private static Reading read(String text) {
        return MessageReader.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static McpMessage message(String text) {
        assertThat(read(text)).isInstanceOf(Reading.One.class);
        return ((Reading.One) read(text)).message();
    }

    private static McpMessage request(String id) {
        return message("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "\"0\"", "\"\"", "-1", "9007199254740993", "1.50", "\"\\u00e4\""})
    void anIdKeepsItsSpelling(String id) {
        assertThat(request(id).id().orElseThrow().json()).isEqualTo(id);
        assertThat(request(id)).extracting(McpMessage::kind).isEqualTo(McpMessage.Kind.REQUEST);
    }

    @Test
    void idsAreTheSameIfAReaderCanNotTellThemApart() {
        assertThat(request("5").id()).isEqualTo(request("5.0").id());
        assertThat(request("\"ä\"").id()).isEqualTo(request("\"\\u00e4\"").id());
        assertThat(request("5").id()).isNotEqualTo(request("\"5\"").id());
        assertThat(request("0").id()).isNotEqualTo(request("\"\"").id());
        assertThat(request("1e999999999").id()).isNotEqualTo(request("1").id());
    }

    @Test
    void onlyTheIdIsReplaced() {
        String text = "{ \"params\" : {\"a\": [1,  2]},\"id\":7 , \"method\":\"x\",\"new\":\"ü\"}";
        McpMessage other = message(text).withId(MessageId.text("a\"b"));
        assertThat(new String(other.raw(), StandardCharsets.UTF_8))
                .isEqualTo(text.replace(":7 ", ":\"a\\\"b\" "));
        assertThat(other.id()).contains(MessageId.text("a\"b"));
    }

    @Test
    void lineEndsBetweenTokensBecomeBlanks() {
        McpMessage message = message("{\"id\":1,\r\n\"method\":\"a\\nb\"}");
        assertThat(new String(message.line(), StandardCharsets.UTF_8))
                .isEqualTo("{\"id\":1,  \"method\":\"a\\nb\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello",
                "[",
                "[]",
                "1",
                "{}",
                "{\"id\":1}",
                "{\"id\":null,\"method\":\"a\"}",
                "{\"id\":true,\"method\":\"a\"}",
                "{\"id\":{},\"method\":\"a\"}",
                "{\"id\":1,\"id\":2,\"method\":\"a\"}",
                "{\"id\":1,\"method\":\"a\",\"method\":\"b\"}",
                "{\"id\":1,\"method\":5}",
                "{\"id\":1,\"method\":\"a\",\"params\":5}",
                "{\"id\":1,\"method\":\"a\",\"result\":{}}",
                "{\"id\":1,\"result\":{},\"error\":{}}",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"a\"}",
                "{\"id\":1,\"method\":\"a\"} {}",
                "{\"id\":1,\"method\":\"a\"",
                "\u0000{",
            })
    void whatIsNoMessageIsSaidToBeNone(String text) {
        assertThat(read(text)).isInstanceOf(Reading.Broken.class);
    }

    @Test
    void anErrorNamesTheRequestWhereItIsKnown() {
        Reading.Broken broken = (Reading.Broken) read("{\"id\":7,\"method\":5}");
        assertThat(new String(broken.fault().answer().raw(), StandardCharsets.UTF_8))
                .startsWith("{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32600");
    }

    @Test
    void deepNestingIsRefusedAndDoesNotOverflow() {
        String deep = "[".repeat(100_000);
        assertThat(read("{\"id\":1,\"method\":\"a\",\"params\":" + deep))
                .isInstanceOf(Reading.Broken.class);
    }

    @Test
    void aBatchIsReadPartByPart() {
        Reading.Batch batch = (Reading.Batch)
                read("[{\"id\":1,\"method\":\"a\"}, {\"bad\":1}, [], {\"method\":\"n\"}]");
        assertThat(batch.parts())
                .extracting(part -> part.getClass().getSimpleName())
                .containsExactly("One", "Broken", "Broken", "One");
    }
}
