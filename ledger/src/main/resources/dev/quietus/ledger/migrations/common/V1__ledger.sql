-- The ledger, version 1. Plain SQL, the same for every dialect.
--
-- Times are milliseconds since 1970-01-01T00:00:00Z, durations end in _ms, flags are 0 or 1, and
-- JSON is text. "position" is a place in the ledger's one order of writing: it only grows, and
-- may have gaps. Indexes with a WHERE stay small: they hold live rows only.

CREATE TABLE run (
    tree_id                  VARCHAR(200) NOT NULL,
    run_id                   VARCHAR(200) NOT NULL,
    position                 BIGINT       NOT NULL,
    registered_parent_run_id VARCHAR(200),
    parent_run_id            VARCHAR(200),
    task_id                  TEXT,
    owner                    TEXT         NOT NULL,
    labels                   TEXT         NOT NULL,
    resumes_run_id           VARCHAR(200),
    content_digest           VARCHAR(200) NOT NULL,
    registered_at            BIGINT       NOT NULL,
    state                    VARCHAR(40)  NOT NULL,
    lease_id                 VARCHAR(200) NOT NULL,
    capabilities             TEXT         NOT NULL,
    valid_until              BIGINT       NOT NULL,
    revoked_at               BIGINT,
    revoked_by               VARCHAR(200),
    epoch                    BIGINT       NOT NULL,
    stopped_tools            TEXT         NOT NULL,
    ended_at                 BIGINT,
    CONSTRAINT run_key PRIMARY KEY (tree_id, run_id),
    CONSTRAINT run_id_is_unique UNIQUE (run_id),
    CONSTRAINT run_parent_exists
        FOREIGN KEY (tree_id, parent_run_id) REFERENCES run (tree_id, run_id),
    CONSTRAINT run_state_is_known
        CHECK (state IN ('running', 'cancelling', 'cancelled', 'completed', 'expired'))
);

CREATE INDEX run_newest ON run (position);
CREATE INDEX run_state_newest ON run (state, position);
CREATE INDEX run_children ON run (tree_id, parent_run_id, position);
CREATE INDEX run_registered_children ON run (tree_id, registered_parent_run_id);
CREATE INDEX run_expiry ON run (state, valid_until);
CREATE INDEX run_by_state ON run (state, run_id);

CREATE TABLE run_label (
    tree_id     VARCHAR(200) NOT NULL,
    run_id      VARCHAR(200) NOT NULL,
    label_key   VARCHAR(200) NOT NULL,
    label_value VARCHAR(200) NOT NULL,
    position    BIGINT       NOT NULL,
    CONSTRAINT run_label_key PRIMARY KEY (tree_id, run_id, label_key),
    CONSTRAINT run_label_run_exists
        FOREIGN KEY (tree_id, run_id) REFERENCES run (tree_id, run_id)
);

CREATE INDEX run_label_runs ON run_label (label_key, label_value, run_id);
CREATE INDEX run_label_newest ON run_label (label_key, label_value, position);

