/**
 * Quietus beside other systems that can cancel work: the same workloads, stopped with each system's
 * own documented call. Owns the workloads and what is counted; judges nothing, and is no part of
 * the build.
 */
@NullMarked
package dev.quietus.verify.peers;

import org.jspecify.annotations.NullMarked;
