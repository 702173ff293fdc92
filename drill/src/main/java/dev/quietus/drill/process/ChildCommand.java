package dev.quietus.drill.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a child process is to run. It is a Java program on this process's own class path.
 *
 * @param name what people call it; also the name of its log
 * @param mainClass the class whose main method runs
 * @param arguments the arguments of that method
 * @param environment what is set besides the inherited environment; secrets go here, never into the
 *     arguments, which everybody on the machine can read
 * @param folder where its log is written
 * @param longestLife when it ends in any case
 * @param memoryMegabytes the most heap that it may take
 * @param pace what its Java is tuned for
 */
public record ChildCommand(
        String name,
        String mainClass,
        List<String> arguments,
        Map<String, String> environment,
        Path folder,
        Duration longestLife,
        int memoryMegabytes,
        Pace pace) {

    private static final int USUAL_MEGABYTES = 192;

    /** What a child's Java is tuned for. */
    public enum Pace {
        /** It is there soon: the quick compiler only, and the small collector. */
        QUICK_START,
        /** It is fast after a while: Java's own choice, as {@code quietus serve} runs. */
        LONG_RUN
    }

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException when the name does not fit a file, or a bound is not
     *     positive
     */
    public ChildCommand {
        if (!name.matches("[A-Za-z0-9._-]{1,100}")) {
            throw new IllegalArgumentException("a process can't be called '" + name + "'");
        }
        if (longestLife.toSeconds() < 1 || memoryMegabytes < 16) {
            throw new IllegalArgumentException(
                    name + ": expected a life of a second or more and 16 MB or more");
        }
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /** A small program without a life of its own. */
    public ChildCommand(
            String name,
            String mainClass,
            List<String> arguments,
            Map<String, String> environment,
            Path folder,
            Duration longestLife) {
        this(
                name,
                mainClass,
                arguments,
                environment,
                folder,
                longestLife,
                USUAL_MEGABYTES,
                Pace.QUICK_START);
    }

    /** The same with more heap. */
    public ChildCommand withMegabytes(int megabytes) {
        return new ChildCommand(
                name, mainClass, arguments, environment, folder, longestLife, megabytes, pace);
    }

    /** The same at another pace. */
    public ChildCommand withPace(Pace other) {
        return new ChildCommand(
                name,
                mainClass,
                arguments,
                environment,
                folder,
                longestLife,
                memoryMegabytes,
                other);
    }

    /** Where what it writes is kept. */
    public Path log() {
        return folder.resolve(name + ".log");
    }
}
