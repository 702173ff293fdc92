/**
 * The hooks of agents as they stand in the agents' own settings.
 *
 * <p>This package owns the text of those hooks, and how they are put into a settings file, proven
 * to block, and taken out again. It must never lose a byte of what somebody else wrote there, and
 * never call a hook good that was not seen to refuse.
 */
@NullMarked
package dev.quietus.cli.hooks;

import org.jspecify.annotations.NullMarked;
