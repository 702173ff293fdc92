package dev.quietus.execution.macos;

import dev.quietus.execution.posix.Kill;
import dev.quietus.execution.posix.MacCalls;
import dev.quietus.execution.posix.Signal;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.ProcessKey;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The processes of a Mac. Each answer is of one moment. */
final class MacProcesses {
    private static final int SIGCONT = 19;

    private MacProcesses() {}

    /** What is told of a process; empty when there is none. */
    static Optional<BsdInfo> of(long pid) {
        return MacCalls.bsdInfo((int) pid, BsdInfo.BYTES).map(BsdInfo::parse);
    }

    /** Exactly this process, if it lives. */
    static Optional<BsdInfo> living(ProcessKey process) {
        return of(process.pid()).filter(info -> info.key().equals(process)).filter(BsdInfo::lives);
    }

    /** All processes that may be seen. */
    static List<BsdInfo> all() {
        List<BsdInfo> all = new ArrayList<>();
        MacCalls.all().forEach(pid -> of(pid).ifPresent(all::add));
        return all;
    }

    /**
     * Signals exactly this process: it is looked at immediately before. macOS has nothing that
     * holds a process of somebody else, so that a moment remains in which its number could change
     * hands.
     */
    static Kill.Answer signal(ProcessKey process, int signal) {
        if (process.pid() <= 1 || living(process).isEmpty()) {
            return Kill.Answer.NOBODY;
        }
        return Kill.process((int) process.pid(), signal);
    }

    /** Asks each one to end, and wakes it if it is stopped. */
    static int terminate(List<Member> living) {
        int asked = 0;
        for (Member member : living) {
            if (signal(member.key(), Signal.TERM.number()) == Kill.Answer.SENT) {
                asked++;
            }
            if (living(member.key()).filter(BsdInfo::stopped).isPresent()) {
                signal(member.key(), SIGCONT);
            }
        }
        return asked;
    }
}
