package dev.quietus.execution.posix;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Optional;

/**
 * How functions of the C library are found and called. A function that sets {@code errno} takes the
 * segment that catches it as its first argument.
 */
@SuppressWarnings("restricted") // This module is the one place that makes such calls.
final class Native {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = LINKER.defaultLookup();
    private static final StructLayout CAUGHT = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
            CAUGHT.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private Native() {}

    /** A function that reports its error as its result, or none. */
    static MethodHandle plain(String name, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LIBRARY.findOrThrow(name), FunctionDescriptor.of(result, arguments));
    }

    /** The same, where the C library may lack it. */
    static Optional<MethodHandle> perhaps(
            String name, MemoryLayout result, MemoryLayout... arguments) {
        return LIBRARY.find(name)
                .map(found ->
                        LINKER.downcallHandle(found, FunctionDescriptor.of(result, arguments)));
    }

    /** A function that sets {@code errno}. */
    static MethodHandle failing(String name, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LIBRARY.findOrThrow(name),
                FunctionDescriptor.of(result, arguments),
                Linker.Option.captureCallState("errno"));
    }

    /**
     * A function that sets {@code errno} and takes a variable number of arguments.
     *
     * @param fixed how many of them are always there
     */
    static MethodHandle variadic(
            String name, int fixed, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LIBRARY.findOrThrow(name),
                FunctionDescriptor.of(result, arguments),
                Linker.Option.captureCallState("errno"),
                Linker.Option.firstVariadicArg(fixed));
    }

    /** Room for {@code errno}. */
    static MemorySegment caught(Arena arena) {
        return arena.allocate(CAUGHT);
    }

    /** What the last call left there. */
    static int errno(MemorySegment caught) {
        return (int) ERRNO.get(caught, 0L);
    }

    /** An array of C strings with a null at its end. */
    static MemorySegment strings(Arena arena, Iterable<String> values, int count) {
        MemorySegment array = arena.allocate(java.lang.foreign.ValueLayout.ADDRESS, count + 1L);
        int i = 0;
        for (String value : values) {
            array.setAtIndex(java.lang.foreign.ValueLayout.ADDRESS, i++, arena.allocateFrom(value));
        }
        array.setAtIndex(java.lang.foreign.ValueLayout.ADDRESS, i, MemorySegment.NULL);
        return array;
    }

    /** The integers at the start of a segment. */
    static int[] integers(MemorySegment segment, int count) {
        int[] values = new int[count];
        Arrays.setAll(values, i -> segment.getAtIndex(JAVA_INT, i));
        return values;
    }

    /** What a method handle throws is a fault of ours: C functions throw nothing. */
    static IllegalStateException impossible(String function, Throwable thrown) {
        return new IllegalStateException("calling " + function, thrown);
    }
}
