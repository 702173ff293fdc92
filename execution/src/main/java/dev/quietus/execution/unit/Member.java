package dev.quietus.execution.unit;

/**
 * A living process of a unit.
 *
 * @param key which one
 * @param command its command line, shortened, with control characters taken out
 * @param state what it does, in a word or two: running, sleeping, stopped, uninterruptible
 */
public record Member(ProcessKey key, String command, String state) {}
