package dev.quietus.verify.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The checker itself is checked: every promise is broken on purpose, and it is that one it names.
 */
class MutationTest {
    private static final int MOST_SCHEDULES = 5_000;

    static List<Mutants.Broken> broken() {
        return Mutants.all();
    }

    @ParameterizedTest
    @MethodSource("broken")
    void aBrokenRuleIsCaughtByThePromiseThatItBreaks(Mutants.Broken broken) {
        Optional<Throwable> found = Optional.empty();
        for (long seed = 0; seed < MOST_SCHEDULES && found.isEmpty(); seed++) {
            found = Schedule.of(seed).failure(broken.mutant());
        }
        assertThat(found).as("%s in %d schedules", broken, MOST_SCHEDULES).isPresent();
        assertThat(found.orElseThrow())
                .isInstanceOfSatisfying(
                        Violation.class,
                        violation -> assertThat(violation.promise())
                                .as("%s", violation.getMessage())
                                .isEqualTo(broken.promise()));
    }

    @Test
    void everyPromiseIsBrokenByOneRuleAtLeast() {
        assertThat(Mutants.all().stream().map(Mutants.Broken::promise).distinct())
                .containsExactlyInAnyOrderElementsOf(Arrays.asList(Promise.values()));
    }

    @Test
    void aFailingScheduleShrinksToAFewActionsAndFailsInTheSameWay() {
        Mutant broken = Mutants.all().getFirst().mutant();
        long seed = 0;
        while (Schedule.of(seed).failure(broken).isEmpty()) {
            seed++;
        }
        Schedule whole = Schedule.of(seed);
        Schedule shrunk = new Shrinker(broken).shrink(whole);
        assertThat(shrunk.actions().size()).isLessThan(8);
        assertThat(shrunk.failure(broken))
                .get()
                .isInstanceOfSatisfying(
                        Violation.class,
                        violation -> assertThat(violation.promise()).isEqualTo(Promise.S1));
        assertThat(shrunk.story(broken)).isEqualTo(shrunk.story(broken));
        assertThat(shrunk.story(broken).getLast()).startsWith("=> S1");
    }
}
