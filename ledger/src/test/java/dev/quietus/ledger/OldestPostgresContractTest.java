package dev.quietus.ledger;

import org.junit.jupiter.api.Nested;

/**
 * What holds of every ledger, on the oldest PostgreSQL that is supported, where it is installed.
 */
final class OldestPostgresContractTest {
    @Nested
    final class Archive extends ArchiveContract {
        Archive() {
            super(PostgresEngine.OLDEST);
        }
    }

    @Nested
    final class Dispatch extends DispatchContract {
        Dispatch() {
            super(PostgresEngine.OLDEST);
        }
    }

    @Nested
    final class Queries extends QueriesContract {
        Queries() {
            super(PostgresEngine.OLDEST);
        }
    }

    @Nested
    final class Scope extends ScopeContract {
        Scope() {
            super(PostgresEngine.OLDEST);
        }
    }

    @Nested
    final class Settling extends SettlingContract {
        Settling() {
            super(PostgresEngine.OLDEST);
        }
    }

    @Nested
    final class Snapshot extends SnapshotContract {
        Snapshot() {
            super(PostgresEngine.OLDEST);
        }
    }

    @Nested
    final class TakenBack extends TakenBackContract {
        TakenBack() {
            super(PostgresEngine.OLDEST);
        }
    }

    @Nested
    final class Together extends TogetherContract {
        Together() {
            super(PostgresEngine.OLDEST);
        }
    }
}
