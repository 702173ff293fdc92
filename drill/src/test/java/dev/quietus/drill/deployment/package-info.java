/** Tests of the deployment service over real HTTP. */
@NullMarked
package dev.quietus.drill.deployment;

import org.jspecify.annotations.NullMarked;
