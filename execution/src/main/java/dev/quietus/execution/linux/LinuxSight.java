package dev.quietus.execution.linux;

import dev.quietus.execution.posix.Children;
import dev.quietus.execution.posix.Descriptor;
import dev.quietus.execution.posix.StartedLeader;
import dev.quietus.execution.posix.SystemCallException;
import dev.quietus.execution.unit.LeaderEnd;
import dev.quietus.execution.unit.Member;

import java.util.List;
import java.util.function.Supplier;

/** What Linux tells of a child: {@code /proc} shows who holds its pipes. */
final class LinuxSight implements StartedLeader.Sight {
    @Override
    public Supplier<List<Member>> holders(Descriptor reading) {
        String pipe = Proc.opened(reading.number());
        return () -> Proc.holders(pipe).stream().map(Proc::member).toList();
    }

    @Override
    public LeaderEnd await(int pid) throws SystemCallException {
        return Children.await(pid);
    }
}
