/**
 * The model gateway between a raw client and a model API that misbehaves on purpose, with a real
 * server behind it.
 */
@NullMarked
package dev.quietus.verify.gateway.model;

import org.jspecify.annotations.NullMarked;
