/**
 * The HTTP interface against its reference: the OpenAPI document and {@code docs/http.md}. Owns the
 * claim that every call and every answer is documented; says nothing about what the calls decide.
 */
@NullMarked
package dev.quietus.verify.http;

import org.jspecify.annotations.NullMarked;
