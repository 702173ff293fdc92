-- PostgreSQL guesses how many rows an index finds, and takes the columns of a key to have nothing
-- to do with one another: a tree and a run "find one row", however much that run holds. Then any
-- index that begins with them looks as good as the key itself, and one operation is looked for
-- among all of its run. So no guess is left to it: an index that is not for keys begins with the
-- run, which is unique by itself, and is seen only by a query that repeats its WHERE, which is
-- true of every row.

ALTER TABLE operation ADD CONSTRAINT operation_numbers_are_sound
    CHECK (position >= 0 AND accepted_at >= 0 AND epoch >= 0);
ALTER TABLE in_flight ADD CONSTRAINT in_flight_position_is_sound CHECK (position >= 0);
ALTER TABLE run ADD CONSTRAINT run_position_is_sound CHECK (position >= 0);

DROP INDEX operation_in_order;
CREATE INDEX operation_in_order ON operation (run_id, position) WHERE position >= 0;
DROP INDEX operation_by_business;
CREATE INDEX operation_by_business ON operation (run_id, idempotency_key, position)
    WHERE epoch >= 0;
DROP INDEX operation_by_id;
CREATE INDEX operation_by_id ON operation (operation_id) WHERE position >= 0;
DROP INDEX operation_by_execution;
CREATE INDEX operation_by_execution ON operation (execution, run_id) WHERE accepted_at >= 0;
DROP INDEX operation_unresolved;
CREATE INDEX operation_unresolved ON operation (run_id, unresolved)
    WHERE unresolved IS NOT NULL AND accepted_at >= 0;

DROP INDEX in_flight_in_order;
CREATE INDEX in_flight_in_order ON in_flight (barrier_id, position) WHERE position >= 0;

-- Also for the store's own look whether the run of a new row is there.
DROP INDEX run_children;
CREATE INDEX run_children ON run (parent_run_id, position) WHERE parent_run_id IS NOT NULL;
DROP INDEX run_registered_children;
CREATE INDEX run_registered_children ON run (registered_parent_run_id)
    WHERE registered_parent_run_id IS NOT NULL;
DROP INDEX run_newest;
CREATE INDEX run_newest ON run (position) WHERE position >= 0;
DROP INDEX run_state_newest;
CREATE INDEX run_state_newest ON run (state, position) WHERE position >= 0;
DROP INDEX run_by_state;
CREATE INDEX run_by_state ON run (state, run_id) WHERE position >= 0;
