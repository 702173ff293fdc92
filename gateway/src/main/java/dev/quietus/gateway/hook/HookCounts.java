package dev.quietus.gateway.hook;

/**
 * What came through a door, for people.
 *
 * @param begun calls that were let through and recorded
 * @param refused calls and prompts that were refused
 * @param subagents subagents that were heard of
 */
public record HookCounts(long begun, long refused, long subagents) {}
