package dev.quietus.server.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;

import dev.quietus.server.RawCall;
import dev.quietus.server.Reply;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A client of a stream that reads it event by event, and can hang up at any moment. */
final class EventReader implements AutoCloseable {
    private final RawCall call;
    private final BufferedReader lines;

    /** One event. */
    record Sent(String id, String type, JsonNode data) {}

    private EventReader(RawCall call) throws IOException {
        this.call = call;
        this.lines =
                new BufferedReader(new InputStreamReader(new Chunks(call), StandardCharsets.UTF_8));
    }

    /** Opens a stream and reads its head. */
    static EventReader open(int port, String path, String token, String... headers)
            throws IOException {
        RawCall call = RawCall.to(port);
        String head =
                RawCall.head("GET", path, token, headers) + "Accept: text/event-stream\r\n\r\n";
        Reply reply = call.write(head).replyHead().orElseThrow();
        if (reply.status() != 200) {
            throw new AssertionError("no stream: " + call.bodyOf(reply).text());
        }
        return new EventReader(call);
    }

    /** The same from behind an event. */
    static EventReader resume(int port, String path, String token, String lastId)
            throws IOException {
        return open(port, path, token, "Last-Event-ID: " + lastId);
    }

    /** The next event; fails when none comes for a while. */
    Sent next() throws IOException {
        String id = "";
        String type = "";
        while (true) {
            String line = Optional.ofNullable(lines.readLine())
                    .orElseThrow(() -> new AssertionError("the stream has ended"));
            if (line.startsWith("id: ")) {
                id = line.substring(4);
            } else if (line.startsWith("event: ")) {
                type = line.substring(7);
            } else if (line.startsWith("data: ")) {
                return new Sent(id, type, new JsonMapper().readTree(line.substring(6)));
            }
        }
    }

    /** As many events. */
    List<Sent> next(int count) throws IOException {
        List<Sent> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(next());
        }
        return all;
    }

    @Override
    public void close() throws IOException {
        call.close();
    }

    /** Takes the chunks of RFC 9112 section 7.1 apart. */
    private static final class Chunks extends InputStream {
        private final RawCall call;
        private int left;

        Chunks(RawCall call) {
            this.call = call;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int most) throws IOException {
            if (left == 0) {
                left = Integer.parseInt(call.line().orElse("0"), 16);
                if (left == 0) {
                    return -1;
                }
            }
            int read = call.in().read(bytes, from, Math.min(most, left));
            left -= Math.max(read, 0);
            if (left == 0 && read >= 0) {
                call.line();
            }
            return read;
        }
    }
}
