package dev.quietus.execution.macos;

import java.util.Locale;

/** The id that macOS gives to each boot, {@code kern.bootsessionuuid}. */
public final class BootSession {
    /** The name by which sysctl(3) and sysctl(8) know it. */
    public static final String NAME = "kern.bootsessionuuid";

    private static final int DIGITS = 12;

    private BootSession() {}

    /**
     * The name of this boot's numbering of processes, of which a Mac has only one.
     *
     * @param uuid what the system tells; something else than an id gives {@code unknown.0}
     */
    public static String space(String uuid) {
        String digits = uuid.toLowerCase(Locale.ROOT).replace("-", "").strip();
        return digits.matches("[0-9a-f]{12,}") ? digits.substring(0, DIGITS) + ".0" : "unknown.0";
    }
}
