package dev.quietus.gateway.model.tap;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object of a text that is walked through, with the members of interest. An array stands in it
 * for the object around it: its elements have the array's name.
 */
final class JsonFrame {
    /** What becomes of the value that comes next. */
    enum Wish {
        NOTHING,
        VALUE,
        ARGUMENTS
    }

    private static final Set<String> VALUES = Set.of(
            "type",
            "id",
            "name",
            "role",
            "index",
            "call_id",
            "tool_use_id",
            "tool_call_id",
            "is_error",
            "status",
            "stop_reason",
            "finish_reason",
            "finishReason",
            "sequence_number",
            "input_tokens",
            "output_tokens",
            "prompt_tokens",
            "completion_tokens",
            "promptTokenCount",
            "candidatesTokenCount");
    private static final Set<String> ARGUMENTS =
            Set.of("input", "arguments", "args", "partial_json");
    private static final byte[] NONE = {};

    private final @Nullable JsonFrame parent;
    private final String under;
    private final boolean array;
    private String key = "";
    private boolean empty = true;
    private @Nullable Map<String, String> members;
    private byte[] arguments = NONE;
    private boolean hasArguments;

    JsonFrame(@Nullable JsonFrame parent, String under) {
        this(parent, under, false);
    }

    private JsonFrame(@Nullable JsonFrame parent, String under, boolean array) {
        this.parent = parent;
        this.under = under;
        this.array = array;
    }

    static JsonFrame array(JsonFrame parent) {
        JsonFrame frame = new JsonFrame(parent, parent.key, true);
        frame.key = parent.key;
        return frame;
    }

    boolean isArray() {
        return array;
    }

    boolean isEmpty() {
        return empty;
    }

    void filled() {
        empty = false;
    }

    /** The name of the member that is being read. */
    String key() {
        return key;
    }

    void name(String name) {
        key = name;
        empty = false;
    }

    Wish wants() {
        if (array) {
            return Wish.NOTHING;
        }
        return !atRoot() && ARGUMENTS.contains(key)
                ? Wish.ARGUMENTS
                : VALUES.contains(key) ? Wish.VALUE : Wish.NOTHING;
    }

    /** At the root these names mean something else, such as a whole history. */
    private boolean atRoot() {
        return around().flatMap(JsonFrame::around).isEmpty();
    }

    void put(String value) {
        if (members == null) {
            members = new HashMap<>(8);
        }
        members.put(key, value);
    }

    void arguments(byte[] bytes) {
        arguments = bytes;
        hasArguments = true;
    }

    /** A member, as text. */
    Optional<String> text(String name) {
        return members == null ? Optional.empty() : Optional.ofNullable(members.get(name));
    }

    /** Whether a member has this text. */
    boolean is(String name, String value) {
        return members != null && value.equals(members.get(name));
    }

    /** A member, as a number. */
    OptionalLong number(String name) {
        String text = members == null ? null : members.get(name);
        if (text == null || text.length() > 18) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException notWhole) {
            return OptionalLong.empty();
        }
    }

    /**
     * What is called the arguments of a call here, as JSON; empty if there is none, or too much.
     */
    Optional<byte[]> arguments() {
        return hasArguments ? Optional.of(arguments) : Optional.empty();
    }

    /** The object around it. */
    Optional<JsonFrame> around() {
        JsonFrame up = parent;
        while (up != null && up.array) {
            up = up.parent;
        }
        return Optional.ofNullable(up);
    }

    /** The names from the root to here, with dots between; empty for the root. */
    String path() {
        StringBuilder path = new StringBuilder(under);
        JsonFrame up = parent;
        while (up != null) {
            if (!up.array && !up.under.isEmpty()) {
                path.insert(0, '.').insert(0, up.under);
            }
            up = up.parent;
        }
        return path.toString();
    }
}
