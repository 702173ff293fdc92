/**
 * The control plane as one process: wires the rooms together by hand, in the order of the data's
 * way. Owns the life of the process's parts; decides nothing about runs.
 */
@NullMarked
package dev.quietus.server;

import org.jspecify.annotations.NullMarked;
