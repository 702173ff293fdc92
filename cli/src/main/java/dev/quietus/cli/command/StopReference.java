package dev.quietus.cli.command;

import dev.quietus.cli.stop.StopFlag;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * {@code quietus stop} as the help, the completion and the reference see it. Its arguments are read
 * elsewhere, without the library that reads those of the others.
 */
final class StopReference {

    private StopReference() {}

    static CommandLine build(Invocation invocation) {
        CommandSpec spec = CommandSpec.create().name("stop");
        spec.addPositional(PositionalParamSpec.builder()
                .paramLabel("RUN")
                .arity("0..1")
                .type(String.class)
                .description("The run to stop, with all below it.")
                .build());
        for (StopFlag flag : StopFlag.values()) {
            if (!flag.common()) {
                spec.addOption(option(flag));
            }
        }
        return new CommandLine(spec);
    }

    private static OptionSpec option(StopFlag flag) {
        OptionSpec.Builder option =
                OptionSpec.builder(flag.flag()).description(flag.description() + ".");
        return flag.label().isEmpty()
                ? option.arity("0").type(boolean.class).build()
                : option.paramLabel(flag.label()).type(String.class).build();
    }
}
