package dev.quietus.cli.exec;

import dev.quietus.execution.posix.TerminalSignals;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The thread that hands this process's standard input on to the command. */
public final class InputCopy {
    private static final int CHUNK = 8_192;

    private InputCopy() {}

    /** Begins; without input the command reads an end at once. */
    public static void start(boolean wanted, OutputStream to) {
        if (!wanted) {
            close(to);
            return;
        }
        stayAwake();
        Thread.ofPlatform()
                .daemon()
                .name("quietus-input")
                .start(() -> copy(new FileInputStream(FileDescriptor.in), to));
    }

    /**
     * In the background of a terminal the input is at its end: a process that waits there until it
     * is fetched to the foreground hears of no stop.
     */
    private static void stayAwake() {
        if (System.getProperty("os.name", "").startsWith("Windows")) {
            return;
        }
        try {
            TerminalSignals.ignore();
        } catch (LinkageError | IllegalCallerException withoutNativeAccess) {
            return;
        }
    }

    private static void copy(InputStream from, OutputStream to) {
        byte[] buffer = new byte[CHUNK];
        try {
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                to.write(buffer, 0, n);
            }
        } catch (IOException nobodyReads) {
            return;
        } finally {
            close(to);
        }
    }

    private static void close(OutputStream stream) {
        try {
            stream.close();
        } catch (IOException gone) {
            return;
        }
    }
}
