package dev.quietus.verify.gateway.mcp;

import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonValue;
import dev.quietus.gateway.mcp.link.BytePipe;
import dev.quietus.gateway.mcp.link.ServerProcess;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An MCP server over lines that does what a test says and nothing else: it answers the handshake
 * and lists its tools unless told not to; every other answer is said by hand.
 */
final class ScriptedServer implements ServerProcess.Starter {
    static final String TOOLS = "[{\"name\":\"slow_write\",\"inputSchema\":{\"type\":\"object\"}},"
            + "{\"name\":\"look\",\"inputSchema\":{\"type\":\"object\"},"
            + "\"annotations\":{\"readOnlyHint\":true}}]";

    final Heard heard = new Heard();
    final AtomicInteger starts = new AtomicInteger();
    private final String revision;
    private volatile boolean answersHandshake = true;
    private volatile Life life = new Life();

    ScriptedServer(String revision) {
        this.revision = revision;
    }

    /** Never answers {@code initialize} from now on. */
    ScriptedServer withoutHandshake() {
        answersHandshake = false;
        return this;
    }

    void answersHandshake() {
        answersHandshake = true;
    }

    @Override
    public ServerProcess start() {
        starts.incrementAndGet();
        life = new Life();
        Thread.ofVirtual().start(life::listen);
        return life;
    }

    /** Says a line. */
    void say(String line) {
        life.say(line);
    }

    /** Answers a request with a result. */
    void answer(JsonObject request, String result) {
        say("{\"jsonrpc\":\"2.0\",\"id\":" + id(request) + ",\"result\":" + result + "}");
    }

    static String id(JsonObject request) {
        return request.member("id").map(JsonValue::toJson).orElseThrow();
    }

    /** Ends by itself. */
    void die() {
        life.close();
    }

    /** Whether it was ended. */
    boolean isEnded() {
        return life.ended;
    }

    private void hear(String line) {
        heard.add(line);
        JsonObject message = Json.parseObject(line);
        String method = message.optionalString("method").orElse("");
        if (method.equals("initialize") && revision.equals("2026-07-28")) {
            say("{\"jsonrpc\":\"2.0\",\"id\":" + id(message)
                    + ",\"error\":{\"code\":-32022,\"message\":\"Unsupported\"}}");
        } else if (method.equals("initialize") && answersHandshake) {
            answer(
                    message,
                    "{\"protocolVersion\":\"" + revision
                            + "\",\"capabilities\":{\"tools\":{},\"tasks\":{}},"
                            + "\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}");
        } else if (method.equals("server/discover")) {
            say("{\"jsonrpc\":\"2.0\",\"id\":" + id(message) + ","
                    + (revision.equals("2026-07-28")
                            ? "\"result\":{\"resultType\":\"complete\",\"supportedVersions\":"
                                    + "[\"2026-07-28\"],\"capabilities\":{\"tools\":{}}}}"
                            : "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}"));
        } else if (method.equals("tools/list")) {
            answer(message, "{\"tools\":" + TOOLS + "}");
        } else if (method.equals("ping")) {
            answer(message, "{}");
        }
    }

    /** One life of it. */
    private final class Life implements ServerProcess {
        private final BytePipe toServer = new BytePipe();
        private final BytePipe fromServer = new BytePipe();
        private volatile boolean ended;

        void listen() {
            try (BufferedReader lines = new BufferedReader(
                    new InputStreamReader(toServer.reader(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    hear(line);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        synchronized void say(String line) {
            try {
                fromServer.writer().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            } catch (IOException gone) {
                heard.add("(nobody hears: " + line + ")");
            }
        }

        @Override
        public InputStream output() {
            return fromServer.reader();
        }

        @Override
        public OutputStream input() {
            return toServer.writer();
        }

        @Override
        public Optional<String> end(String why, Duration limit) {
            close();
            return Optional.of("killed by SIGTERM");
        }

        @Override
        public void close() {
            ended = true;
            try {
                fromServer.writer().close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
