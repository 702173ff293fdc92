/**
 * Several servers, each a process of its own, over one PostgreSQL: what one of them knows the
 * others know, and what one of them leaves behind another carries on. Must never reach past HTTP,
 * signals of the operating system, and the cable to the database.
 */
@NullMarked
package dev.quietus.verify.nodes;

import org.jspecify.annotations.NullMarked;
