package dev.quietus.drill.bench;

import java.util.Arrays;
import java.util.Locale;

/** Times of many equal things, sorted. Immutable. */
final class Figures {
    private final long[] nanos;

    /** Sorts a copy of the times, in nanoseconds. */
    Figures(long[] nanos) {
        this.nanos = nanos.clone();
        Arrays.sort(this.nanos);
    }

    /** The time below which this part of all lies, in milliseconds. */
    double milliseconds(double part) {
        int place = (int) Math.min(nanos.length - 1L, Math.round(part * (nanos.length - 1)));
        return nanos[place] / 1e6;
    }

    /** Median and 99th percentile in one phrase. */
    String shown() {
        return String.format(
                Locale.ROOT, "p50 %.2f ms, p99 %.2f ms", milliseconds(0.5), milliseconds(0.99));
    }
}
