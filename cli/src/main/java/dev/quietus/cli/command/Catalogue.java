package dev.quietus.cli.command;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * All commands, in the order in which they are shown. Help, completion and reference come of it.
 */
final class Catalogue {

    /** All of them, in the order in which they are shown. */
    static final List<ListedCommand> ALL = List.of(
            of(
                    "run",
                    Group.FIRST,
                    "Start an agent as a run: its models, tools and processes ask, and stop.",
                    "quietus run --task release-42 -- claude",
                    RunCommand::new),
            new ListedCommand(
                    "stop",
                    Group.FIRST,
                    "Stop a run: nothing of it starts any more, and what is in flight is settled.",
                    "quietus stop cc-run-4421 --reason \"wrong commit\" --wait",
                    StopReference::build),
            of(
                    "watch",
                    Group.FIRST,
                    "Watch the tree of a run, the four lamps of its stop, and the work in flight.",
                    "quietus watch cc-run-4421",
                    WatchCommand::new),
            of(
                    "receipt",
                    Group.FIRST,
                    "Show the receipt of a stop.",
                    "quietus receipt cc-run-4421 --output envelope -o receipt.json",
                    ReceiptCommand::new),
            of(
                    "drill",
                    Group.FIRST,
                    "Run the races that a stop must survive, against real processes.",
                    "quietus drill --only delayed_retry_fires_after_revocation",
                    DrillCommand::new),
            of(
                    "exec",
                    Group.ACT,
                    "Run a local command under a run, with everything it starts.",
                    "quietus exec --run cc-run-4421 --operation build-1 -- make release",
                    ExecCommand::new),
            of(
                    "mcp",
                    Group.ACT,
                    "Put the MCP gateway before a server, in the name of a run.",
                    "quietus mcp --run cc-run-4421 --name files -- mcp-server-files /srv",
                    McpCommand::new),
            of(
                    "runs",
                    Group.LOOK,
                    "List the runs with what is closed and what still moves.",
                    "quietus runs --state running",
                    RunsCommand::new),
            of(
                    "show",
                    Group.LOOK,
                    "Show a run, an operation or a barrier.",
                    "quietus show cc-run-4421/reserve-preview-payments-8bc911d",
                    ShowCommand::new),
            of(
                    "operations",
                    Group.LOOK,
                    "List the operations of a run.",
                    "quietus operations cc-run-4421 --output json",
                    OperationsCommand::new),
            of(
                    "events",
                    Group.LOOK,
                    "Print the chain of events of a run's tree.",
                    "quietus events cc-run-4421 --output jsonl",
                    EventsCommand::new),
            of(
                    "approve",
                    Group.DECIDE,
                    "Say yes to work that waits for a person.",
                    "quietus approve cc-run-4421/deploy-1",
                    ApproveCommand::new),
            of(
                    "reject",
                    Group.DECIDE,
                    "Say no to work that waits for a person.",
                    "quietus reject cc-run-4421/deploy-1 --reason \"not on a Friday\"",
                    RejectCommand::new),
            of(
                    "settle",
                    Group.DECIDE,
                    "Resolve an unknown outcome, with your name and evidence.",
                    "quietus settle cc-run-4421/deploy-1 --as cancelled_without_effect"
                            + " --evidence \"no preview there\"",
                    SettleCommand::new),
            of(
                    "undo",
                    Group.DECIDE,
                    "Take back what an operation did, where it is still as it was left.",
                    "quietus undo cc-run-4421/build-1 --dry-run",
                    UndoCommand::new),
            of(
                    "promote",
                    Group.DECIDE,
                    "Make a child run an independent task.",
                    "quietus promote cc-run-4421-checks --reason \"needed by release 12\"",
                    PromoteCommand::new),
            of(
                    "reopen",
                    Group.DECIDE,
                    "Let new runs register again after 'stop --all --freeze'.",
                    "quietus reopen",
                    ReopenCommand::new),
            of(
                    "demo",
                    Group.PROVE,
                    "See the whole story on this machine, in under a minute.",
                    "quietus demo",
                    DemoCommand::new),
            of(
                    "verify",
                    Group.PROVE,
                    "Check a receipt and the events it covers, offline.",
                    "quietus verify receipt.json --key keys.pem --events events.jsonl",
                    VerifyCommand::new),
            new ListedCommand(
                    "keys",
                    Group.PROVE,
                    "List, rotate and export the keys that receipts are signed with.",
                    "quietus keys export -o keys.pem",
                    KeysCommands::build),
            new ListedCommand(
                    "hooks",
                    Group.OPERATE,
                    "Put hooks into an agent's own settings, prove them, take them out.",
                    "quietus hooks install claude-code",
                    HooksCommands::build),
            of(
                    "serve",
                    Group.OPERATE,
                    "Run the control plane.",
                    "quietus serve --providers providers.yaml",
                    ServeCommand::new),
            of(
                    "register",
                    Group.OPERATE,
                    "Register a run by hand, to try things.",
                    "quietus register cc-run-4421 --allow 'deployment.*' --valid-for 2h",
                    RegisterCommand::new),
            new ListedCommand(
                    "token",
                    Group.OPERATE,
                    "Give tokens out, list them and take them back.",
                    "quietus token create --role auditor --name mara",
                    TokenCommands::build),
            new ListedCommand(
                    "ledger",
                    Group.OPERATE,
                    "Verify, copy and archive the record.",
                    "quietus ledger verify",
                    LedgerCommands::build),
            of(
                    "doctor",
                    Group.OPERATE,
                    "Say what this machine and the server offer, and what is missing.",
                    "quietus doctor",
                    DoctorCommand::new),
            of(
                    "bench",
                    Group.OPERATE,
                    "Measure a throw-away server of this build, and how fast stop starts.",
                    "quietus bench --each 5s",
                    BenchCommand::new),
            of(
                    "completion",
                    Group.OPERATE,
                    "Print the completion for bash and zsh.",
                    "source <(quietus completion)",
                    CompletionCommand::new));

    private Catalogue() {}

    private static ListedCommand of(
            String name,
            Group group,
            String summary,
            String example,
            Function<Invocation, Object> command) {
        return new ListedCommand(
                name, group, summary, example, each -> new CommandLine(command.apply(each)));
    }

    /** The command of that name. */
    static Optional<ListedCommand> named(String name) {
        return ALL.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** All names. */
    static List<String> names() {
        return ALL.stream().map(ListedCommand::name).toList();
    }

    /** A command that has commands of its own; alone it shows its help. */
    static CommandLine parent(String name) {
        CommandSpec spec = CommandSpec.create().name(name);
        return new CommandLine(spec);
    }

    /** The whole tree; the program itself builds only the command that was asked for. */
    static CommandLine whole(Invocation invocation) {
        CommandLine root = CommandLines.root(invocation);
        ALL.forEach(each -> CommandLines.add(root, each, invocation));
        return root;
    }
}
