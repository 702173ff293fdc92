package dev.quietus.gateway.hook;

import dev.quietus.client.CheckAnswer;
import dev.quietus.client.FinishFacts;
import dev.quietus.client.http.QuietusException;
import dev.quietus.client.json.JsonBoolean;
import dev.quietus.client.json.JsonObject;
import dev.quietus.client.json.JsonValue;
import dev.quietus.gateway.run.Admission;
import dev.quietus.gateway.run.ContentDigest;
import dev.quietus.gateway.run.GatewayRun;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What each event of an agent means for its run. Thread-safe. */
final class HookDesk implements AutoCloseable {
    /** Denials after which nothing of a run can start any more. */
    private static final Set<String> FOR_GOOD = Set.of(
            "deny_unknown_run", "deny_parent_revoked", "deny_stale_epoch", "deny_lease_expired");

    private static final Pattern EXIT_CODE = Pattern.compile("^Exit code (\\d{1,3})\\b");
    private static final Verdict PROCEED = new Verdict.Proceed();

    private final AgentRuns runs;
    private final HookRules rules;
    private final HeldCalls calls;
    private final Background background;
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong subagents = new AtomicLong();

    HookDesk(GatewayRun main, HookRules rules) {
        this.runs = new AgentRuns(main);
        this.rules = rules;
        this.calls = new HeldCalls(rules);
        this.background = new Background(rules);
    }

    /** Hears of an event and says what the agent is told. Asks the server where it must. */
    Verdict hear(HookEvent event) {
        Verdict verdict = switch (event.name()) {
            case "PreToolUse" -> beforeTool(event);
            case "PostToolUse" -> afterTool(event, result(event));
            case "PostToolUseFailure" -> afterTool(event, failure(event));
            case "UserPromptSubmit" -> prompt();
            case "SubagentStart" -> subagentStarts(event);
            case "SubagentStop" -> subagentStops(event);
            case "Stop" -> turnEnds(event);
            default -> PROCEED;
        };
        if (!(verdict instanceof Verdict.Proceed)) {
            refused.incrementAndGet();
        }
        return verdict;
    }

    private Verdict beforeTool(HookEvent event) {
        return switch (runs.of(event)) {
            case AgentRuns.Belonging.Nowhere(Admission why) -> refusal(event.tool(), why);
            case AgentRuns.Belonging.In(GatewayRun run) ->
                rules.gated(event.tool())
                        ? asked(run, HookRules.toolName(event.tool()), event.tool())
                        : refusal(event.tool(), calls.begin(event, run));
        };
    }

    /** The verdict on what authority said to the begin of a call. */
    private Verdict refusal(String tool, Admission answer) {
        return switch (answer) {
            case Admission.Admitted _ -> {
                begun.incrementAndGet();
                yield PROCEED;
            }
            case Admission.Refused(String decision, String detail) ->
                denied(tool, decision, detail);
            case Admission.AlreadyFinished _ ->
                new Verdict.Refuse("Quietus: this call of " + tool
                        + " has an outcome already; nothing is run again");
            case Admission.NotRecorded(String detail) ->
                new Verdict.Refuse("Quietus: " + tool
                        + " was not started, because it can't be recorded: " + detail);
        };
    }

    private Verdict denied(String tool, String decision, String detail) {
        String told = detail.isBlank() ? decision : detail;
        String words = told.contains(decision) ? told : told + " (" + decision + ")";
        boolean ofTheWhole =
                decision.equals("deny_parent_revoked") || runs.main().scope().isCancelled();
        return FOR_GOOD.contains(decision) && (ofTheWhole || over())
                ? new Verdict.Halt("Quietus: " + tool
                        + " was not started, and nothing of this run starts any more: " + words)
                : new Verdict.Refuse("Quietus: " + tool + " was not started: " + words);
    }

    /** Whether the agent's own run can start nothing any more. */
    private boolean over() {
        return prompt() instanceof Verdict.Halt;
    }

