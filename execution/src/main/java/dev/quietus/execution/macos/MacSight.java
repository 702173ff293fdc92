package dev.quietus.execution.macos;

import dev.quietus.execution.posix.Children;
import dev.quietus.execution.posix.Descriptor;
import dev.quietus.execution.posix.StartedLeader;
import dev.quietus.execution.posix.SystemCallException;
import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.Member;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What macOS tells of a child. */
final class MacSight implements StartedLeader.Sight {
    /** Who holds a pipe is not looked up: it would take one call for each open file. */
    @Override
    public Supplier<List<Member>> holders(Descriptor reading) {
        return List::of;
    }

    @Override
    public LeaderEnd await(int pid) throws SystemCallException {
        LeaderEnd end = Children.await(pid);
        return signalled(end, MacProcesses.of(pid));
    }

    /**
     * Older kernels tell waitid(2) that a signal ended the child, and not which: xnu's kern_exit.c
     * keeps the number only in later versions. The zombie's own status has it.
     */
    static LeaderEnd signalled(LeaderEnd end, Optional<BsdInfo> zombie) {
        boolean unnamed = end instanceof LeaderEnd.Killed(int signal, boolean _) && signal == 0;
        return unnamed
                ? zombie.filter(info -> !info.lives())
                        .map(BsdInfo::end)
                        .orElseGet(() -> new LeaderEnd.NotSeen("a signal; which is not told"))
                : end;
    }
}
