/** What the end of a local command means. */
@NullMarked
package dev.quietus.cli.exec;

import org.jspecify.annotations.NullMarked;