CREATE TABLE operation (
    tree_id                VARCHAR(200) NOT NULL,
    run_id                 VARCHAR(200) NOT NULL,
    operation_id           VARCHAR(200) NOT NULL,
    position               BIGINT       NOT NULL,
    kind                   VARCHAR(40)  NOT NULL,
    tool                   VARCHAR(200) NOT NULL,
    effects                VARCHAR(40)  NOT NULL,
    provider               VARCHAR(200),
    queue                  VARCHAR(200),
    idempotency_key        VARCHAR(200) NOT NULL,
    arguments_digest       VARCHAR(200),
    expires_at             BIGINT,
    not_before             BIGINT,
    requires_approval      BIGINT       NOT NULL,
    epoch                  BIGINT       NOT NULL,
    accepted_at            BIGINT       NOT NULL,
    execution              VARCHAR(40)  NOT NULL,
    effect                 VARCHAR(40)  NOT NULL,
    available_at           BIGINT,
    approved_by            TEXT,
    attempt_number         BIGINT       NOT NULL,
    worker                 VARCHAR(200),
    request_id             VARCHAR(200),
    begun_at               BIGINT,
    heartbeat_at           BIGINT,
    heartbeat_timeout_ms   BIGINT,
    sent                   VARCHAR(40),
    provider_job           VARCHAR(200),
    result_outcome         VARCHAR(40),
    result_effect          VARCHAR(40),
    finished_at            BIGINT,
    output_digest          VARCHAR(200),
    error                  TEXT,
    silent_at              BIGINT,
    max_attempts           BIGINT       NOT NULL,
    cancelled_by           VARCHAR(200),
    cancel_state           VARCHAR(40)  NOT NULL,
    cancel_requested_at    BIGINT,
    cancel_asker           TEXT,
    cancel_with_job        BIGINT,
    cancel_response        TEXT,
    cancel_detail          TEXT,
    cancel_answered_at     BIGINT,
    settlement             VARCHAR(40)  NOT NULL,
    settled_state          VARCHAR(40),
    settled_at             BIGINT,
    settled_by             TEXT,
    settled_evidence       TEXT,
    confirmed_at           BIGINT,
    held_by                TEXT,
    held_why               TEXT,
    held_since             BIGINT,
    -- What of its outcome is not final: open, unknown, provisional; nothing where all is.
    unresolved             VARCHAR(40),
    look_tries             BIGINT       NOT NULL,
    next_look_at           BIGINT,
    look_deadline          BIGINT,
    seen_word              VARCHAR(40),
    seen_detail            TEXT,
    seen_begun_at          BIGINT,
    seen_answered_at       BIGINT,
    job_seen               BIGINT       NOT NULL,
    job_ended_at           BIGINT,
    effect_id              VARCHAR(200),
    recovery_run_id        VARCHAR(200),
    recovery_operation_id  VARCHAR(200),
    CONSTRAINT operation_key PRIMARY KEY (tree_id, run_id, operation_id),
    CONSTRAINT operation_run_exists
        FOREIGN KEY (tree_id, run_id) REFERENCES run (tree_id, run_id),
    CONSTRAINT operation_execution_is_known
        CHECK (execution IN (
            'awaiting_approval', 'queued', 'scheduled', 'running', 'succeeded', 'failed',
            'rejected', 'denied', 'cancelled_before_start', 'cancelled_during_execution',
            'outcome_unknown')),
    CONSTRAINT operation_effect_is_known
        CHECK (effect IN (
            'none_expected', 'unverified', 'verified_present', 'verified_absent', 'unknown')),
    CONSTRAINT operation_settlement_is_known
        CHECK (settlement IN ('open', 'settled', 'unknown')),
    CONSTRAINT operation_running_has_begun
        CHECK (execution <> 'running' OR attempt_number > 0)
);

CREATE INDEX operation_in_order ON operation (tree_id, run_id, position);
CREATE INDEX operation_by_execution ON operation (execution, tree_id, run_id);
CREATE INDEX operation_by_business ON operation (tree_id, run_id, idempotency_key, position);
CREATE INDEX operation_by_id ON operation (operation_id);
CREATE INDEX operation_unresolved ON operation (tree_id, run_id, unresolved)
    WHERE unresolved IS NOT NULL;
CREATE INDEX operation_due ON operation (queue, available_at, position)
    WHERE queue IS NOT NULL AND available_at IS NOT NULL;
CREATE INDEX operation_silence ON operation (silent_at) WHERE silent_at IS NOT NULL;
CREATE INDEX operation_look ON operation (next_look_at) WHERE next_look_at IS NOT NULL;
CREATE INDEX operation_request ON operation (worker, request_id) WHERE execution = 'running';
CREATE INDEX operation_taken_out ON operation (cancelled_by, tree_id, tool, provider)
    WHERE cancelled_by IS NOT NULL;

CREATE TABLE barrier (
    tree_id                     VARCHAR(200) NOT NULL,
    barrier_id                  VARCHAR(200) NOT NULL,
    position                    BIGINT       NOT NULL,
    run_id                      VARCHAR(200) NOT NULL,
    selector                    VARCHAR(240) NOT NULL,
    requested_at                BIGINT       NOT NULL,
    requested_by                TEXT         NOT NULL,
    reason                      TEXT         NOT NULL,
    new_epoch                   BIGINT       NOT NULL,
    settle_timeout_ms           BIGINT,
    minimum_quiet_ms            BIGINT,
    state                       VARCHAR(40)  NOT NULL,
    claim_number                BIGINT       NOT NULL,
    claim_until                 BIGINT       NOT NULL,
    generation_stopped_at       BIGINT,
    dispatch_stopped_at         BIGINT       NOT NULL,
    queued_work_cancelled_at    BIGINT,
    effects_settled_at          BIGINT,
    last_activity_at            BIGINT       NOT NULL,
    descendant_leases_revoked   BIGINT       NOT NULL,
    queued_cancelled            BIGINT       NOT NULL,
    scheduled_retries_cancelled BIGINT       NOT NULL,
    timers_cancelled            BIGINT       NOT NULL,
    approvals_cancelled         BIGINT       NOT NULL,
    late_attempts_denied        BIGINT       NOT NULL,
    revision                    BIGINT       NOT NULL,
    certified_at                BIGINT,
    next_step_at                BIGINT       NOT NULL,
    CONSTRAINT barrier_key PRIMARY KEY (tree_id, barrier_id),
    CONSTRAINT barrier_id_is_unique UNIQUE (barrier_id),
    -- Repeated and concurrent stops of the same scope share one barrier.
    CONSTRAINT barrier_scope_is_unique UNIQUE (tree_id, run_id, selector),
    CONSTRAINT barrier_run_exists
        FOREIGN KEY (tree_id, run_id) REFERENCES run (tree_id, run_id),
    CONSTRAINT barrier_state_is_known
        CHECK (state IN (
            'requested', 'sweeping', 'signalling', 'settling', 'quiet', 'certified', 'incomplete'))
);