    /** A question without a record: somebody else records, or there is nothing to record. */
    private Verdict asked(GatewayRun run, String tool, String shown) {
        try {
            CheckAnswer answer = run.check(tool);
            return answer.wouldAllow()
                    ? PROCEED
                    : denied(
                            shown,
                            answer.decision(),
                            answer.raw().optionalString("detail").orElse(""));
        } catch (QuietusException | IllegalStateException lost) {
            return new Verdict.Refuse("Quietus: " + shown
                    + " was not started, because nobody can be asked: " + lost.getMessage());
        }
    }

    private Verdict prompt() {
        GatewayRun run = runs.main();
        try {
            CheckAnswer answer = run.check("agent.prompt");
            return FOR_GOOD.contains(answer.decision())
                    ? new Verdict.Halt("Quietus: the run " + run.runId()
                            + " takes no prompts any more: "
                            + answer.raw().optionalString("detail").orElse(answer.decision()))
                    : PROCEED;
        } catch (QuietusException | IllegalStateException lost) {
            return new Verdict.Refuse(
                    "Quietus: nobody can be asked whether this run goes on: " + lost.getMessage());
        }
    }

    private Verdict afterTool(HookEvent event, FinishFacts facts) {
        if (!rules.gated(event.tool())) {
            calls.finish(event, facts);
        }
        return runs.main().scope().isCancelled()
                ? new Verdict.Halt("Quietus: the run " + runs.main().runId() + " is stopped")
                : PROCEED;
    }

    private static FinishFacts result(HookEvent event) {
        Optional<JsonValue> told = event.body().member("tool_response");
        boolean interrupted = told.filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .flatMap(answer -> answer.member("interrupted"))
                .filter(new JsonBoolean(true)::equals)
                .isPresent();
        if (interrupted) {
            return FinishFacts.cancelled().withError("the agent interrupted it");
        }
        return told.isEmpty()
                ? FinishFacts.succeeded()
                : FinishFacts.succeeded().withOutputDigest(ContentDigest.of(told.get()));
    }

    /** Contents stay out of the record: of an error only its kind and the exit code are kept. */
    private static FinishFacts failure(HookEvent event) {
        if (event.body().optionalBool("is_interrupt").orElse(false)) {
            return FinishFacts.cancelled().withError("the agent interrupted it");
        }
        Matcher code = EXIT_CODE.matcher(event.body().optionalString("error").orElse(""));
        return FinishFacts.failed(
                code.find() ? "exit code " + code.group(1) : "the agent says that it failed");
    }

    private Verdict subagentStarts(HookEvent event) {
        if (event.agent().isPresent()
                && runs.known(event).isEmpty()
                && runs.of(event) instanceof AgentRuns.Belonging.In) {
            subagents.incrementAndGet();
        }
        // Its first call is refused where it could not be registered.
        return PROCEED;
    }

    private Verdict subagentStops(HookEvent event) {
        runs.known(event).ifPresent(run -> background.listed(event, runs.main()));
        turnIsOver(event);
        if (event.agent().isPresent()) {
            runs.ended(event);
        }
        return PROCEED;
    }

    private Verdict turnEnds(HookEvent event) {
        turnIsOver(event);
        background.listed(event, runs.main());
        return PROCEED;
    }

    /** In a stop the end of the agent says more than the end of its turn. */
    private void turnIsOver(HookEvent event) {
        if (!runs.main().scope().isCancelled()) {
            calls.turnEnded(event, untold());
        }
    }

    private static FinishFacts untold() {
        return FinishFacts.failed("the agent's turn ended without a result of this call");
    }

    /**
     * The agent is over with everything that it started: what is in flight gets its end.
     *
     * @return how many pieces of work there were
     */
    int agentEnded(AgentEnd end) {
        FinishFacts facts = end.stopped()
                ? FinishFacts.cancelled().withError(end.words())
                : FinishFacts.failed("the agent ended without a result of it: " + end.words());
        return calls.agentEnded(facts) + background.agentEnded(facts);
    }

    HookCounts counts() {
        return new HookCounts(begun.get(), refused.get(), subagents.get());
    }

    @Override
    public void close() {
        runs.close();
    }
}
