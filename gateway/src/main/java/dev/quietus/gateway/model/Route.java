package dev.quietus.gateway.model;

import dev.quietus.gateway.model.dialect.Dialect;
import dev.quietus.gateway.model.dialect.GeneratingCall;
import dev.quietus.gateway.model.wire.BadMessageException;
import dev.quietus.gateway.model.wire.RequestHead;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/**
 * Where a request wants to go: {@code /SECRET/DIALECT/…}.
 *
 * @param route the dialect of the upstream
 * @param dialect the one that the request speaks, and is answered in
 * @param generating whether it has a model generate
 * @param rest what stands behind the prefix
 */
record Route(Dialect route, Dialect dialect, boolean generating, String rest) {

    /**
     * Reads a request's target.
     *
     * @return empty if it does not know the secret, or names no dialect
     * @throws BadMessageException if it is no path, or leads out of the upstream's base
     */
    static Optional<Route> of(RequestHead head, String secret) throws BadMessageException {
        String target = head.target();
        if (!target.startsWith("/") || head.method().equals("CONNECT")) {
            throw new BadMessageException(400, "the target is not a path");
        }
        int secretEnd = target.indexOf('/', 1);
        if (secretEnd < 0 || !same(target.substring(1, secretEnd), secret)) {
            return Optional.empty();
        }
        int nameEnd = secretEnd + 1;
        while (nameEnd < target.length() && "/?".indexOf(target.charAt(nameEnd)) < 0) {
            nameEnd++;
        }
        String rest = target.substring(nameEnd);
        check(rest);
        Optional<Dialect> route = Dialect.named(target.substring(secretEnd + 1, nameEnd));
        if (route.isEmpty()) {
            return Optional.empty();
        }
        Optional<Dialect> called = GeneratingCall.of(head.method(), path(rest));
        return Optional.of(
                new Route(route.get(), called.orElse(route.get()), called.isPresent(), rest));
    }

    private static boolean same(String given, String secret) {
        return MessageDigest.isEqual(
                given.getBytes(StandardCharsets.ISO_8859_1),
                secret.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String path(String rest) {
        int query = rest.indexOf('?');
        return query < 0 ? rest : rest.substring(0, query);
    }

    private static void check(String rest) throws BadMessageException {
        boolean plain = rest.chars().allMatch(unit -> unit > ' ' && unit < 0x7F && unit != '#');
        String path = GeneratingCall.decoded(path(rest));
        if (!plain || path.indexOf('\\') >= 0 || path.chars().anyMatch(unit -> unit < ' ')) {
            throw new BadMessageException(400, "the target holds a character that no path has");
        }
        for (String segment : path.split("/", -1)) {
            String bare =
                    segment.indexOf(';') < 0 ? segment : segment.substring(0, segment.indexOf(';'));
            if (bare.equals("..") || bare.equals(".")) {
                throw new BadMessageException(400, "the target has a dot segment");
            }
        }
    }

    /** Whether the answer is JSON that grows, unless it is a stream of events. */
    boolean growingArray() {
        return generating
                && dialect == Dialect.GEMINI
                && GeneratingCall.decoded(path(rest)).contains(":streamGenerateContent");
    }
}
