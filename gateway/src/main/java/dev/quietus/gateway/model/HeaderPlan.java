package dev.quietus.gateway.model;

import dev.quietus.gateway.model.tap.BodyReading;
import dev.quietus.gateway.model.wire.HeaderLine;
import dev.quietus.gateway.model.wire.Headers;
import dev.quietus.gateway.model.wire.RequestHead;
import dev.quietus.gateway.model.wire.ResponseHead;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What becomes of the field lines on their way: all go on in their order and spelling, but for
 * those that are about one connection only (RFC 9110, 7.6.1), for Host, and for codings that an
 * answer could not be read in.
 *
 * <p>A client's connection has one upstream connection of its own and ends with it, so what either
 * side says of closing and keeping goes on too.
 */
final class HeaderPlan {
    private static final Set<String> LIFE = Set.of("close", "keep-alive");
    private static final Set<String> HOP_BY_HOP =
            Set.of("proxy-connection", "proxy-authorization", "te", "upgrade", "http2-settings");

    private HeaderPlan() {}

    /** A request as it goes to its upstream. */
    static RequestHead request(RequestHead head, Upstream upstream, Route route) {
        List<String> connection = head.headers().tokens("connection");
        Headers headers = head.headers()
                .map(line -> line.is("host")
                        ? Optional.of(HeaderLine.of(line.name(), upstream.authority()))
                        : route.generating() && line.is("accept-encoding")
                                ? Optional.of(readable(line))
                                : passing(line, connection));
        return new RequestHead(head.method(), upstream.target(route.rest()), headers);
    }

    /** An answer as it goes to the client. */
    static ResponseHead answer(ResponseHead head) {
        List<String> connection = head.headers().tokens("connection");
        return new ResponseHead(
                head.line(),
                head.status(),
                head.old(),
                head.headers().map(line -> passing(line, connection)));
    }

    private static Optional<HeaderLine> passing(HeaderLine line, List<String> connection) {
        String name = line.name().toLowerCase(Locale.ROOT);
        if (name.equals("connection")) {
            return connection(line);
        }
        boolean named = connection.contains(name) && !LIFE.contains(name);
        return named || HOP_BY_HOP.contains(name) ? Optional.empty() : Optional.of(line);
    }

    private static Optional<HeaderLine> connection(HeaderLine line) {
        List<String> kept = elements(line).stream()
                .filter(element -> LIFE.contains(element.toLowerCase(Locale.ROOT)))
                .toList();
        if (kept.size() == elements(line).size()) {
            return Optional.of(line);
        }
        return kept.isEmpty()
                ? Optional.empty()
                : Optional.of(HeaderLine.of(line.name(), String.join(", ", kept)));
    }

    /** Keeps the codings in which tool calls can be seen, and a stream ended in good order. */
    private static HeaderLine readable(HeaderLine line) {
        List<String> offered = elements(line);
        List<String> kept = offered.stream().filter(HeaderPlan::isReadable).toList();
        if (kept.size() == offered.size()) {
            return line;
        }
        return HeaderLine.of(line.name(), kept.isEmpty() ? "identity" : String.join(", ", kept));
    }

    private static boolean isReadable(String element) {
        int weight = element.indexOf(';');
        String coding = weight < 0 ? element : element.substring(0, weight);
        String name = coding.strip().toLowerCase(Locale.ROOT);
        return name.equals("identity") || BodyReading.codings().contains(name);
    }

    private static List<String> elements(HeaderLine line) {
        return List.of(line.value().split(",", -1)).stream()
                .map(String::strip)
                .filter(element -> !element.isEmpty())
                .toList();
    }
}
