package dev.quietus.drill.bench;

/** The program that does nothing: the floor for the start of every other one. */
final class Empty {
    private Empty() {}

    /** Ends at once. */
    public static void main(String[] arguments) {}
}
