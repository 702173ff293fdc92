package dev.quietus.cli.run;

/** JSON with comments, as several agents allow it in their settings. */
final class JsonComments {
    private JsonComments() {}

    /** The same text with a space for each character of a comment. */
    static String blanked(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            int end = at + 1;
            if (c == '"') {
                end = stringEnd(text, at);
                plain.append(text, at, end);
            } else if (text.startsWith("//", at)) {
                end = end(text.indexOf('\n', at), text);
                plain.repeat(' ', end - at);
            } else if (text.startsWith("/*", at)) {
                int close = text.indexOf("*/", at + 2);
                end = close < 0 ? text.length() : close + 2;
                plain.repeat(' ', end - at);
            } else {
                plain.append(c);
            }
            at = end;
        }
        return plain.toString();
    }

    private static int end(int found, String text) {
        return found < 0 ? text.length() : found;
    }

    private static int stringEnd(String text, int quote) {
        int at = quote + 1;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(at + 1, text.length());
    }
}
