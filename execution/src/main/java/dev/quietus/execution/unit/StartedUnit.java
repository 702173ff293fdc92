package dev.quietus.execution.unit;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/** A started process with its pipes, behind its gate. */
public interface StartedUnit {
    /** The started process. */
    ProcessKey leader();

    /** How firmly it is held. */
    Rung rung();

    /** Everything that belongs to it. */
    Members members();

    /** Opens the gate: the command's first instruction may run. Once. */
    void open() throws IOException;

    /** Leaves the gate shut for good: the process ends without having run the command. */
    void abandon();

    /**
     * Waits until the started process has ended, and leaves its number taken until
     * {@link #release()}.
     */
    LeaderEnd awaitLeader();

    /** What it writes to its standard output. */
    OutputPipe output();

    /** What it writes to its standard error. */
    OutputPipe error();

    /** Its standard input. Closing it is the end of input. */
    OutputStream input();

    /** Gives the process's number and whatever else is held back to the system. May be repeated. */
    void release();

    /** A pipe that is read. */
    interface OutputPipe {
        /** Nothing came within the time. */
        int NOTHING_YET = -2;

        /** The last writer has closed it. */
        int END = -1;

        /**
         * Reads what there is.
         *
         * @param waitMillis how long to wait for the first byte
         * @return how many bytes, {@link #NOTHING_YET} or {@link #END}
         */
        int read(byte[] into, int waitMillis) throws IOException;

        /** Who still holds the other end, as far as can be seen. */
        List<Member> holders();

        /** Closes our end. */
        void close();
    }

    /**
     * The process with whose end everything of it has ended, by the kernel's own rule; empty where
     * there is none.
     */
    default Optional<ProcessKey> holder() {
        return Optional.empty();
    }

    /** Why its containment is weaker than the system's usual; empty when it is not. */
    default Optional<String> weaker() {
        return Optional.empty();
    }
}
