package dev.quietus.execution.windows;

import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * How functions of kernel32.dll and ntdll.dll are found and called. A handle is passed as a long, a
 * BOOL and a DWORD as an int. A function that sets the last error takes the segment that catches it
 * as its first argument; the JVM would overwrite the error otherwise.
 */
// Restricted methods are what this class is for.
@SuppressWarnings("restricted")
final class Kernel32 {
    /** What CreateFile and its kin give for none. */
    static final long INVALID_HANDLE = -1;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY =
            SymbolLookup.libraryLookup("kernel32.dll", Arena.global());
    private static final StructLayout CAUGHT = Linker.Option.captureStateLayout();
    private static final VarHandle LAST_ERROR =
            CAUGHT.varHandle(MemoryLayout.PathElement.groupElement("GetLastError"));
    private static final MethodHandle CLOSE_HANDLE = failing("CloseHandle", JAVA_INT, JAVA_LONG);

    private Kernel32() {}

    /** A function that sets the last error. */
    static MethodHandle failing(String name, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LIBRARY.findOrThrow(name),
                FunctionDescriptor.of(result, arguments),
                Linker.Option.captureCallState("GetLastError"));
    }

    /** A function that tells nothing. */
    static MethodHandle silent(String name, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LIBRARY.findOrThrow(name), FunctionDescriptor.ofVoid(arguments));
    }

    /** A function of ntdll.dll, which returns its error. */
    static MethodHandle ntdll(String name, MemoryLayout... arguments) {
        SymbolLookup library = SymbolLookup.libraryLookup("ntdll.dll", Arena.global());
        return LINKER.downcallHandle(
                library.findOrThrow(name), FunctionDescriptor.of(JAVA_INT, arguments));
    }

    /** Room for the last error. */
    static MemorySegment caught(Arena arena) {
        return arena.allocate(CAUGHT);
    }

    /** What the last call left there. */
    static int lastError(MemorySegment caught) {
        return (int) LAST_ERROR.get(caught, 0L);
    }

    /** UTF-16 with a NUL at its end, unpaired surrogates included. */
    static MemorySegment text(Arena arena, String value) {
        return arena.allocateFrom(JAVA_CHAR, (value + "\0").toCharArray());
    }

    /** Closes a handle; a handle is closed once. */
    static void close(long handle) {
        try (Arena arena = Arena.ofConfined()) {
            int ignored = (int) CLOSE_HANDLE.invokeExact(caught(arena), handle);
        } catch (Throwable thrown) {
            throw impossible("CloseHandle", thrown);
        }
    }

    /** What a method handle throws is a fault of ours: C functions throw nothing. */
    static IllegalStateException impossible(String function, Throwable thrown) {
        return new IllegalStateException("calling " + function, thrown);
    }
}
