package dev.quietus.gateway.model.wire;

/**
 * One field line of a head.
 *
 * @param name as it is spelled
 * @param value without the white space around it; bytes above 0x7F as ISO 8859-1
 * @param raw the whole line as it came, without its end
 */
public record HeaderLine(String name, String value, String raw) {

    /** A line of our own. */
    public static HeaderLine of(String name, String value) {
        return new HeaderLine(name, value, name + ": " + value);
    }

    /** Whether it has this name, in whatever case. */
    public boolean is(String other) {
        return name.equalsIgnoreCase(other);
    }

    /** Names only: values may be keys. */
    @Override
    public String toString() {
        return "HeaderLine[" + name + "]";
    }
}
