/**
 * {@code quietus demo}: one release with an agent, its subagents and a worker, a stop in the middle
 * of it, and the receipt, all with real processes on this machine. Owns the story, its order and
 * its words. Every number and time it shows is the server's; it must never show what it expects in
 * place of what it was told.
 */
@NullMarked
package dev.quietus.drill.demo;

import org.jspecify.annotations.NullMarked;
