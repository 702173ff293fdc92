/**
 * Real agents, installed from npm in pinned versions and driven by a scripted model on loopback,
 * stopped in the middle of whatever they do. Skipped where npm or a network is missing.
 */
@NullMarked
package dev.quietus.verify.agents;

import org.jspecify.annotations.NullMarked;
