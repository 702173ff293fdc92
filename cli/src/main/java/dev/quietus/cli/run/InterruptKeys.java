package dev.quietus.cli.run;

import java.nio.charset.StandardCharsets;

/**
 * Finds Ctrl-C among what is typed into a terminal that passes everything on: the byte 3, or what
 * terminals send for it that tell keys apart.
 */
final class InterruptKeys {
    /** Ctrl with c, as kitty's protocol and as xterm's modifyOtherKeys have it. */
    private static final String[] SEQUENCES = {"\u001b[99;5u", "\u001b[27;5;99~"};

    private InterruptKeys() {}

    /** How often Ctrl-C is in there. */
    static int count(byte[] typed, int length) {
        int count = 0;
        for (int i = 0; i < length; i++) {
            if (typed[i] == 3) {
                count++;
            }
        }
        String text = new String(typed, 0, length, StandardCharsets.ISO_8859_1);
        for (String sequence : SEQUENCES) {
            for (int at = text.indexOf(sequence);
                    at >= 0;
                    at = text.indexOf(sequence, at + sequence.length())) {
                count++;
            }
        }
        return count;
    }
}
