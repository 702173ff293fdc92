package dev.quietus.verify.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The core is a function of what it is given. Whatever reaches for the outside, a thread, a clock
 * or an unseeded random number would take that away, and with it the deterministic simulation.
 */
class CorePurityTest {

    private static final Pattern OUTSIDE = anyOf(
            "java\\.(sql|net|nio\\.file|nio\\.channels)\\..*",
            "java\\.io\\.(File|RandomAccessFile|Console).*",
            "javax\\..*",
            "java\\.util\\.logging\\..*",
            "java\\.lang\\.(Process|ProcessBuilder|ProcessHandle|Runtime|reflect\\..*)");

    private static final Pattern THREADS = anyOf(
            "java\\.lang\\.(Thread|ThreadLocal|ScopedValue)(\\$.*)?",
            "java\\.util\\.Timer(Task)?",
            "java\\.util\\.concurrent\\.(Executor.*|.*ExecutorService|.*Executor)",
            "java\\.util\\.concurrent\\.(ForkJoin.*|Completable.*|CompletionStage|Future.*)",
            "java\\.util\\.concurrent\\.(StructuredTaskScope.*|Flow.*|locks\\..*)",
            "java\\.util\\.concurrent\\.ThreadLocalRandom");

    private static final Pattern CLOCKS_AND_CHANCE = anyOf(
            "java\\.time\\.[A-Za-z]+\\.now\\(.*",
            "java\\.time\\.Clock\\.(system|tick).*",
            "java\\.time\\.ZoneId\\.systemDefault\\(\\)",
            "java\\.lang\\.System\\.(currentTimeMillis|nanoTime|identityHashCode)\\(.*",
            "java\\.lang\\.System\\.(getenv|getProperty|getProperties)\\(.*",
            "java\\.lang\\.Math\\.random\\(\\)",
            "java\\.util\\.(Random|SplittableRandom)\\.<init>\\(\\)",
            "java\\.util\\.UUID\\.randomUUID\\(\\)",
            "java\\.security\\.SecureRandom\\..*",
            "java\\.util\\.Collections\\.shuffle\\(java\\.util\\.List\\)");

    @Test
    void seesNothingOfTheOutside() {
        assertUsesNothingOf(OUTSIDE);
    }

    @Test
    void startsNoThreadAndWaitsForNone() {
        assertUsesNothingOf(THREADS);
    }

    @Test
    void readsNoClockAndDrawsNoUnseededNumber() {
        assertThat(HouseClasses.of("core")
                        .flatMap(type -> type.getAccessesFromSelf().stream())
                        .filter(access -> CLOCKS_AND_CHANCE
                                .matcher(access.getTarget().getFullName())
                                .matches())
                        .map(JavaAccess::getDescription)
                        .distinct()
                        .sorted())
                .isEmpty();
    }

    private static void assertUsesNothingOf(Pattern forbidden) {
        assertThat(HouseClasses.of("core")
                        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                        .filter(use -> forbidden
                                .matcher(use.getTargetClass()
                                        .getBaseComponentType()
                                        .getName())
                                .matches())
                        .map(Dependency::getDescription)
                        .distinct()
                        .sorted())
                .isEmpty();
    }

    private static Pattern anyOf(String... patterns) {
        return Pattern.compile(String.join("|", patterns));
    }
}
