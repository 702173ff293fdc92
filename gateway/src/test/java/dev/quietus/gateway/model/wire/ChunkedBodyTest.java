package dev.quietus.gateway.model.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Bodies in chunks, read in pieces of any size. */
class ChunkedBodyTest {
    private final ByteArrayOutputStream to = new ByteArrayOutputStream();
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

    /** Gives at most so many bytes at a time. */
    private static final class Pieces extends InputStream {
        private final ByteArrayInputStream all;
        private final Random random;
        private final int most;

        private Pieces(byte[] all, Random random, int most) {
            this.all = new ByteArrayInputStream(all);
            this.random = random;
            this.most = most;
        }

        @Override
        public int read() {
            return all.read();
        }

        @Override
        public int read(byte[] bytes, int from, int count) {
            return all.read(bytes, from, Math.min(count, 1 + random.nextInt(most)));
        }
    }

    private void relay(byte[] message, Random random, int most) throws IOException {
        BodyRelay relay = BodyRelay.of(
                new Framing.Chunked(),
                new ByteSource(new Pieces(message, random, most)),
                to,
                seen::write);
        while (relay.step()) {
            assertStandsBetweenChunks();
        }
    }

    private void assertStandsBetweenChunks() throws IOException {
        byte[] sofar = to.toByteArray();
        byte[] ended = (new String(sofar, StandardCharsets.ISO_8859_1) + "0\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        if (ended.length < 4_000) {
            assertThat(plain(ended)).isEqualTo(seen.toByteArray());
        }
    }

    /** A simple reading of chunks, to compare with. */
    private static byte[] plain(byte[] chunked) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int at = 0;
        while (true) {
            int end = at;
            while (chunked[end] != '\n') {
                end++;
            }
            String head = new String(chunked, at, end - 1 - at, StandardCharsets.US_ASCII);
            int size = Integer.parseInt(head.split(";", 2)[0].strip(), 16);
            if (size == 0) {
                return out.toByteArray();
            }
            out.write(chunked, end + 1, size);
            at = end + 1 + size + 2;
        }
    }

    @RepeatedTest(40)
    void passInAnyPieces(RepetitionInfo round) throws IOException {
        Random random = new Random(round.getCurrentRepetition());
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (int i = random.nextInt(30); i > 0; i--) {
            byte[] part = new byte[1 + random.nextInt(random.nextInt(5) == 0 ? 150_000 : 60)];
            random.nextBytes(part);
            String head = (random.nextInt(4) == 0 ? "000" : "") + Integer.toHexString(part.length)
                    + (random.nextInt(4) == 0 ? " ;a=\"b\"" : "") + "\r\n";
            message.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
            message.writeBytes(part);
            message.writeBytes(new byte[] {'\r', '\n'});
            content.writeBytes(part);
        }
        message.writeBytes("0\r\nx: y\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        relay(message.toByteArray(), random, 1 + random.nextInt(100_000));
        assertThat(plain(to.toByteArray())).isEqualTo(content.toByteArray());
        assertThat(seen.toByteArray()).isEqualTo(content.toByteArray());
        assertThat(to.toString(StandardCharsets.ISO_8859_1)).endsWith("0\r\nx: y\r\n\r\n");
    }

    @Test
    void wholeChunksPassAsTheyAre() throws IOException {
        byte[] message =
                "3;x\r\nabc\r\n0A\r\n0123456789\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        relay(
                message,
                new Random(1) {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public int nextInt(int bound) {
                        return bound - 1;
                    }
                },
                1_000);
        assertThat(to.toByteArray()).isEqualTo(message);
    }
}