CREATE INDEX barrier_newest ON barrier (position);
CREATE INDEX barrier_open_newest ON barrier (position) WHERE state <> 'certified';
CREATE INDEX barrier_step ON barrier (next_step_at) WHERE state <> 'certified';

CREATE TABLE in_flight (
    tree_id          VARCHAR(200) NOT NULL,
    barrier_id       VARCHAR(200) NOT NULL,
    run_id           VARCHAR(200) NOT NULL,
    operation_id     VARCHAR(200) NOT NULL,
    position         BIGINT       NOT NULL,
    state_at_barrier VARCHAR(40)  NOT NULL,
    captured_at      BIGINT       NOT NULL,
    CONSTRAINT in_flight_key PRIMARY KEY (tree_id, barrier_id, run_id, operation_id),
    CONSTRAINT in_flight_barrier_exists
        FOREIGN KEY (tree_id, barrier_id) REFERENCES barrier (tree_id, barrier_id),
    CONSTRAINT in_flight_operation_exists
        FOREIGN KEY (tree_id, run_id, operation_id)
        REFERENCES operation (tree_id, run_id, operation_id)
);

CREATE INDEX in_flight_holders ON in_flight (tree_id, run_id, operation_id, barrier_id);
CREATE INDEX in_flight_in_order ON in_flight (barrier_id, position);

CREATE TABLE receipt (
    tree_id    VARCHAR(200) NOT NULL,
    barrier_id VARCHAR(200) NOT NULL,
    revision   BIGINT       NOT NULL,
    run_id     VARCHAR(200) NOT NULL,
    decision   VARCHAR(40)  NOT NULL,
    issued_at  BIGINT       NOT NULL,
    key_id     TEXT         NOT NULL,
    envelope   TEXT         NOT NULL,
    CONSTRAINT receipt_key PRIMARY KEY (tree_id, barrier_id, revision),
    CONSTRAINT receipt_barrier_exists
        FOREIGN KEY (tree_id, barrier_id) REFERENCES barrier (tree_id, barrier_id)
);

CREATE INDEX receipt_by_barrier ON receipt (barrier_id, revision);

-- The evidence: one chain for each tree, every row hashed over the one before.
CREATE TABLE event (
    tree_id      VARCHAR(200) NOT NULL,
    seq          BIGINT       NOT NULL,
    position     BIGINT       NOT NULL,
    at           BIGINT       NOT NULL,
    type         VARCHAR(40)  NOT NULL,
    run_id       VARCHAR(200) NOT NULL,
    operation_id VARCHAR(200),
    barrier_id   VARCHAR(200),
    data         TEXT         NOT NULL,
    prev_hash    VARCHAR(64)  NOT NULL,
    hash         VARCHAR(64)  NOT NULL,
    CONSTRAINT event_key PRIMARY KEY (tree_id, seq),
    CONSTRAINT event_position_is_unique UNIQUE (position)
);

CREATE TABLE chain (
    tree_id     VARCHAR(200) NOT NULL,
    event_count BIGINT       NOT NULL,
    head_hash   VARCHAR(64)  NOT NULL,
    CONSTRAINT chain_key PRIMARY KEY (tree_id)
);

-- What belongs to no tree.
CREATE TABLE token (
    hash       VARCHAR(64)  NOT NULL,
    role       VARCHAR(40)  NOT NULL,
    name       VARCHAR(200) NOT NULL,
    created_at BIGINT       NOT NULL,
    revoked_at BIGINT,
    CONSTRAINT token_key PRIMARY KEY (hash)
);

CREATE TABLE setting (
    name    VARCHAR(200) NOT NULL,
    content TEXT         NOT NULL,
    CONSTRAINT setting_key PRIMARY KEY (name)
);
