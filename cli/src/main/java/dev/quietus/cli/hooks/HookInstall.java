package dev.quietus.cli.hooks;

import dev.quietus.cli.view.CommandException;
import dev.quietus.cli.view.Exit;
import dev.quietus.client.json.Json;
import dev.quietus.client.json.JsonException;
import dev.quietus.client.json.JsonLimits;
import dev.quietus.client.json.JsonObject;
import dev.quietus.gateway.hook.HookDialect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Puts our hooks into an agent's settings and takes them out again. Each answers with lines for
 * people.
 */
public final class HookInstall {
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(16 << 20);
    private static final String TRUST_BEGIN = "\n# Quietus: the hooks of hooks.json\n";

    private final HookPlace place;
    private final Path state;

    /**
     * For the settings of one agent.
     *
     * @param state the state folder of this machine, which keeps what the files were
     */
    public HookInstall(HookPlace place, Path state) {
        this.place = place;
        this.state = state;
    }

    /**
     * Puts them in; what is there already is replaced.
     *
     * @throws CommandException when the file is not understood; then nothing was changed
     */
    public List<String> install(HookCommand.Outside outside) {
        List<String> lines = new ArrayList<>();
        try {
            KeptFile kept = KeptFile.of(place.file(), state);
            JsonObject settings = settings(kept).orElse(JsonObject.empty());
            JsonObject whole = HookMerge.with(
                    HookMerge.without(settings), HookTable.overCommand(place.dialect(), outside));
            if (kept.changedSince()) {
                // What it is to be brought back to is what it is now, without ours.
                kept.leave(bytes(HookMerge.without(settings)));
            }
            if (whole.equals(settings) && kept.isKept()) {
                lines.add("The hooks are in " + kept.file() + " already");
            } else {
                kept.change(bytes(whole));
                lines.add("Installed in " + kept.file());
                lines.add("  before     kept, 'quietus hooks uninstall "
                        + place.dialect().wireName() + "' brings it back");
            }
            lines.add("  outside    "
                    + (outside == HookCommand.Outside.REFUSE
                            ? "of 'quietus run' every tool is refused"
                            : "of 'quietus run' the agent decides alone"));
            if (place.dialect() == HookDialect.CODEX) {
                lines.add(trust());
            }
            return lines;
        } catch (IOException | IllegalArgumentException e) {
            throw failed("installed", e);
        }
    }

    private static byte[] bytes(JsonObject settings) {
        return PrettyJson.of(settings).getBytes(StandardCharsets.UTF_8);
    }

    private static CommandException failed(String what, Exception e) {
        return new CommandException(Exit.ERROR, "hooks: not " + what + ": " + e.getMessage(), e);
    }

    private Optional<JsonObject> settings(KeptFile kept) throws IOException {
        Optional<byte[]> now = kept.now();
        if (now.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.parseObject(now.get(), LIMITS));
        } catch (JsonException e) {
            throw new IOException(
                    kept.file() + " is not understood, and was not changed: " + e.getMessage(), e);
        }
    }

    /** Codex runs a hook only with the hash that was trusted: it is asked which that is. */
    private String trust() throws IOException {
        Map<String, String> environment = new HashMap<>(place.environment());
        environment.put("CODEX_HOME", place.folder().toAbsolutePath().toString());
        Map<String, String> hashes;
        try {
            hashes = CodexAnswers.ask(
                            "codex", List.of(), environment, place.folder().toAbsolutePath())
                    .hashes("user");
        } catch (IOException absent) {
            hashes = Map.of();
        }
        KeptFile config = KeptFile.of(place.trustFile(), state);
        String before = new String(config.now().orElse(new byte[0]), StandardCharsets.UTF_8);
        String theirs = withoutTrust(before);
        if (config.changedSince()) {
            config.leave(theirs.getBytes(StandardCharsets.UTF_8));
        }
        boolean taken = hashes.keySet().stream().anyMatch(theirs::contains);
        if (hashes.isEmpty() || taken) {
            return "  trust      not given here: open Codex, /hooks, and trust them";
        }
        StringBuilder text = new StringBuilder(theirs).append(TRUST_BEGIN);
        hashes.forEach((key, hash) -> text.append("[hooks.state.\"")
                .append(key)
                .append("\"]\ntrusted_hash = \"")
                .append(hash)
                .append("\"\n"));
        config.change(text.toString().getBytes(StandardCharsets.UTF_8));
        return "  trust      " + hashes.size() + " hashes in " + config.file();
    }

    /**
     * Takes them out: the files are as they were, byte for byte, unless somebody has changed them
     * since; then ours are taken out of them and all else stays.
     */
    public List<String> uninstall() {
        List<String> lines = new ArrayList<>();
        try {
            KeptFile kept = KeptFile.of(place.file(), state);
            lines.add(
                    switch (kept.back()) {
                        case AS_BEFORE -> kept.file() + " is as it was, byte for byte";
                        case CHANGED_SINCE, NOT_KEPT -> takenOut(kept);
                    });
            if (place.dialect() == HookDialect.CODEX) {
                KeptFile config = KeptFile.of(place.trustFile(), state);
                lines.add(
                        switch (config.back()) {
                            case AS_BEFORE -> config.file() + " is as it was, byte for byte";
                            case CHANGED_SINCE, NOT_KEPT -> trustTakenOut(config);
                        });
            }
            return lines;
        } catch (IOException | IllegalArgumentException e) {
            throw failed("taken out", e);
        }
    }

    private String takenOut(KeptFile kept) throws IOException {
        Optional<JsonObject> settings = settings(kept);
        if (settings.isEmpty()) {
            return "There is no " + kept.file();
        }
        JsonObject rest = HookMerge.without(settings.get());
        if (rest.equals(settings.get())) {
            return "There are no hooks of Quietus in " + kept.file();
        }
        kept.leave(bytes(rest));
        return kept.file() + " was changed since: only the hooks were taken out of it";
    }

    private static String trustTakenOut(KeptFile config) throws IOException {
        String now = new String(config.now().orElse(new byte[0]), StandardCharsets.UTF_8);
        String kept = withoutTrust(now);
        if (kept.equals(now)) {
            return "There is no trust of ours in " + config.file();
        }
        config.leave(kept.getBytes(StandardCharsets.UTF_8));
        return config.file() + " was changed since: only our trust was taken out of it";
    }

    /** The text without the lines that stand directly below our mark. */
    private static String withoutTrust(String text) {
        int own = text.indexOf(TRUST_BEGIN);
        if (own < 0) {
            return text;
        }
        int end = own + TRUST_BEGIN.length();
        while (text.startsWith("[hooks.state.\"", end) || text.startsWith("trusted_hash", end)) {
            int line = text.indexOf('\n', end);
            end = line < 0 ? text.length() : line + 1;
        }
        return text.substring(0, own) + text.substring(end);
    }

    /** The settings as they are, for a check; empty if there are none. */
    Optional<JsonObject> present() {
        try {
            return Files.exists(place.file())
                    ? settings(KeptFile.of(place.file(), state))
                    : Optional.empty();
        } catch (IOException e) {
            throw failed("checked", e);
        }
    }
}
