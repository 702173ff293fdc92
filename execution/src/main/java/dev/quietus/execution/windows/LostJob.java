package dev.quietus.execution.windows;

import dev.quietus.execution.unit.Look;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.Members;
import dev.quietus.execution.unit.UnitName;

import java.util.List;

/**
 * What can be seen of a unit whose job nobody has open any more: its leader. The kernel kills all
 * others when the last handle of the job is closed; that was not seen here, so nothing is proven.
 */
final class LostJob implements Members {
    private final UnitName unit;

    LostJob(UnitName unit) {
        this.unit = unit;
    }

    @Override
    public Look look() {
        return new Look(Processes.living(unit.leader()).stream().toList(), false);
    }

    @Override
    public int terminate(List<Member> living) {
        return 0;
    }

    @Override
    public void kill(List<Member> living) {
        // The job is gone: the kernel is already at it, and there is nothing to signal through.
    }

    @Override
    public String proof() {
        return "its job object is gone; the kernel ends its processes then, which was not seen";
    }

    @Override
    public void release() {
        // Nothing is held.
    }
}
