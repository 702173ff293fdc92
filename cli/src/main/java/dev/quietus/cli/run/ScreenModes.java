package dev.quietus.cli.run;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a program has switched on in a terminal and has to switch off again: the other screen, the
 * mouse, pasting, the keyboard. A program that is killed leaves that to us. For one thread.
 */
final class ScreenModes {
    private static final Pattern SWITCH = Pattern.compile("\u001b\\[\\?([0-9;]{1,40})([hl])");
    private static final Pattern KEYS = Pattern.compile("\u001b\\[([><])[0-9;]{0,20}u");
    private static final int MOST = 100;
    private static final int LONGEST_SWITCH = 48;
    /** The cursor is visible unless it is switched off. */
    private static final String CURSOR = "25";

    private final Map<String, Boolean> modes = new LinkedHashMap<>();
    private int keys;
    private String rest = "";

    /** Something was printed. */
    void printed(byte[] bytes, int count) {
        String text = rest + new String(bytes, 0, count, StandardCharsets.ISO_8859_1);
        Matcher found = SWITCH.matcher(text);
        while (found.find()) {
            for (String mode : found.group(1).split(";", MOST)) {
                if (modes.size() < MOST || modes.containsKey(mode)) {
                    modes.put(mode, found.group(2).equals("h"));
                }
            }
        }
        Matcher pushed = KEYS.matcher(text);
        while (pushed.find()) {
            keys += pushed.group(1).equals(">") ? 1 : -1;
        }
        // Only what is cut in the middle is looked at once more.
        int escape = text.lastIndexOf('\u001b');
        boolean cut = escape >= 0
                && text.length() - escape < LONGEST_SWITCH
                && text.substring(escape + 1).chars().noneMatch(Character::isLetter);
        rest = cut ? text.substring(escape) : "";
    }

    /** What switches everything off again; empty if nothing is on. */
    String off() {
        StringBuilder text = new StringBuilder();
        modes.forEach((mode, on) -> {
            boolean usual = mode.equals(CURSOR);
            if (on != usual && (usual || on)) {
                text.append("\u001b[?").append(mode).append(usual ? 'h' : 'l');
            }
        });
        if (keys > 0) {
            text.append("\u001b[<").append(Math.min(keys, MOST)).append('u');
        }
        return text.isEmpty() ? "" : text.append("\u001b[0m").toString();
    }
}
