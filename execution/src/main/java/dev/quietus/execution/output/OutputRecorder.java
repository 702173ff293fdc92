package dev.quietus.execution.output;

import dev.quietus.core.ledger.Digests;
import dev.quietus.execution.unit.Member;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes one stream of output in. Its memory is bounded by the tail, its file by the plan. A file
 * that can't be written and a reader that has gone cost the copy, never the command. For one thread
 * at a time; the facts are for after it.
 */
public final class OutputRecorder {
    private final OutputPlan plan;
    private final MessageDigest digest;
    private final byte[] tail;
    private @Nullable OutputStream file;
    private @Nullable OutputStream passOn;
    private @Nullable String trouble;
    private long bytes;
    private long lines;
    private long kept;

    /** Begins with an empty file, where there is one. */
    public OutputRecorder(OutputPlan plan) {
        this.plan = plan;
        this.tail = new byte[plan.tailBytes()];
        this.passOn = plan.passOn().orElse(null);
        this.digest = Digests.start();
        if (plan.file().isPresent()) {
            try {
                this.file = Files.newOutputStream(plan.file().get());
            } catch (IOException e) {
                note("output is not kept: " + e);
            }
        }
    }

    /** Takes the next bytes. */
    public void take(byte[] from, int count) {
        digest.update(from, 0, count);
        for (int i = 0; i < count; i++) {
            if (from[i] == '\n') {
                lines++;
            }
        }
        keepTail(from, count);
        keep(from, count);
        bytes += count;
        passOn(from, count);
    }

    private void keepTail(byte[] from, int count) {
        int part = Math.min(count, tail.length);
        long start = bytes + count - part;
        for (int done = 0; done < part; ) {
            int at = (int) ((start + done) % tail.length);
            int length = Math.min(part - done, tail.length - at);
            System.arraycopy(from, count - part + done, tail, at, length);
            done += length;
        }
    }

    private void keep(byte[] from, int count) {
        OutputStream to = file;
        int part = (int) Math.min(count, plan.keepBytes() - kept);
        if (to == null || part <= 0) {
            return;
        }
        try {
            to.write(from, 0, part);
            kept += part;
        } catch (IOException e) {
            note("output is kept to " + kept + " bytes only: " + e);
            file = null;
            close(to);
        }
    }

    private void passOn(byte[] from, int count) {
        OutputStream to = passOn;
        if (to == null) {
            return;
        }
        try {
            to.write(from, 0, count);
            to.flush();
        } catch (IOException e) {
            note("output is not passed on any more: " + e);
            passOn = null;
        }
    }

    private void note(String what) {
        if (trouble == null) {
            trouble = what;
        }
    }

    private void close(OutputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            note("closing the kept output: " + e);
        }
    }

    /** Closes the file and tells what is known; nothing may be taken in afterwards. */
    public OutputFacts done(boolean complete, List<Member> holders) {
        if (file != null) {
            close(file);
        }
        return new OutputFacts(
                bytes,
                lines,
                HexFormat.of().formatHex(digest.digest()),
                kept,
                ByteBuffer.wrap(tail()),
                complete,
                holders,
                Optional.ofNullable(trouble));
    }

    private byte[] tail() {
        int length = (int) Math.min(bytes, tail.length);
        byte[] last = new byte[length];
        for (int i = 0; i < length; i++) {
            last[i] = tail[(int) ((bytes - length + i) % tail.length)];
        }
        return last;
    }
}
