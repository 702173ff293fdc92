package dev.quietus.execution.files;

import dev.quietus.core.Wire;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The spelling of a state in records. Numbers that may not fit into 53 bits are texts, so that
 * every reader of JSON gets them right.
 */
public final class StateFields {
    private StateFields() {}

    /** Spells a state. */
    public static Map<String, Object> of(FileState state) {
        Map<String, Object> fields = new TreeMap<>();
        fields.put("mode", state.access().mode());
        fields.put("user", state.access().user());
        fields.put("group", state.access().group());
        switch (state) {
            case FileState.Regular regular -> {
                fields.put("kind", "file");
                fields.put("size", regular.size());
                regular.sha256().ifPresent(sum -> fields.put("sha256", sum));
                switch (regular.keeping()) {
                    case Keeping.Kept(String blob) -> fields.put("blob", blob);
                    case Keeping.NotKept(Keeping.Reason reason) ->
                        fields.put("not_kept", Wire.of(reason));
                }
                stamp(fields, regular.stamp());
            }
            case FileState.Folder _ -> fields.put("kind", "folder");
            case FileState.Link link -> {
                fields.put("kind", "link");
                fields.put("target", link.target());
            }
            case FileState.Special special -> {
                fields.put("kind", "special");
                stamp(fields, special.stamp());
            }
        }
        return fields;
    }

    private static void stamp(Map<String, Object> fields, FileState.Stamp stamp) {
        fields.put("device", Long.toString(stamp.device()));
        fields.put("inode", Long.toString(stamp.inode()));
        fields.put("modified_ns", Long.toString(stamp.modifiedNanos()));
        fields.put("changed_ns", Long.toString(stamp.changedNanos()));
        fields.put("names", stamp.names());
    }

    /**
     * Reads a state.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static FileState read(RecordFields fields) {
        FileState.Access access = new FileState.Access(
                fields.integer("mode"), fields.integer("user"), fields.integer("group"));
        return switch (fields.text("kind")) {
            case "file" ->
                new FileState.Regular(
                        fields.number("size"),
                        fields.optionalText("sha256"),
                        keeping(fields),
                        access,
                        stamp(fields));
            case "folder" -> new FileState.Folder(access);
            case "link" -> new FileState.Link(fields.text("target"), access);
            case "special" -> new FileState.Special(access, stamp(fields));
            default -> throw new IllegalArgumentException("kind is '" + fields.text("kind") + "'");
        };
    }

    private static Keeping keeping(RecordFields fields) {
        Optional<String> blob = fields.optionalText("blob");
        return blob.<Keeping>map(Keeping.Kept::new)
                .orElseGet(() -> new Keeping.NotKept(
                        Wire.parse("not_kept", Keeping.Reason.class, fields.text("not_kept"))));
    }

    private static FileState.Stamp stamp(RecordFields fields) {
        return new FileState.Stamp(
                fields.wide("device"),
                fields.wide("inode"),
                fields.wide("modified_ns"),
                fields.wide("changed_ns"),
                fields.integer("names"));
    }
}
