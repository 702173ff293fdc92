package dev.quietus.cli.command;

import dev.quietus.cli.hooks.HookCheck;
import dev.quietus.cli.hooks.HookCommand;
import dev.quietus.cli.hooks.HookInstall;
import dev.quietus.cli.hooks.HookPlace;
import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Console;
import dev.quietus.cli.view.Exit;
import dev.quietus.cli.view.Sign;
import dev.quietus.gateway.hook.HookDialect;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quietus hooks}: the hooks of an agent in its own settings, for who wants them always. */
final class HooksCommands {
    private HooksCommands() {}

    static CommandLine build(Invocation invocation) {
        return Catalogue.parent("hooks")
                .addSubcommand("install", new Install(invocation))
                .addSubcommand("uninstall", new Uninstall(invocation))
                .addSubcommand("check", new Check(invocation));
    }

    /** Which agent, and where. */
    private static final class Whose {
        @Parameters(paramLabel = "AGENT", description = "claude-code or codex.")
        String agent = "";

        @Option(
                names = "--dir",
                paramLabel = "DIR",
                description = "The folder of its settings, such as .claude (default: the user's).")
        Optional<String> directory = Optional.empty();

        HookPlace place(Invocation invocation) {
            // Under the name of its program as well, as 'quietus run' knows it.
            HookDialect dialect = HookDialect.of(agent.equals("claude") ? "claude-code" : agent)
                    .orElseThrow(() -> CommandException.usage("hooks: there is no agent '" + agent
                            + "'; expected claude-code or codex"));
            return HookPlace.of(
                    dialect,
                    directory.map(invocation::path),
                    invocation.console().env());
        }
    }

    private static int print(Console console, List<String> lines) {
        lines.forEach(console::line);
        return Exit.DONE;
    }

    @Command(description = "Put the hooks beside those that are there.")
    private static final class Install implements Callable<Integer> {
        private final Invocation invocation;

        @Mixin
        Whose whose = new Whose();

        @Option(
                names = "--outside",
                paramLabel = "WHAT",
                description = "What they say outside of 'quietus run': ${COMPLETION-CANDIDATES}"
                        + " (default: refuse).")
        HookCommand.Outside outside = HookCommand.Outside.REFUSE;

        Install(Invocation invocation) {
            this.invocation = invocation;
        }

        @Override
        public Integer call() {
            HookPlace place = whose.place(invocation);
            return print(
                    invocation.console(),
                    new HookInstall(place, invocation.places().state()).install(outside));
        }
    }

    @Command(description = "Bring the settings back as they were.")
    private static final class Uninstall implements Callable<Integer> {
        private final Invocation invocation;

        @Mixin
        Whose whose = new Whose();

        Uninstall(Invocation invocation) {
            this.invocation = invocation;
        }

        @Override
        public Integer call() {
            HookPlace place = whose.place(invocation);
            return print(
                    invocation.console(),
                    new HookInstall(place, invocation.places().state()).uninstall());
        }
    }

    @Command(description = "Call the installed hooks and see whether they refuse.")
    private static final class Check implements Callable<Integer> {
        private final Invocation invocation;

        @Mixin
        Whose whose = new Whose();

        Check(Invocation invocation) {
            this.invocation = invocation;
        }

        @Override
        public Integer call() {
            Console console = invocation.console();
            List<HookCheck.Finding> findings =
                    new HookCheck(whose.place(invocation), invocation.places().state()).run();
            for (HookCheck.Finding each : findings) {
                Sign sign = each.good() ? Sign.FOUND : Sign.NEEDS_PERSON;
                console.line("  " + console.sign(sign, each.words()));
            }
            return findings.stream().allMatch(HookCheck.Finding::good) ? Exit.DONE : Exit.ERROR;
        }
    }
}
