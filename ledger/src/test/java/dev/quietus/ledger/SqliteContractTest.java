package dev.quietus.ledger;

import org.junit.jupiter.api.Nested;

/** What holds of every ledger, on SQLite. */
final class SqliteContractTest {
    @Nested
    final class Archive extends ArchiveContract {
        Archive() {
            super(SqliteEngine.ENGINE);
        }
    }

    @Nested
    final class Dispatch extends DispatchContract {
        Dispatch() {
            super(SqliteEngine.ENGINE);
        }
    }

    @Nested
    final class GroupCommit extends GroupCommitContract {
        GroupCommit() {
            super(SqliteEngine.ENGINE);
        }
    }

    @Nested
    final class Queries extends QueriesContract {
        Queries() {
            super(SqliteEngine.ENGINE);
        }
    }

    @Nested
    final class RoundTrip extends RoundTripContract {
        RoundTrip() {
            super(SqliteEngine.ENGINE);
        }
    }

    @Nested
    final class Scope extends ScopeContract {
        Scope() {
            super(SqliteEngine.ENGINE);
        }
    }

    @Nested
    final class Settling extends SettlingContract {
        Settling() {
            super(SqliteEngine.ENGINE);
        }
    }

    @Nested
    final class Snapshot extends SnapshotContract {
        Snapshot() {
            super(SqliteEngine.ENGINE);
        }
    }

    @Nested
    final class TakenBack extends TakenBackContract {
        TakenBack() {
            super(SqliteEngine.ENGINE);
        }
    }

    @Nested
    final class Together extends TogetherContract {
        Together() {
            super(SqliteEngine.ENGINE);
        }
    }

    @Nested
    final class Verification extends VerificationContract {
        Verification() {
            super(SqliteEngine.ENGINE);
        }
    }
}
