package dev.quietus.execution.output;

import dev.quietus.execution.unit.Member;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * What is known of one stream of output at the end. That it is complete, that the process has
 * exited, and that nobody holds the pipe any more are three different facts.
 *
 * @param bytes how many were read
 * @param lines how many ends of line were among them
 * @param sha256 digest of all that were read, in hexadecimal
 * @param kept how many are in the file
 * @param tail the last ones
 * @param complete whether the end was read: its last writer had closed it
 * @param holders who still held the pipe when we closed our end; empty where nobody was seen
 * @param trouble what went wrong in keeping or passing on; empty when nothing did
 */
public record OutputFacts(
        long bytes,
        long lines,
        String sha256,
        long kept,
        ByteBuffer tail,
        boolean complete,
        List<Member> holders,
        Optional<String> trouble) {
    /** Copies the list. */
    public OutputFacts {
        holders = List.copyOf(holders);
        tail = tail.asReadOnlyBuffer();
    }
}
