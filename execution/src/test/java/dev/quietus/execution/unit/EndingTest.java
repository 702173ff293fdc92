package dev.quietus.execution.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a unit waits for who ends behind its leader. */
@Timeout(60)
class EndingTest {
    private static final Member HELPER = new Member(new ProcessKey(4711, 1), "helper", "running");

    /** Somebody lives for a number of looks; each look would see everybody. */
    private static final class Scripted implements Members {
        private int livingFor;
        private int asked;

        Scripted(int livingFor) {
            this.livingFor = livingFor;
        }

        @Override
        public Look look() {
            livingFor--;
            return new Look(livingFor < 0 ? List.of() : List.of(HELPER), true);
        }

        @Override
        public int terminate(List<Member> living) {
            asked += living.size();
            return living.size();
        }

        @Override
        public void kill(List<Member> living) {}

        @Override
        public String proof() {
            return "script";
        }

        @Override
        public void release() {}
    }

    private static Ending ending(Members members) {
        return new Ending(members, Rung.CGROUP, new Steps(step -> {}), () -> true);
    }

    @Test
    void whoEndsByItselfBehindTheLeaderIsNotAskedTo() {
        Scripted members = new Scripted(5);
        Ending ending = ending(members);
        assertThat(ending.settles(Duration.ofSeconds(30))).isTrue();
        assertThat(members.asked).isZero();
        MembersEnd end = ending.end(false);
        assertThat(end.confirmed()).isTrue();
        assertThat(end.seen()).isEqualTo(1);
        assertThat(end.asked()).isZero();
    }

    @Test
    void whoStaysIsNotWaitedFor() {
        assertThat(ending(new Scripted(Integer.MAX_VALUE)).settles(Duration.ofHours(1)))
                .isFalse();
    }
}
