package dev.quietus.cli.hooks;

import dev.quietus.gateway.hook.HookDialect;

/**
 * The shell line of a hook: hands the event on to the door of the run, and prints its answer. An
 * agent takes a failed hook for a yes unless it exits with 2 and says something, so that everything
 * that can go wrong ends so.
 */
public final class HookCommand {
    /** Less than the agent waits: who is cut off by the agent has said yes. */
    private static final int CURL_SECONDS = HookTable.TIMEOUT_SECONDS - 5;

    private HookCommand() {}

    /** Whether a hook's command is one of ours. */
    public static boolean isOurs(String command) {
        return command.contains("QUIETUS_HOOK_URL");
    }

    /** What a hook says where there is no run. */
    public enum Outside {
        /** Nothing: the agent decides as if it had no hook. */
        ALLOW,
        /** No. */
        REFUSE
    }

    /**
     * The line.
     *
     * @param dialect whose hook it is
     * @param deciding whether its answer decides; one that only tells never fails
     * @param outside what it says where there is no run
     */
    public static String text(HookDialect dialect, boolean deciding, Outside outside) {
        String alone = deciding && outside == Outside.REFUSE
                ? "{ echo 'Quietus: not inside of a run; start the agent with: quietus run' >&2;"
                        + " exit 2; }"
                : "exit 0";
        String lost = deciding
                ? "{ echo 'Quietus: the run can not be asked, so the answer is no' >&2; exit 2; }"
                : "exit 0";
        // The address holds a secret, and arguments can be read by every user of the machine: curl
        // gets it through a pipe, which the shell's own printf fills.
        return "[ -n \"$QUIETUS_HOOK_URL\" ] || " + alone
                + "; { printf 'url = \"%s/" + dialect.wireName()
                + "\"\\n' \"$QUIETUS_HOOK_URL\" | curl -sS -f --noproxy '*' --max-time "
                + CURL_SECONDS
                + " -H 'Content-Type: application/json' --data-binary @- -K /dev/fd/3 3<&0 <&4"
                + " 2>/dev/null; } 4<&0 || " + lost;
    }
}
