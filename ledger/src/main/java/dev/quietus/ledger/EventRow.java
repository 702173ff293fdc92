package dev.quietus.ledger;

import dev.quietus.core.ledger.Event;

/**
 * An event with its place among the events of all trees.
 *
 * @param position grows with every event of the ledger; may have gaps
 * @param event the event
 */
public record EventRow(long position, Event event) {}
