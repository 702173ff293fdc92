package dev.quietus.execution.unit;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What is needed to find a unit again after its supervisor died, in one word that fits where a
 * worker is named: {@code unit:HOST:SPACE:LEADER:SUPERVISOR:MARK}.
 *
 * @param host the machine
 * @param space its numbering of processes: another after each boot, and in each pid namespace
 * @param leader the process that was started; also the id of its group and session
 * @param supervisor the process that watches it
 * @param mark 16 hexadecimal digits: stands in the environment of the unit's processes, and in the
 *     name of its control group
 */
public record UnitName(
        String host, String space, ProcessKey leader, ProcessKey supervisor, String mark) {
    /** The variable that carries the mark. */
    public static final String MARKER = "QUIETUS_UNIT";

    private static final String PREFIX = "unit:";

    /** Checks the form. */
    public UnitName {
        word("host", host);
        word("space", space);
        if (!mark.matches("[0-9a-f]{16}")) {
            throw new IllegalArgumentException("no mark of a unit: '" + mark + "'");
        }
    }

    private static void word(String what, String value) {
        if (!value.matches("[0-9a-zA-Z.-]{1,60}")) {
            throw new IllegalArgumentException("no " + what + " of a unit: '" + value + "'");
        }
    }

    /** A new mark. */
    public static String newMark(RandomGenerator random) {
        return String.format("%016x", random.nextLong());
    }

    /** What names of this host start with. */
    public static String prefix(String host) {
        return PREFIX + host + ":";
    }

    /**
     * What the names of workers begin with that live in the process of a supervisor itself: its end
     * is theirs.
     *
     * @param system the system in which that process is
     * @param host the machine
     */
    public static String beside(UnitSystem system, String host) {
        return beside(host, system.space(), system.self());
    }

    private static String beside(String host, String space, ProcessKey supervisor) {
        return String.join(":", "beside", host, space, supervisor.toString(), "");
    }

    /** What the names of workers begin with that lived in the process of its supervisor. */
    public String besideSupervisor() {
        return beside(host, space, supervisor);
    }

    /** Reads the word; empty if it names no unit. */
    public static Optional<UnitName> parse(String text) {
        List<String> parts = List.of(text.split(":", -1));
        if (parts.size() != 6 || !text.startsWith(PREFIX)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new UnitName(
                    parts.get(1),
                    parts.get(2),
                    ProcessKey.parse(parts.get(3)),
                    ProcessKey.parse(parts.get(4)),
                    parts.get(5)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Checks that the numbers in it mean here what they meant where it was named.
     *
     * @param here the numbering of processes here
     * @throws IllegalArgumentException when they mean other processes
     */
    public void requireNumberedAs(String here) {
        if (!space.equals(here)) {
            throw new IllegalArgumentException(
                    "the processes of " + this + " are numbered elsewhere than here");
        }
    }

    @Override
    public String toString() {
        return String.join(
                ":", "unit", host, space, leader.toString(), supervisor.toString(), mark);
    }
}
