package dev.quietus.gateway.model;

/**
 * What has passed a gateway so far.
 *
 * @param begun generating calls that were let through
 * @param succeeded of those, answered completely
 * @param failed of those, ended otherwise, without a stop
 * @param clientHangUps of the failed, ended by the client
 * @param cancelled of those, ended by a stop
 * @param refused generating calls that authority refused
 * @param notRecorded generating calls whose begin could not be recorded
 * @param passed other requests that passed
 * @param otherRefused other requests that were refused
 * @param underWay requests that have not ended yet
 * @param toolCalls tool calls seen for the first time
 * @param toolResults tool results seen for the first time
 */
public record ModelCounts(
        long begun,
        long succeeded,
        long failed,
        long clientHangUps,
        long cancelled,
        long refused,
        long notRecorded,
        long passed,
        long otherRefused,
        long underWay,
        long toolCalls,
        long toolResults) {}
