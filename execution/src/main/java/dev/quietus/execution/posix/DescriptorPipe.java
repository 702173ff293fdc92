package dev.quietus.execution.posix;

import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.StartedUnit;
import dev.quietus.execution.unit.UnitInput;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** A pipe from a unit, read through its descriptor: its end is the pipe's own. */
public final class DescriptorPipe implements StartedUnit.OutputPipe {
    private final Descriptor reading;
    private final Supplier<List<Member>> holders;

    /**
     * Takes the reading end over.
     *
     * @param holders tells who holds the other end, as far as can be seen
     */
    public DescriptorPipe(Descriptor reading, Supplier<List<Member>> holders) {
        this.reading = reading;
        this.holders = holders;
    }

    @Override
    public int read(byte[] into, int waitMillis) throws IOException {
        return reading.awaitReadable(Duration.ofMillis(waitMillis))
                ? reading.read(into)
                : NOTHING_YET;
    }

    @Override
    public List<Member> holders() {
        return holders.get();
    }

    @Override
    public void close() {
        reading.close();
    }

    /** A pipe to a unit: what is written goes out at once. */
    public static OutputStream writing(Descriptor writing) {
        return new UnitInput() {
            @Override
            protected int writeSome(byte[] from, int offset, int length) throws IOException {
                return writing.write(from, offset, length);
            }

            @Override
            public void close() {
                writing.close();
            }
        };
    }
}
