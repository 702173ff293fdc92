package dev.quietus.execution.macos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quietus.execution.unit.Look;
import dev.quietus.execution.unit.Member;
import dev.quietus.execution.unit.ProcessKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GroupMembersTest {
    private static final int SLEEPING = 3;
    private static final int ZOMBIE = 5;

    private final List<BsdInfo> processes = new ArrayList<>();
    private boolean leaderThere = true;
    private final GroupMembers members = new GroupMembers(
            new ProcessKey(500, 1),
            () -> List.copyOf(processes),
            pid -> Map.of(500, 500, 502, 500).getOrDefault(pid, 1),
            key -> leaderThere);

    @Test
    void findsGroupSessionAndDescendants() {
        add(500, 1, 500, SLEEPING);
        add(501, 500, 500, SLEEPING);
        add(502, 500, 502, SLEEPING);
        add(503, 502, 503, SLEEPING);
        add(600, 1, 600, SLEEPING);
        assertThat(pids(members.look())).containsExactly(500, 501, 502, 503);
    }

    @Test
    void followsWhoeverWasSeenOnce() {
        add(500, 1, 500, SLEEPING);
        add(503, 500, 503, SLEEPING);
        members.look();
        processes.clear();
        leaderThere = false;
        add(503, 1, 503, SLEEPING);
        add(504, 503, 504, SLEEPING);
        assertThat(pids(members.look())).containsExactly(503, 504);
    }

    /** The number of the leader may belong to somebody else by now. */
    @Test
    void takesNobodyByANumberThatIsNotHeld() {
        leaderThere = false;
        add(500, 1, 500, SLEEPING);
        add(501, 500, 500, SLEEPING);
        assertThat(pids(members.look())).isEmpty();
    }

    @Test
    void neverProvesAnything() {
        add(500, 1, 500, ZOMBIE);
        Look look = members.look();
        assertThat(look.living()).isEmpty();
        assertThat(look.conclusive()).isFalse();
    }

    private void add(int pid, int parent, int group, int state) {
        processes.add(new BsdInfo(pid, parent, group, state, 0, 1, "p" + pid));
    }

    private static List<Integer> pids(Look look) {
        return look.living().stream()
                .map(Member::key)
                .map(key -> (int) key.pid())
                .toList();
    }
}
