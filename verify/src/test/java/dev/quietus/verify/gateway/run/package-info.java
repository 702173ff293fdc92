/** What all gateways share, against a real server: asked first, heard at once, nothing lost. */
@NullMarked
package dev.quietus.verify.gateway.run;

import org.jspecify.annotations.NullMarked;
