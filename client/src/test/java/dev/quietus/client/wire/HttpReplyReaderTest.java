package dev.quietus.client.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One HTTP answer, with all that a broken server could put into it. */
class HttpReplyReaderTest {

    private static final int MAX_BODY_BYTES = 1024 * 1024;
    private static final String OK = "HTTP/1.1 202 Accepted\r\n";
    private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                OK + "Content-Length: 5\r\n\r\nhello and more",
                OK + "content-length:5\r\nContent-Length: 5\r\n\r\nhello",
                OK + "\r\nhello",
                "HTTP/1.0 202\n\nhello",
                CHUNKED + "5\r\nhello\r\n0\r\n\r\n",
                CHUNKED + "1;a=b\r\nh\r\n004\r\nello\r\n0\r\nTrailer: x\r\n\r\n",
                OK
                        + "Content-Length: 99\r\nTransfer-Encoding: Chunked\r\n\r\n"
                        + "5\r\nhello\r\n0\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + OK
                        + "Content-Length: 5\r\n\r\nhello"
            })
    void readsTheBodyAsItIsFramed(String answer) throws Exception {
        HttpReply reply = read(answer);
        assertThat(reply.status()).isEqualTo(202);
        assertThat(new String(reply.body(), StandardCharsets.UTF_8)).isEqualTo("hello");
    }

    @Test
    void readsNoBodyWhereThereIsNone() throws Exception {
        assertThat(read("HTTP/1.1 204 No Content\r\n\r\nx").body()).isEmpty();
        assertThat(read("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n")
                        .body())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SSH-2.0-x~ | not an HTTP answer
            HTTP/2 200~ | not an HTTP answer
            HTTP/1.1 20~ | not an HTTP answer
            HTTP/1.1 2x2 OK~ | not an HTTP answer
            HTTP/1.1 099 OK~ | not an HTTP answer
            HTTP/1.1 2020 OK~ | not an HTTP answer
            HTTP/1.1-202 OK~ | not an HTTP answer
            >~no colon~~ | not an HTTP answer: a header line without a colon
            >~: x~~ | not an HTTP answer: a header line without a colon
            >~Content-Length: -1~~ | content length not understood: -1
            >~Content-Length: 0x5~~ | content length not understood: 0x5
            >~Content-Length: 5,5~~ | content length not understood: 5,5
            >~Content-Length: 9999999999~~ | content length not understood: 9999999999
            >~Content-Length: 1048577~~ | answer of more than 1048576 bytes
            >~Content-Length: 1~Content-Length: 2~~x | not an HTTP answer: two content lengths
            >~Transfer-Encoding: gzip~~ | transfer encoding not understood: gzip
            >~Transfer-Encoding: chunked~~xyz~ | chunk size not understood
            >~Transfer-Encoding: chunked~~-5~ | chunk size not understood
            >~Transfer-Encoding: chunked~~ffffffff~ | chunk size not understood
            >~Transfer-Encoding: chunked~~100001~ | answer of more than 1048576 bytes
            >~Transfer-Encoding: chunked~~2~abc~ | chunk longer than its size
            """)
    void refusesWhatIsNoAnswer(String answer, String message) {
        assertThatThrownBy(() -> read(answer.replace(">", "HTTP/1.1 202 OK").replace("~", "\r\n")))
                .isInstanceOf(IOException.class)
                .satisfies(e -> assertThat(e + "").endsWith(": " + message));
    }

    @Test
    void refusesEveryAnswerThatEndsEarly() {
        String whole = CHUNKED + "3\r\nabc\r\n2\r\nde\r\n0\r\nT: x\r\n\r\n";
        for (int length = 0; length < whole.length(); length++) {
            String cut = whole.substring(0, length);
            assertThatThrownBy(() -> read(cut))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("connection closed ");
        }
    }

    @Test
    void refusesAHeadOrABodyWithoutEnd() {
        assertThatThrownBy(() -> read(OK + "X: " + "y".repeat(70_000)))
                .hasMessage("an answer with a head of more than 64 KiB");
        assertThatThrownBy(() -> read(OK + "\r\n" + "y".repeat(1024 * 1024 + 1)))
                .hasMessage("answer of more than 1048576 bytes");
        String chunk = "40000\r\n" + "y".repeat(0x40000) + "\r\n";
        assertThatThrownBy(() -> read(CHUNKED + chunk.repeat(4) + "1\r\n"))
                .hasMessage("answer of more than 1048576 bytes");
        assertThatThrownBy(() -> read("HTTP/1.1 100 Continue\r\n\r\n".repeat(9)))
                .hasMessage("not an HTTP answer: interim answers without end");
    }

    @Test
    void takesABodyOfExactlyItsBound() throws Exception {
        String body = "y".repeat(MAX_BODY_BYTES);
        assertThat(read(OK + "\r\n" + body).body()).hasSize(1024 * 1024);
        assertThat(read(OK + "Content-Length: 1048576\r\n\r\n" + body).body()).hasSize(1024 * 1024);
    }

    private static HttpReply read(String answer) throws IOException {
        byte[] bytes = answer.getBytes(StandardCharsets.ISO_8859_1);
        return new HttpReplyReader(new ByteArrayInputStream(bytes), MAX_BODY_BYTES).read();
    }
}
