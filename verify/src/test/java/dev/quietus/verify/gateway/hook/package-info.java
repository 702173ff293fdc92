/** The door for the hooks of agents, against a real server. */
@NullMarked
package dev.quietus.verify.gateway.hook;

import org.jspecify.annotations.NullMarked;
