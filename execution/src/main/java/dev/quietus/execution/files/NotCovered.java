package dev.quietus.execution.files;

/**
 * A path of which nothing, or not everything, can be said.
 *
 * @param path the path as it is spelled in records; for a name without spelling, its folder
 * @param reason why, in one sentence
 */
public record NotCovered(TrackedPath path, String reason) {}
