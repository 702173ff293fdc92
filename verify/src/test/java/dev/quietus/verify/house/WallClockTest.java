package dev.quietus.verify.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The time of a record is one clock's: the single process's, or the database's. A server whose own
 * clock is minutes off must not decide otherwise for it, so it may read that clock only where one
 * process has the record alone, and for what a provider dates.
 */
class WallClockTest {
    private static final Pattern WALL_CLOCK = Pattern.compile(
            "java\\.time\\.[A-Za-z]+\\.(now|system|systemUTC|systemDefaultZone)\\(.*"
                    + "|java\\.lang\\.System\\.currentTimeMillis\\(\\)");

    private static final List<String> ALLOWED = List.of(
            // The clock of a record that one process has alone.
            "dev.quietus.ledger.SqliteSettings",
            // The date in a provider's Retry-After, which is of the outside world's clock.
            "dev.quietus.server.provider.ProviderFile");

    @Test
    void noServerDecidesByItsOwnClock() {
        assertThat(Stream.of("core", "ledger", "server")
                        .flatMap(HouseClasses::of)
                        .filter(type -> ALLOWED.stream().noneMatch(type.getName()::startsWith))
                        .flatMap(type -> type.getAccessesFromSelf().stream())
                        .filter(access -> WALL_CLOCK
                                .matcher(access.getTarget().getFullName())
                                .matches())
                        .map(JavaAccess::getDescription))
                .isEmpty();
    }
}
