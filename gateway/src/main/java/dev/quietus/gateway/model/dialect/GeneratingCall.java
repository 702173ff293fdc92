package dev.quietus.gateway.model.dialect;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** Which requests have a model generate: those are operations, whatever else is not. */
public final class GeneratingCall {

    private GeneratingCall() {}

    /**
     * The dialect of a generating call. The path is looked at as a lenient server may read it, with
     * escapes, doubled and trailing slashes, path parameters and case undone, so that no spelling
     * of a generating call passes for something else.
     *
     * @param method of the request
     * @param path of the request, without its query
     * @return empty if it is another request
     */
    public static Optional<Dialect> of(String method, String path) {
        if (!method.equals("POST")) {
            return Optional.empty();
        }
        String plain = plain(path);
        if (plain.endsWith("/messages")) {
            return Optional.of(Dialect.ANTHROPIC);
        }
        if (plain.endsWith("/responses") || plain.endsWith("/responses/compact")) {
            return Optional.of(Dialect.RESPONSES);
        }
        if (plain.endsWith("/completions")) {
            return Optional.of(Dialect.CHAT);
        }
        boolean gemini =
                plain.endsWith(":generatecontent") || plain.endsWith(":streamgeneratecontent");
        return gemini ? Optional.of(Dialect.GEMINI) : Optional.empty();
    }

    private static String plain(String path) {
        String text = decoded(path).toLowerCase(Locale.ROOT).replaceAll("//+", "/");
        int parameters = text.indexOf(';', text.lastIndexOf('/') + 1);
        if (parameters >= 0) {
            text = text.substring(0, parameters);
        }
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    /** The path with its escapes undone, once. */
    public static String decoded(String path) {
        if (path.indexOf('%') < 0) {
            return path;
        }
        byte[] bytes = path.getBytes(StandardCharsets.ISO_8859_1);
        byte[] plain = new byte[bytes.length];
        int length = 0;
        for (int i = 0; i < bytes.length; i++) {
            int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
            int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
            if (bytes[i] == '%' && high >= 0 && low >= 0) {
                plain[length++] = (byte) (high << 4 | low);
                i += 2;
            } else {
                plain[length++] = bytes[i];
            }
        }
        return new String(plain, 0, length, StandardCharsets.UTF_8);
    }
}
