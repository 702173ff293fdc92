package dev.quietus.execution.linux;

import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.ProcessKey;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What {@code /proc} tells to those who may not call the system themselves. Files only, nothing
 * native. Where there is no {@code /proc}, nobody is seen.
 */
public final class LinuxProcesses {
    private LinuxProcesses() {}

    /** Whether this system tells its processes this way. */
    public static boolean told() {
        return Proc.stat((int) ProcessHandle.current().pid()).isPresent();
    }

    /** The name of this boot and this numbering of processes. */
    public static String space() {
        return Proc.space();
    }

    /** Which process has a number now. */
    public static Optional<ProcessKey> key(long pid) {
        return Proc.stat((int) pid).map(Proc.Stat::key);
    }

    /** Exactly this process, if it is there and lives; a zombie without threads does not. */
    public static Optional<Member> living(ProcessKey process) {
        return Proc.stat((int) process.pid())
                .filter(stat -> stat.key().equals(process))
                .filter(Proc::lives)
                .map(Proc::member);
    }

    /** The processes of a session. */
    public static List<ProcessKey> session(long leader) {
        return Proc.all().stream()
                .flatMap(pid -> Proc.stat(pid).stream())
                .filter(stat -> stat.session() == leader)
                .map(Proc.Stat::key)
                .toList();
    }

    /** The processes whose environment carries a text, of those that may be seen. */
    public static List<ProcessKey> carrying(String text) {
        return Proc.all().stream()
                .filter(pid -> Proc.carries(pid, text))
                .flatMap(pid -> Proc.stat(pid).stream())
                .map(Proc.Stat::key)
                .toList();
    }

    /** What a descriptor of a process is, such as {@code pipe:[123]}; empty when not to be seen. */
    public static String opened(long pid, int descriptor) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/" + pid + "/fd/" + descriptor))
                    .toString();
        } catch (IOException | UnsupportedOperationException hidden) {
            return "";
        }
    }

    /** Who but this process holds a pipe, of those that may be seen. */
    public static List<Member> holders(String pipe) {
        return pipe.isEmpty()
                ? List.of()
                : Proc.holders(pipe).stream().map(Proc::member).toList();
    }
}
