package dev.quietus.drill.demo;

import java.util.Arrays;
import java.util.Locale;

/** How the race between the stop and the deployment service ends. */
public enum Race {
    /** The service accepts the cancel and commits in the same moment: there is an effect. */
    COMMIT("completed_and_verified"),
    /** The service accepts the cancel and ends the job before its commit point: no effect. */
    CLEAN("cancelled_without_effect");

    private final String settledState;

    Race(String settledState) {
        this.settledState = settledState;
    }

    /** How the call in flight must then be settled. */
    String settledState() {
        return settledState;
    }

    /** The spelling on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The race of this spelling.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Race of(String word) {
        return Arrays.stream(values())
                .filter(race -> race.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "--race: expected commit or clean, found '" + word + "'"));
    }
}
