package dev.quietus.verify.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Changes bytes without knowing what they mean. */
final class ByteMutation {
    private static final List<byte[]> ODD = List.of(
            bytes(0x00),
            bytes(0xFF),
            bytes(0xC3, 0x28),
            bytes(0xED, 0xA0, 0x80),
            bytes(0xEF, 0xBB, 0xBF),
            bytes(0xF0, 0x9F, 0x92, 0xA9),
            text("\r\n"),
            text("\r\n\r\n"),
            text("%00"),
            text("%FF"),
            text("../"),
            text("\""),
            text("\\u0000"),
            text("\\ud800"),
            text("{"),
            text("["),
            text("null"),
            text("1e999"),
            text("-0"),
            text("99999999999999999999"));

    private ByteMutation() {}

    /** A mutant with one to four changes. */
    static byte[] of(byte[] original, SplittableRandom random) {
        byte[] mutant = original;
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            mutant = once(mutant, random);
        }
        return mutant;
    }

    /** A mutant with one bit turned over. */
    static byte[] bit(byte[] original, SplittableRandom random) {
        byte[] mutant = original.clone();
        mutant[random.nextInt(mutant.length)] ^= (byte) (1 << random.nextInt(8));
        return mutant;
    }

    private static byte[] once(byte[] original, SplittableRandom random) {
        if (original.length == 0) {
            return ODD.get(random.nextInt(ODD.size()));
        }
        int at = random.nextInt(original.length);
        int length = 1 + random.nextInt(Math.min(32, original.length - at));
        return switch (random.nextInt(7)) {
            case 0 -> bit(original, random);
            case 1 -> {
                byte[] mutant = original.clone();
                mutant[at] = (byte) random.nextInt(256);
                yield mutant;
            }
            case 2 -> joined(head(original, at), tail(original, at + length));
            case 3 -> joined(head(original, at + length), tail(original, at));
            case 4 ->
                joined(
                        head(original, at),
                        joined(ODD.get(random.nextInt(ODD.size())), tail(original, at)));
            case 5 -> head(original, at);
            default -> {
                int other = random.nextInt(original.length);
                byte[] moved = Arrays.copyOfRange(
                        original, other, Math.min(original.length, other + length));
                yield joined(head(original, at), joined(moved, tail(original, at)));
            }
        };
    }

    private static byte[] head(byte[] bytes, int end) {
        return Arrays.copyOf(bytes, end);
    }

    private static byte[] tail(byte[] bytes, int from) {
        return Arrays.copyOfRange(bytes, from, bytes.length);
    }

    private static byte[] joined(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
