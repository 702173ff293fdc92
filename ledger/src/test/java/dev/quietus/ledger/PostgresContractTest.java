package dev.quietus.ledger;

import org.junit.jupiter.api.Nested;

/** What holds of every ledger, on the newest PostgreSQL. */
final class PostgresContractTest {
    @Nested
    final class Archive extends ArchiveContract {
        Archive() {
            super(PostgresEngine.NEWEST);
        }
    }

    @Nested
    final class Dispatch extends DispatchContract {
        Dispatch() {
            super(PostgresEngine.NEWEST);
        }
    }

    @Nested
    final class GroupCommit extends GroupCommitContract {
        GroupCommit() {
            super(PostgresEngine.NEWEST);
        }
    }

    @Nested
    final class Queries extends QueriesContract {
        Queries() {
            super(PostgresEngine.NEWEST);
        }
    }

    @Nested
    final class RoundTrip extends RoundTripContract {
        RoundTrip() {
            super(PostgresEngine.NEWEST);
        }
    }

    @Nested
    final class Scope extends ScopeContract {
        Scope() {
            super(PostgresEngine.NEWEST);
        }
    }

    @Nested
    final class Settling extends SettlingContract {
        Settling() {
            super(PostgresEngine.NEWEST);
        }
    }

    @Nested
    final class Snapshot extends SnapshotContract {
        Snapshot() {
            super(PostgresEngine.NEWEST);
        }
    }

    @Nested
    final class TakenBack extends TakenBackContract {
        TakenBack() {
            super(PostgresEngine.NEWEST);
        }
    }

    @Nested
    final class Together extends TogetherContract {
        Together() {
            super(PostgresEngine.NEWEST);
        }
    }

    @Nested
    final class Verification extends VerificationContract {
        Verification() {
            super(PostgresEngine.NEWEST);
        }
    }
}
