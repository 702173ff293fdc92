package dev.quietus.gateway.hook;

import java.util.Arrays;
import java.util.Optional;

/** Whose hooks they are: the events are alike, the answers that are understood are not. */
public enum HookDialect {
    /** Claude Code: a refusal may halt the whole turn. */
    CLAUDE_CODE("claude-code"),
    /** Codex: takes a refusal of one call only; an answer with anything more counts as none. */
    CODEX("codex");

    private final String wireName;

    HookDialect(String wireName) {
        this.wireName = wireName;
    }

    /** The spelling in addresses and on the command line. */
    public String wireName() {
        return wireName;
    }

    /** The dialect of that spelling. */
    public static Optional<HookDialect> of(String name) {
        return Arrays.stream(values())
                .filter(each -> each.wireName.equals(name))
                .findFirst();
    }
}
