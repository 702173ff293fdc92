package dev.quietus.cli.exec;

import dev.quietus.client.json.JsonArray;
import dev.quietus.client.json.JsonObject;
import dev.quietus.execution.files.FileReport;
import dev.quietus.execution.output.OutputFacts;
import dev.quietus.execution.unit.EndCause;
import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.UnitReport;

import java.util.List;
import java.util.Locale;

/** The report of a unit for programs: {@code report.json}. */
public final class ReportJson {
    private ReportJson() {}

    /** The report of one command. */
    public static JsonObject of(ExecWish wish, ExecEnd end) {
        UnitReport unit = end.unit();
        JsonObject.Builder json = JsonObject.builder()
                .put("version", 1)
                .put("run_id", wish.run())
                .put("operation_id", wish.operation())
                .put("unit", unit.name().toString())
                .put("held_by", unit.rung().name().toLowerCase(Locale.ROOT))
                .put("cause", cause(unit.cause()))
                .put("leader", leader(unit.leader()))
                .put("processes", members(unit))
                .put("output", output(unit.output()))
                .put("error", output(unit.error()))
                .put("output_cut_off", unit.outputCutOff())
                .put("opened_at", unit.openedAt().toString())
                .put("ran_ms", unit.ran().toMillis())
                .put(
                        "steps",
                        JsonArray.of(unit.steps().stream()
                                .map(step -> JsonObject.builder()
                                        .put("step", word(step.kind()))
                                        .put("at", step.at().toString())
                                        .put("after_ms", step.after().toMillis())
                                        .put("detail", step.detail())
                                        .build())
                                .toList()));
        end.files().ifPresent(files -> json.put("files", files(files)));
        return json.build();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static JsonObject cause(EndCause cause) {
        JsonObject.Builder json = JsonObject.builder();
        switch (cause) {
            case EndCause.OwnEnd _ -> json.put("kind", "own_end");
            case EndCause.StopRequested(String reason) ->
                json.put("kind", "stop_requested").put("reason", reason);
            case EndCause.TimedOut(var limit) ->
                json.put("kind", "timed_out").put("limit_ms", limit.toMillis());
            case EndCause.Interrupted(String by) ->
                json.put("kind", "interrupted").put("by", by);
            case EndCause.SupervisorLost _ -> json.put("kind", "supervisor_lost");
        }
        return json.build();
    }

    private static JsonObject leader(LeaderEnd end) {
        JsonObject.Builder json = JsonObject.builder();
        switch (end) {
            case LeaderEnd.Exited(int code) -> json.put("end", "exited").put("code", code);
            case LeaderEnd.Killed(int signal, boolean dumped) ->
                json.put("end", "killed").put("signal", signal).put("core_dumped", dumped);
            case LeaderEnd.NotSeen(String why) -> json.put("end", "not_seen").put("why", why);
        }
        return json.build();
    }

    private static JsonObject members(UnitReport unit) {
        return JsonObject.builder()
                .put("seen", unit.members().seen())
                .put("asked", unit.members().asked())
                .put("forced", unit.members().forced())
                .put("confirmed", unit.members().confirmed())
                .put("proof", unit.members().proof())
                .put("left", people(unit.members().left()))
                .build();
    }

    private static JsonArray people(List<Member> members) {
        return JsonArray.of(members.stream()
                .map(member -> JsonObject.builder()
                        .put("pid", member.key().pid())
                        .put("command", member.command())
                        .put("state", member.state())
                        .build())
                .toList());
    }

    private static JsonObject output(OutputFacts facts) {
        return JsonObject.builder()
                .put("bytes", facts.bytes())
                .put("lines", facts.lines())
                .put("sha256", facts.sha256())
                .put("kept_bytes", facts.kept())
                .put("dropped_bytes", facts.bytes() - facts.kept())
                .put("complete", facts.complete())
                .put("holders", people(facts.holders()))
                .putIfPresent("trouble", facts.trouble())
                .build();
    }

    private static JsonObject files(FileReport report) {
        return JsonObject.builder()
                .put("folder", report.folder().toString())
                .put("created", report.created())
                .put("changed", report.changed())
                .put("deleted", report.deleted())
                .put("untouched", report.untouched())
                .put("not_covered", report.notCovered().size())
                .put("complete", report.complete())
                .build();
    }
}
