package dev.quietus.cli.command;

import java.util.function.Function;
import picocli.CommandLine;

/**
 * One command of the program, before it is built.
 *
 * @param name its word on the command line
 * @param group where the help shows it
 * @param summary what it does, one sentence
 * @param example a call that works
 * @param build makes it for one invocation
 */
record ListedCommand(
        String name,
        Group group,
        String summary,
        String example,
        Function<Invocation, CommandLine> build) {}
