/**
 * Random schedules: services, workers, people and nodes that do what they like, over the production
 * rules; owns nothing that the rules know of.
 */
@NullMarked
package dev.quietus.core.random;

import org.jspecify.annotations.NullMarked;
