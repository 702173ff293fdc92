package dev.quietus.execution.linux;

import dev.quietus.execution.posix.Kill;
import dev.quietus.execution.posix.Signal;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.ProcessKey;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What {@code /proc} tells of process namespaces below this process's own. */
final class NamespaceProcesses {
    private static final int SIGCONT = 18;
    private static final String NUMBERS = "NSpid:";

    private NamespaceProcesses() {}

    /** The first process of a namespace directly below ours, among the children of a process. */
    static Optional<Proc.Stat> firstBelow(int parent) {
        return ProcChildren.of(parent).stream()
                .filter(NamespaceProcesses::isFirst)
                .flatMap(pid -> Proc.stat(pid).stream())
                .findFirst();
    }

    /** Whether it is number 1 of a namespace directly below ours. */
    static boolean isFirst(int pid) {
        return Proc.read(Path.of("/proc/" + pid + "/status"))
                .filter(NamespaceProcesses::namesFirst)
                .isPresent();
    }

    /** The line has one number for each namespace from ours down to its own, see proc(5). */
    static boolean namesFirst(String status) {
        return status.lines()
                .filter(line -> line.startsWith(NUMBERS))
                .map(line -> line.substring(NUMBERS.length()).strip().split("\\s+"))
                .anyMatch(numbers -> numbers.length == 2 && numbers[1].equals("1"));
    }

    /** The living processes below one; the tree is whole, for nobody is adopted from outside it. */
    static List<Member> below(ProcessKey ancestor) {
        List<Proc.Stat> found = new ArrayList<>();
        collect((int) ancestor.pid(), found, new HashSet<>());
        return found.stream().filter(Proc::lives).map(Proc::member).toList();
    }

    private static void collect(int parent, List<Proc.Stat> into, Set<Integer> visited) {
        for (int pid : ProcChildren.of(parent)) {
            if (visited.add(pid)) {
                Proc.stat(pid).ifPresent(into::add);
                collect(pid, into, visited);
            }
        }
    }

    /** Asks each one to end, and wakes it if it is stopped. */
    static int terminate(List<Member> living) {
        Predicate<Member> asked =
                member -> Pidfd.signal(member.key(), Signal.TERM.number()) == Kill.Answer.SENT;
        int count = 0;
        for (Member member : living) {
            if (asked.test(member)) {
                count++;
            }
            if (member.state().equals("stopped")) {
                Pidfd.signal(member.key(), SIGCONT);
            }
        }
        return count;
    }
}
