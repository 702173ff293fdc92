/**
 * The decision: may this work start now? Owns the decisions of DESIGN.md section 4 in their order
 * and the transactions on runs and leases; never talks to a provider.
 */
@NullMarked
package dev.quietus.core.authority;

import org.jspecify.annotations.NullMarked;
