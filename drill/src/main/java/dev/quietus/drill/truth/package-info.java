/**
 * What is so, whatever a server or a service says of it: what is really there at the deployment
 * service, by its control calls, and what a receipt proves to somebody who has only its files. Owns
 * both comparisons' other side. Must never be asked by anything that decides about a stop.
 */
@NullMarked
package dev.quietus.drill.truth;

import org.jspecify.annotations.NullMarked;
