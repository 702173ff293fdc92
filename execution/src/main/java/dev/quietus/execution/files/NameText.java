package dev.quietus.execution.files;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * The one spelling of a file's name, and the way back to the name's bytes. A name on Linux is any
 * bytes but zero and slash; the JDK keeps them in a path, and only its URI shows them.
 */
final class NameText {
    private static final boolean BYTES = FileSystems.getDefault().getSeparator().equals("/");
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private NameText() {}

    /**
     * Spells a name.
     *
     * @param name a path of one element
     * @throws IllegalArgumentException if the name has no spelling (a half of a surrogate pair)
     */
    static String encode(Path name) {
        String text = name.toString();
        return plain(text) ? text : spell(bytes(name));
    }

    /** Spells a text that is no path, for example the target of a link, by the same rule. */
    static String encodeTarget(Path target) {
        String text = target.toString();
        if (plain(text)) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        if (target.isAbsolute()) {
            out.append('/');
        }
        String separator = "";
        for (Path name : target) {
            out.append(separator).append(encode(name));
            separator = "/";
        }
        return out.toString();
    }

    /** The way back from {@link #encodeTarget}. */
    static Path decodeTarget(String text) {
        if (plain(text)) {
            return Path.of(text);
        }
        Path path = Path.of(text.startsWith("/") ? "/" : "");
        for (String name : text.split("/", -1)) {
            if (!name.isEmpty()) {
                path = path.resolve(decode(name));
            }
        }
        return path;
    }

    /** The name with this spelling. */
    static Path decode(String text) {
        if (plain(text) || !BYTES) {
            return Path.of(BYTES ? text : new String(unspell(text), StandardCharsets.UTF_8));
        }
        StringBuilder uri = new StringBuilder("file:///");
        for (byte b : unspell(text)) {
            uri.append('%').append(HEX.toHexDigits(b));
        }
        Path name = Path.of(URI.create(uri.toString())).getFileName();
        if (name == null) {
            throw new IllegalArgumentException("'" + text + "' is no name");
        }
        return name;
    }

    /**
     * Checks that a text is the spelling of one name.
     *
     * @throws IllegalArgumentException if it is empty, {@code .}, {@code ..}, or another spelling
     */
    static void check(String text) {
        boolean good = !text.isEmpty() && !text.equals(".") && !text.equals("..");
        if (good && !plain(text)) {
            byte[] bytes = unspell(text);
            good = spell(bytes).equals(text);
            for (byte b : bytes) {
                good &= b != 0 && b != '/';
            }
        }
        if (!good || text.indexOf('\\') >= 0 && !BYTES) {
            throw new IllegalArgumentException("'" + text + "' is not the spelling of a name");
        }
    }

    private static boolean plain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '%') {
                return false;
            }
        }
        return true;
    }

    private static byte[] bytes(Path name) {
        if (!BYTES) {
            return checkedUtf8(name.toString());
        }
        String raw = name.toUri().getRawPath();
        int end = raw.endsWith("/") ? raw.length() - 1 : raw.length();
        return unspell(raw.substring(raw.lastIndexOf('/', end - 1) + 1, end));
    }

    private static byte[] checkedUtf8(String text) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8
                    .newEncoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .encode(java.nio.CharBuffer.wrap(text));
            byte[] out = new byte[bytes.remaining()];
            bytes.get(out);
            return out;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("a name holds half of a surrogate pair", e);
        }
    }

    private static byte[] unspell(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length());
        int from = 0;
        while (from < text.length()) {
            int percent = text.indexOf('%', from);
            int to = percent < 0 ? text.length() : percent;
            out.writeBytes(checkedUtf8(text.substring(from, to)));
            if (percent >= 0) {
                if (percent + 3 > text.length()) {
                    throw new IllegalArgumentException("'" + text + "' ends within an escape");
                }
                out.write(HexFormat.fromHexDigits(text, percent + 1, percent + 3));
            }
            from = percent < 0 ? to : percent + 3;
        }
        return out.toByteArray();
    }

    private static String spell(byte[] bytes) {
        StringBuilder out = new StringBuilder(bytes.length + 8);
        int i = 0;
        while (i < bytes.length) {
            int length = sequence(bytes, i);
            String one = length == 0 ? "" : new String(bytes, i, length, StandardCharsets.UTF_8);
            int used = Math.max(1, length);
            if (length > 0 && shown(one.codePointAt(0))) {
                out.append(one);
            } else {
                for (int j = i; j < i + used; j++) {
                    out.append('%').append(HEX.toHexDigits(bytes[j]));
                }
            }
            i += used;
        }
        return out.toString();
    }

    /** How many bytes the valid UTF-8 character here has; 0 when there is none. */
    private static int sequence(byte[] bytes, int at) {
        int length = switch (Integer.numberOfLeadingZeros(~(bytes[at] << 24))) {
            case 0 -> 1;
            case 2 -> 2;
            case 3 -> 3;
            case 4 -> 4;
            default -> 0;
        };
        if (length == 0 || at + length > bytes.length) {
            return 0;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, at, length));
            return length;
        } catch (CharacterCodingException e) {
            return 0;
        }
    }

    private static boolean shown(int character) {
        return character != '%'
                && switch (Character.getType(character)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.SURROGATE,
                            Character.PRIVATE_USE,
                            Character.UNASSIGNED,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR -> false;
                    default -> true;
                };
    }
}
