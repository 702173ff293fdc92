/**
 * Who acts: runs, their leases and capabilities, and the tree they form. Owns identity and the
 * containment of authority; never decides whether one operation may start (that is
 * {@code authority}).
 */
@NullMarked
package dev.quietus.core.run;

import org.jspecify.annotations.NullMarked;
