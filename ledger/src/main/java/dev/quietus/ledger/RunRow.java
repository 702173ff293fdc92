package dev.quietus.ledger;

import dev.quietus.core.run.Run;

/**
 * A run with its place in the order of registration, by which lists of runs go on.
 *
 * @param position larger is newer
 * @param run the run
 */
public record RunRow(long position, Run run) {}
