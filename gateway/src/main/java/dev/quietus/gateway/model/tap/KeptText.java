package dev.quietus.gateway.model.tap;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A string or a bare word of JSON, as far as it is kept, its escapes resolved. For one thread. */
final class KeptText {
    private final ByteArrayOutputStream text = new ByteArrayOutputStream(64);
    private boolean wanted;
    private int most;
    private boolean whole;
    private int unicode;
    private int unicodeDigits;
    private int highSurrogate;

    /** How far an escape by number is. */
    enum Escape {
        GOES_ON,
        OVER,
        BROKEN
    }

    /** Begins another one; nothing of one that is not wanted is kept. */
    void begin(boolean isWanted, int mostBytes) {
        text.reset();
        wanted = isWanted;
        most = mostBytes;
        whole = true;
        highSurrogate = 0;
    }

    /** Whether it was wanted, and all of it is kept so far. */
    boolean isWhole() {
        return wanted && whole;
    }

    void keep(int unit) {
        if (wanted && text.size() < most) {
            text.write(unit);
        } else {
            whole = false;
        }
    }

    void keep(byte[] bytes, int from, int count) {
        int room = wanted ? Math.min(count, most - text.size()) : 0;
        text.write(bytes, from, room);
        whole &= room == count;
    }

    /** The character behind a backslash; whether the escape ends with it. */
    boolean escape(int unit) {
        switch (unit) {
            case 'b' -> keep('\b');
            case 'f' -> keep('\f');
            case 'n' -> keep('\n');
            case 'r' -> keep('\r');
            case 't' -> keep('\t');
            case 'u' -> {
                unicode = 0;
                unicodeDigits = 0;
                return false;
            }
            default -> keep(unit);
        }
        return true;
    }

    /** One digit of an escape by number. */
    Escape unicode(int unit) {
        int digit = Character.digit(unit, 16);
        if (digit < 0) {
            return Escape.BROKEN;
        }
        unicode = unicode << 4 | digit;
        unicodeDigits++;
        if (unicodeDigits < 4) {
            return Escape.GOES_ON;
        }
        keepCharacter((char) unicode);
        return Escape.OVER;
    }

    private void keepCharacter(char unit) {
        if (Character.isHighSurrogate(unit)) {
            highSurrogate = unit;
            return;
        }
        String character = highSurrogate != 0 && Character.isLowSurrogate(unit)
                ? new String(new char[] {(char) highSurrogate, unit})
                : String.valueOf(unit);
        highSurrogate = 0;
        for (byte part : character.getBytes(StandardCharsets.UTF_8)) {
            keep(part);
        }
    }

    byte[] bytes() {
        return text.toByteArray();
    }

    String string() {
        return text.toString(StandardCharsets.UTF_8);
    }
}
